"""The data folder of the embedded servers, and its permissions."""

import grp
import hashlib
import os
import pwd
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

from config.env import Misconfigured

# The kernel's limit is 108 bytes on Linux and 104 on macOS, including the terminating zero.
_MAX_SOCKET_LENGTH = 100
_SOCKET_NAME = ".s.PGSQL.5432"
_SEARCH_BY_OTHERS = 0o001
_OPEN_TO_OTHERS = 0o077
# Numbers that Linux distributions and systemd leave unused.
_FREE_GROUPS = range(60600, 60700)


@dataclass(frozen=True)
class DataFolder:
    root: Path

    @property
    def postgres(self) -> Path:
        return self.root / "postgres"

    @property
    def redis(self) -> Path:
        return self.root / "redis"

    @property
    def run(self) -> Path:
        """Files that matter only while the programs run."""
        return self.root / "run"

    @property
    def sockets(self) -> Path:
        """In the data folder, or in a temporary folder if that path is too long for a socket."""
        name = "signalbox-" + hashlib.sha256(os.fsencode(self.root)).hexdigest()[:12]
        places = (self.root / "sockets", Path(tempfile.gettempdir(), name), Path("/tmp", name))  # noqa: S108
        return next(place for place in places if len(os.fsencode(place / _SOCKET_NAME)) <= _MAX_SOCKET_LENGTH)

    def make(self) -> None:
        try:
            self._make_root()
            self.run.mkdir(exist_ok=True, mode=0o700)
            self.redis.mkdir(exist_ok=True, mode=0o700)
            self.sockets.mkdir(exist_ok=True, mode=0o700)
            self._own_sockets()
        except OSError as error:
            raise Misconfigured(
                f"DATA_DIR {self.root} cannot be used ({error.strerror}); expected a writable folder."
            ) from None

    def _make_root(self) -> None:
        """Close it to other accounts, but never a folder in use that is open: it may be somebody's /srv."""
        self.root.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not _is_private(self.root) and any(self.root.iterdir()):
            raise Misconfigured(
                f"DATA_DIR {self.root} is open to other accounts; expected a private folder: "
                f"chmod 700 {self.root}"
            )
        _keep_private(self.root, for_server=0o010)

    def _own_sockets(self) -> None:
        """Refuse a folder that another user has prepared: its name in /tmp can be guessed."""
        if self.sockets.stat().st_uid != os.geteuid():
            raise Misconfigured(
                f"{self.sockets} belongs to another user; expected to own it, or set DATA_DIR."
            )
        _keep_private(self.sockets, for_server=0o070)


def server_account() -> tuple[int, int] | None:
    """PostgreSQL refuses to run as root; then it runs as `nobody`, in a group of its own.

    The data folder is closed to everybody but that group, so other processes of `nobody` cannot enter it.
    """
    if os.geteuid() != 0:
        return None
    taken = {group.gr_gid for group in grp.getgrall()}
    return pwd.getpwnam("nobody").pw_uid, next(number for number in _FREE_GROUPS if number not in taken)


def _is_private(folder: Path) -> bool:
    found, account = folder.stat(), server_account()
    allowed = 0o010 if account and found.st_gid == account[1] else 0
    return not found.st_mode & _OPEN_TO_OTHERS & ~allowed


def _keep_private(folder: Path, *, for_server: int) -> None:
    """Mode 0700; if PostgreSQL has an account of its own, its group gets the given permissions too."""
    account = server_account()
    wanted = 0o700 | for_server if account else 0o700
    if account:
        os.chown(folder, -1, account[1])
    if stat.S_IMODE(folder.stat().st_mode) != wanted:
        folder.chmod(wanted)


def let_others_through(path: Path) -> list[Path]:
    """Let other accounts traverse, but not read, every parent folder. Returns the folders changed."""
    closed = [folder for folder in path.parents if not folder.stat().st_mode & _SEARCH_BY_OTHERS]
    for folder in closed:
        folder.chmod(folder.stat().st_mode | _SEARCH_BY_OTHERS)
    return closed


def write_privately(file: Path, text: str) -> None:
    """Write a file that only our account can read, completely or not at all."""
    fresh = file.with_suffix(".new")
    with os.fdopen(os.open(fresh, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as out:
        out.write(text)
    fresh.replace(file)
