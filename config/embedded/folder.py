"""The data folder of the embedded servers, and its permissions."""

import hashlib
import os
import pwd
import tempfile
from dataclasses import dataclass
from pathlib import Path

from config.env import Misconfigured

# The kernel's limit is 108 bytes on Linux and 104 on macOS, including the terminating zero.
_MAX_SOCKET_LENGTH = 100
_SOCKET_NAME = ".s.PGSQL.5432"
_SEARCH_BY_OTHERS = 0o001


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
            self.root.mkdir(parents=True, exist_ok=True)
            self.run.mkdir(exist_ok=True, mode=0o700)
            self.redis.mkdir(exist_ok=True, mode=0o700)
            self.sockets.mkdir(exist_ok=True, mode=0o700)
        except OSError as error:
            raise Misconfigured(
                f"DATA_DIR {self.root} cannot be used ({error.strerror}); expected a writable folder."
            ) from None
        self._own_sockets()

    def _own_sockets(self) -> None:
        """Refuse a folder that another user has prepared: its name in /tmp can be guessed."""
        user, group = server_account() or (os.geteuid(), os.getegid())
        if self.sockets.stat().st_uid not in (user, os.geteuid()):
            raise Misconfigured(
                f"{self.sockets} belongs to another user; expected to own it, or set DATA_DIR."
            )
        self.sockets.chmod(0o700)
        if os.geteuid() == 0:
            os.chown(self.sockets, user, group)


def server_account() -> tuple[int, int] | None:
    """PostgreSQL refuses to run as root; then it runs as `nobody`."""
    if os.geteuid() != 0:
        return None
    nobody = pwd.getpwnam("nobody")
    return nobody.pw_uid, nobody.pw_gid


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
