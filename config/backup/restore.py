"""`make restore`: into a data folder that is empty, and never over anything."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from config.backup.archive import Backup, opened_archive
from config.backup.database import embedded_database, is_empty, load_database, say
from config.embedded.folder import DataFolder
from config.embedded.redis import redis_url
from config.env import Misconfigured
from config.run.plan import CHECKOUT
from config.variables import CHOICES, KEYS, OPTIONAL, SEALING, VARIABLES, key_file

SETTINGS_FILE: Final = "restored-settings"


def restore(file: Path, folder: DataFolder, given: Mapping[str, str]) -> None:
    """Load the database, write the keys and the settings, then audit every game."""
    with opened_archive(file) as opened:
        backup = _with_sealing_key(opened, given)
        if missing := [name for name in KEYS if name not in (*backup.variables, *OPTIONAL)]:
            raise Misconfigured(f"{file} does not hold {' and '.join(missing)}{_ADVICE.get(missing[0], '')}.")
        refuse_data(folder)
        with _removed_on_failure(folder), _database(folder, given) as url:
            if not is_empty(url):
                raise Misconfigured("the database has tables; expected an empty one, or no DATABASE_URL.")
            load_database(url, backup.dump)
            _write_variables(folder, backup)
            is_sound = _verify(folder, backup, given, url)
    if not is_sound:
        raise Misconfigured(f"the backup is restored in {folder.root}, but not every game in it is sound.")
    say(f"Restored in {folder.root}. The settings it was run with are in {folder.root / SETTINGS_FILE}.")
    say(f"Start it with: make run DATA_DIR={shlex.quote(str(folder.root))}")


_ADVICE: Final = {"SEALING_KEY": "; set it to the key of the server that was backed up"}


def _with_sealing_key(backup: Backup, given: Mapping[str, str]) -> Backup:
    """A backup may have been made without it; then it has to be given."""
    if "SEALING_KEY" in backup.variables:
        return backup
    more = {name: given[name] for name in SEALING if given.get(name)}
    return replace(backup, variables=backup.variables | more)


def refuse_data(folder: DataFolder) -> None:
    if folder.root.exists() and (not folder.root.is_dir() or any(folder.root.iterdir())):
        raise Misconfigured(f"{folder.root} is not empty; set DATA_DIR to a folder that is new or empty.")


@contextmanager
def _removed_on_failure(folder: DataFolder) -> Iterator[None]:
    """A half-restored folder would be taken for a whole one."""
    try:
        yield
    except BaseException:
        shutil.rmtree(folder.root, ignore_errors=True)
        raise


@contextmanager
def _database(folder: DataFolder, given: Mapping[str, str]) -> Iterator[str]:
    if url := given.get("DATABASE_OWNER_URL") or given.get("DATABASE_URL"):
        folder.make()
        yield url
        return
    with embedded_database(folder) as url:
        yield url


def _write_variables(folder: DataFolder, backup: Backup) -> None:
    for name in KEYS:
        if name in backup.variables:
            _write_privately(folder.root / key_file(name), backup.variables[name])
    lines = [
        f"{name}={shlex.quote(backup.variables[name])}\n" for name in CHOICES if name in backup.variables
    ]
    _write_privately(folder.root / SETTINGS_FILE, "".join(lines))


def _write_privately(file: Path, text: str) -> None:
    with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as out:
        out.write(text)


def _verify(folder: DataFolder, backup: Backup, given: Mapping[str, str], url: str) -> bool:
    """A backup of an older version is migrated first, as `make run` would do."""
    env = {name: value for name, value in given.items() if name not in VARIABLES}
    env |= {"ALLOWED_HOSTS": "localhost"} | backup.variables
    env |= {"DATABASE_URL": url, "REDIS_URL": redis_url(folder)}
    if "DATABASE_OWNER_URL" in given:  # then `url` is the owner's, and the application's role gets its grants
        env |= {name: given[name] for name in ("DATABASE_URL", "DATABASE_OWNER_URL")}
    if _manage(env, "migrate", "--no-input", "--verbosity", "0"):
        raise Misconfigured("the database of the backup could not be migrated; see the lines above.")
    return _manage(env, "verify", "--all", "--anew") == 0


def _manage(env: Mapping[str, str], *words: str) -> int:
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=CHECKOUT, env=env, check=False).returncode
