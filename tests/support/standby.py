"""A real streaming replica of the throw-away PostgreSQL of a test."""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from config.embedded.folder import DataFolder, let_others_through, server_account
from config.embedded.postgres import OWNER, binaries, postgres_program, postgres_url
from config.embedded.throwaway import running


def make_standby(primary: DataFolder, root: Path) -> DataFolder:
    """A copy of the primary that follows it once it runs."""
    account = server_account()
    _admit_followers(primary, pwd.getpwuid(account[0] if account else os.geteuid()).pw_name)
    folder = DataFolder(root.resolve())
    folder.make()
    folder.postgres.mkdir(mode=0o700)
    if account:
        let_others_through(folder.root)
        os.chown(folder.postgres, *account)
    source = f"host={primary.sockets} user={OWNER} dbname=postgres"
    subprocess.run(
        [
            binaries() / "pg_basebackup",
            "-D",
            folder.postgres,
            "-d",
            source,
            "-R",
            "-X",
            "stream",
            "-c",
            "fast",
        ],
        user=account[0] if account else None,
        group=account[1] if account else None,
        extra_groups=[] if account else None,
        env={"PATH": os.defpath, "LC_ALL": "C"},
        cwd=folder.postgres,
        check=True,
        capture_output=True,
    )
    return folder


def _admit_followers(primary: DataFolder, account: str) -> None:
    with (primary.postgres / "pg_hba.conf").open("a") as rules:
        rules.write(f"local replication {OWNER} peer map={OWNER}\n")
    with (primary.postgres / "pg_ident.conf").open("a") as rules:
        rules.write(f'{OWNER} "{account}" {OWNER}\n')
    with psycopg.connect(postgres_url(primary), autocommit=True) as connection:
        connection.execute("SELECT pg_reload_conf()")


@contextmanager
def following(folder: DataFolder) -> Iterator[str]:
    """The URL of the running replica."""
    with running(postgres_program(folder, careless=True), folder.root):
        yield postgres_url(folder)


@contextmanager
def paused(url: str) -> Iterator[None]:
    """It receives what the primary writes, and shows nothing of it."""
    _tell(url, "SELECT pg_wal_replay_pause()")
    try:
        yield
    finally:
        _tell(url, "SELECT pg_wal_replay_resume()")


def _tell(url: str, statement: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)
