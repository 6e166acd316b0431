"""Who can use the embedded PostgreSQL."""

import os
import pwd
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config.embedded.folder import DataFolder, server_account
from config.embedded.postgres import postgres_url, prepare_postgres
from config.embedded.throwaway import throwaway_servers

AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can take another account")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Iterator[DataFolder]:
    root = tmp_path_factory.mktemp("postgres") / "data"
    root.mkdir(mode=0o700)
    with throwaway_servers(root):
        yield DataFolder(root)


def refusal_as(user: int, group: int, folder: DataFolder) -> str:
    """What another account is told when it connects: the words come through a pipe from a fork."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(group)
            os.setuid(user)
            psycopg.connect(postgres_url(folder), connect_timeout=5).close()
        except BaseException as error:  # noqa: BLE001
            os.write(writer, str(error).encode())
        os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader) as words:
        return words.read()


def test_our_own_account_needs_no_password(folder):
    with psycopg.connect(postgres_url(folder)) as connection:
        assert connection.execute("SELECT current_user").fetchone() == ("signalbox",)


@AS_ROOT
def test_other_processes_of_nobody_cannot_even_reach_it(folder):
    nobody = pwd.getpwnam("nobody")

    assert "Permission denied" in refusal_as(nobody.pw_uid, nobody.pw_gid, folder)


@AS_ROOT
def test_the_account_it_runs_as_is_not_admitted_either(folder):
    account = server_account()
    assert account

    assert 'Peer authentication failed for user "signalbox"' in refusal_as(*account, folder)


@AS_ROOT
def test_other_processes_of_nobody_cannot_read_its_files(folder):
    nobody = pwd.getpwnam("nobody")
    for path in (folder.root, folder.postgres, folder.sockets, folder.postgres / "PG_VERSION"):
        asked = subprocess.run(
            ["/bin/ls", str(path)],
            user=nobody.pw_uid,
            group=nobody.pw_gid,
            extra_groups=[],
            capture_output=True,
            check=False,
        )
        assert asked.returncode, path


def test_a_cluster_that_trusted_everybody_does_so_no_longer(folder, tmp_path):
    old = DataFolder(tmp_path)
    old.postgres.mkdir()
    for name in ("PG_VERSION", "pg_hba.conf", "pg_ident.conf"):
        (old.postgres / name).write_bytes((folder.postgres / name).read_bytes())
    (old.postgres / "pg_hba.conf").write_text("local all all trust\n")

    prepare_postgres(old)

    assert rules_of(old.postgres) == rules_of(folder.postgres)
    assert "trust" not in rules_of(old.postgres)


def rules_of(cluster: Path) -> str:
    return (cluster / "pg_hba.conf").read_text()
