"""A migrated PostgreSQL cluster, made once for a test run: `initdb` and the migrations take seconds."""

import fcntl
import shutil
import subprocess
from pathlib import Path

from config.embedded.folder import DataFolder
from config.embedded.throwaway import throwaway_servers
from tests.support import servers
from tests.support.server_fixtures import RUN
from tests.support.web_process import migrate


def copy_to(data: Path) -> None:
    """Give a data folder that is not there yet a database as the first start would leave it."""
    DataFolder(data).make()
    # With owner and mode: PostgreSQL may run as somebody else.
    subprocess.run(["cp", "-a", str(_migrated()), str(DataFolder(data).postgres)], check=True)


def _migrated() -> Path:
    """The first worker to come makes it; the end of the test run deletes it."""
    folder = servers.made(RUN)
    migrated = folder / "migrated"
    with (folder / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not migrated.exists():
            _make(folder / "migration").rename(migrated)
    return migrated


def _make(root: Path) -> Path:
    shutil.rmtree(root, ignore_errors=True)
    with throwaway_servers(root) as found:
        migrate(found)
    return DataFolder(root).postgres
