"""`python -m docs.site FOLDER`: write the documentation as files that any web server can hand out."""

from __future__ import annotations

import sys
from pathlib import Path

from docs.site.build import build

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    print(f"{build(folder)} files of documentation are in {folder}")
