"""A real PgBouncer in transaction mode in front of the throw-away PostgreSQL of a test."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg

from config.embedded.folder import DataFolder, server_account
from config.embedded.postgres import DATABASE, OWNER, postgres_url
from config.embedded.throwaway import running
from config.run.program import Program

PLACES = (None, f"/usr/sbin{os.pathsep}/usr/local/sbin")
PREPARED_SINCE = (1, 22)  # 1.21 keeps them, but does not let the driver forget one


def executable() -> str | None:
    return next((found for place in PLACES if (found := shutil.which("pgbouncer", path=place))), None)


def prepares() -> bool:
    """Whether it lets clients prepare statements in transaction mode."""
    said = subprocess.run([str(executable()), "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, re.findall(r"\d+", said)[:2])) >= PREPARED_SINCE


@contextmanager
def pooled(folder: DataFolder, *, connections: int) -> Iterator[str]:
    """The URL of the database through a pooler with so many connections to it."""
    home = folder.root / "pgbouncer"
    home.mkdir(mode=0o770)
    _admit_its_account(folder)
    config = home / "pgbouncer.ini"
    config.write_text(_config(folder, home, connections))
    if account := server_account():
        os.chown(home, *account)
        os.chown(config, *account)
    url = f"postgresql://{OWNER}@/{DATABASE}?host={quote(str(home), safe='')}"
    program = Program(
        name="pgbouncer",
        argv=(str(executable()), str(config)),
        env={"PATH": os.defpath},
        account=server_account(),
        is_ready=lambda: _answers(url),
    )
    with running(program, folder.root):
        yield url


def _config(folder: DataFolder, home: Path, connections: int) -> str:
    lines = [
        "[databases]",
        f"* = host={folder.sockets} user={OWNER}",
        "[pgbouncer]",
        f"unix_socket_dir = {home}",
        "listen_port = 5432",
        "auth_type = any",
        "pool_mode = transaction",
        f"default_pool_size = {connections}",
        "max_client_conn = 200",
        f"admin_users = {OWNER}",
    ]
    return "\n".join([*lines, *(["max_prepared_statements = 200"] if prepares() else []), ""])


def _admit_its_account(folder: DataFolder) -> None:
    """Started as root, it runs as the account of PostgreSQL, for it refuses to be root too."""
    account = server_account()
    if account is None:
        return
    with (folder.postgres / "pg_ident.conf").open("a") as rules:
        rules.write(f'{OWNER} "{pwd.getpwuid(account[0]).pw_name}" {OWNER}\n')
    with psycopg.connect(postgres_url(folder), autocommit=True) as connection:
        connection.execute("SELECT pg_reload_conf()")


def _answers(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=2):
            return True
    except psycopg.Error:
        return False
