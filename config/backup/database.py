"""The database of a data folder or a DATABASE_URL, and the PostgreSQL tools of the wheel."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg.pq import Conninfo

from config.embedded.folder import DataFolder
from config.embedded.postgres import binaries, postgres_program, postgres_url, prepare_postgres
from config.embedded.throwaway import running
from config.env import Misconfigured


def say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


@contextmanager
def embedded_database(folder: DataFolder) -> Iterator[str]:
    """Run the folder's own PostgreSQL for as long as the block; yields its URL."""
    folder.make()
    for opened in prepare_postgres(folder):
        say(f"PostgreSQL runs as nobody, so other accounts may now pass (not read) {opened}")
    try:
        with running(postgres_program(folder), folder.run):
            yield postgres_url(folder)
    finally:
        shutil.rmtree(folder.sockets, ignore_errors=True)


def dump_database(url: str, file: Path) -> None:
    _run_tool("pg_dump", url, "--format=custom", "--no-owner", "--no-privileges", f"--file={file}")


def load_database(url: str, file: Path) -> None:
    _run_tool(
        *("pg_restore", url, "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"),
        *("--dbname", _libpq_variables(url)["PGDATABASE"], str(file)),
    )


def is_empty(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            query = "SELECT 1 FROM pg_tables WHERE schemaname = 'public' LIMIT 1"
            return connection.execute(query).fetchone() is None
    except psycopg.Error as error:
        raise Misconfigured(f"the database cannot be used: {_last_line(str(error))}") from None


def _run_tool(name: str, url: str, *words: str) -> None:
    ended = subprocess.run(
        [str(binaries() / name), *words],
        env={"PATH": os.defpath, "LC_ALL": "C", **_libpq_variables(url)},
        capture_output=True,
        text=True,
        check=False,
    )
    if ended.returncode:
        raise Misconfigured(f"{name} failed: {_last_line(ended.stderr)}")


def _libpq_variables(url: str) -> Mapping[str, str]:
    """Not on the command line, where every account of the machine could read the password."""
    options = Conninfo.parse(url.encode())
    return {one.envvar.decode(): one.val.decode() for one in options if one.envvar and one.val}


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no reason given"])[-1]
