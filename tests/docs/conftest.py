from pathlib import Path

import pytest

from docs.site.build import build


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Path:
    """The folder that a server hands out."""
    folder: Path = tmp_path_factory.mktemp("docs") / "site"
    build(folder)
    return folder
