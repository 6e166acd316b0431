"""`make backup`: from a server that runs, from one that is stopped, or from a DATABASE_URL."""

import shlex
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from config.backup.archive import write_archive
from config.backup.database import dump_database, embedded_database, say
from config.embedded.folder import DataFolder
from config.env import Env, Misconfigured
from config.run.__main__ import only_one_at_a_time
from config.variables import CHOICES, KEYS, OPTIONAL, SEALING, SERVERS, VARIABLES, key_file


def save(file: Path, folder: DataFolder, given: Mapping[str, str]) -> None:
    """Only the owner of the file can read it: it holds keys."""
    variables = variables_in_use(folder, given)
    left_out = SEALING if Env(given).flag("WITHOUT_SEALING_KEY", default=False) else ()
    if missing := [name for name in KEYS if not variables.get(name) and name not in OPTIONAL]:
        raise Misconfigured(
            f"{' and '.join(missing)} cannot be found; set them, or DATA_DIR to the folder of a `make run`."
        )
    if file.exists():
        raise Misconfigured(f"{file} exists; choose another FILE for the backup.")
    if not file.parent.is_dir():
        raise Misconfigured(f"{file.parent} is not a folder; choose another FILE for the backup.")
    with (
        _database(folder, variables) as url,
        TemporaryDirectory(prefix=".backup-", dir=file.parent) as beside,
    ):
        dump = Path(beside, "dump")
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        dump_database(url, dump)
        write_archive(file, dump, _kept(variables, without=left_out), made_at)
    say(f"Saved the database, the keys and the settings in {file} ({file.stat().st_size:,} bytes).")
    say("Whoever has this file has the keys: keep it as safe as the server.")
    if left_out:
        say("SEALING_KEY is not in it. Keep it elsewhere: without it running games cannot be restored.")


def _kept(variables: Mapping[str, str], *, without: tuple[str, ...]) -> dict[str, str]:
    wanted = (name for name in (*KEYS, *CHOICES) if name not in without)
    return {name: variables[name] for name in wanted if variables.get(name)}


def variables_in_use(folder: DataFolder, given: Mapping[str, str]) -> dict[str, str]:
    """What is given counts most, then what a `make run` in this folder was given, then the kept keys."""
    files = {name: folder.root / key_file(name) for name in KEYS}
    kept = {name: file.read_text().strip() for name, file in files.items() if file.exists()}
    of_a_run = _exports(folder.run / "given") | _exports(folder.run / "env", KEYS, SERVERS)
    return kept | of_a_run | {name: given[name] for name in VARIABLES if given.get(name)}


def _exports(file: Path, *groups: tuple[str, ...]) -> dict[str, str]:
    """A file that `make run` writes for other shells: all its variables, or those of these groups."""
    try:
        lines = file.read_text().splitlines()
    except OSError:
        return {}
    words = (shlex.split(line)[-1].partition("=") for line in lines if line)
    wanted = {name for group in groups for name in group}
    return {name: value for name, _, value in words if not groups or name in wanted}


def _database(folder: DataFolder, variables: Mapping[str, str]) -> AbstractContextManager[str]:
    if url := variables.get("DATABASE_OWNER_URL") or variables.get("DATABASE_URL"):
        return nullcontext(url)
    if not (folder.postgres / "PG_VERSION").exists():
        raise Misconfigured(f"{folder.root} has no database; set DATA_DIR or DATABASE_URL.")
    return _stopped_database(folder)


@contextmanager
def _stopped_database(folder: DataFolder) -> Iterator[str]:
    with only_one_at_a_time(folder.root / "lock"), embedded_database(folder) as url:
        yield url
