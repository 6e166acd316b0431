"""python -m config.backup save FILE, or restore FILE; DATA_DIR and DATABASE_URL as for `make run`."""

import os
import sys
from pathlib import Path

from config.backup.restore import restore
from config.backup.save import save
from config.env import Env, Misconfigured
from config.run.plan import read_plan


def main(words: list[str]) -> None:
    task, file = (*words, "", "")[:2]
    if task not in ("save", "restore") or not file:
        raise Misconfigured(
            "FILE is not set; expected the file of the backup: make backup FILE=/safe/place/name"
        )
    folder = read_plan(Env(os.environ)).folder
    perform = save if task == "save" else restore
    perform(Path(file).expanduser().absolute(), folder, os.environ)


if __name__ == "__main__":
    main(sys.argv[1:])
