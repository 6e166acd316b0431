"""Fixtures of the tests that need Django. Nothing here starts a server until a test asks for one."""

import os
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import connections
from django.db.backends.base.creation import TEST_DATABASE_PREFIX
from django.db.backends.postgresql.operations import DatabaseOperations

from config.servers import django_database
from tests.support import citus, roles
from tests.support import servers as shared
from tests.support.api_client import ApiClient

IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ
RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))


def pytest_configure(config: pytest.Config) -> None:
    """The controller names the run, so that it can end what its workers started."""
    if not IS_WORKER:
        config.stash[_RUN_NAME] = RUN


_RUN_NAME = pytest.StashKey[str]()


def pytest_configure_node(node) -> None:  # a hook of pytest-xdist
    node.config.stash[_RUN_NAME] = node.workerinput["testrunuid"]


def pytest_unconfigure(config: pytest.Config) -> None:
    if not IS_WORKER:
        shared.leave(config.stash[_RUN_NAME])


@pytest.fixture(scope="session")
def servers() -> dict[str, str]:
    """The addresses of a real PostgreSQL and a real Redis."""
    if shared.are_given():
        return {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL")}
    embedded = shared.join(RUN, owner=os.getppid() if IS_WORKER else os.getpid())
    cluster = os.environ.get(citus.VARIABLE)
    return embedded | {"DATABASE_URL": cluster} if cluster else embedded


@pytest.fixture(scope="session")
def django_db_modify_db_settings(servers, django_db_modify_db_settings_parallel_suffix) -> None:
    """pytest-django's place to say where the test database goes."""
    found = django_database(urlsplit(servers["DATABASE_URL"]), pool_size=0)
    connections["default"].settings_dict.update(
        {key: found[key] for key in ("HOST", "PORT", "USER", "PASSWORD")}
    )
    if not shared.are_given() and citus.VARIABLE not in os.environ:
        template = shared.migrated(RUN, servers)
        connections["default"].settings_dict["TEST"]["TEMPLATE"] = template
    if citus.is_citus(servers["DATABASE_URL"]):  # of an earlier run that was killed
        name = connections["default"].creation._get_test_db_name()  # type: ignore[attr-defined]  # noqa: SLF001
        citus.drop(_database(servers["DATABASE_URL"], name))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, servers, django_db_blocker) -> Iterator[None]:
    """On a Citus cluster the test database is distributed, so that every test runs on it."""
    url = servers["DATABASE_URL"]
    if not citus.is_citus(url):
        with django_db_blocker.unblock():
            roles.become_application()
        yield
        connections["default"].settings_dict["OPTIONS"].pop("options")
        return
    name = connections["default"].settings_dict["NAME"]
    if not name.startswith(TEST_DATABASE_PREFIX):  # the nodes would lose the one that is there
        pytest.fail("No test of this run is marked django_db, so there is no test database.")
    own = _database(url, name)
    workers = citus.worker_nodes(url)
    citus.spread(own, workers)
    with django_db_blocker.unblock():
        connections["default"].close()  # a new session has the number of shards
        citus.distribute(verbosity=0)
        roles.become_application()
    yield
    connections["default"].settings_dict["OPTIONS"].pop("options")
    citus.leave(own, workers)


def _database(url: str, name: str) -> str:
    return urlsplit(url)._replace(path=f"/{name}").geturl()


@pytest.fixture(scope="session")
def same_database(servers, django_db_setup) -> dict[str, str]:
    """The servers, with the database that the tests write to."""
    name = connections["default"].settings_dict["NAME"]
    return servers | {"DATABASE_URL": _database(servers["DATABASE_URL"], name)}


TRIGGERS = "SET session_replication_role = replica;", "RESET session_replication_role;"
# Most tests write to a few tables, and emptying a table anew costs more than looking whether there is a row.
# The lock waits, as TRUNCATE does, for whoever is still writing.
EMPTYING = """DO $$
DECLARE one text; found boolean;
BEGIN
    LOCK TABLE {tables} IN EXCLUSIVE MODE;
    FOREACH one IN ARRAY string_to_array('{tables}', ', ') LOOP
        EXECUTE 'SELECT EXISTS (SELECT FROM ' || one || ')' INTO found;
        IF found THEN EXECUTE 'DELETE FROM ' || one; END IF;
    END LOOP;
END $$;"""
# Citus itself empties shards by a trigger, so there only those of tables on the coordinator are switched off.
ON_COORDINATOR = ("games_operatordeed", "games_leaf", "games_checkpoint")
TRIGGERS_ON_CITUS = tuple(
    "".join(f"ALTER TABLE {table} {switch} TRIGGER append_only_table;" for table in ON_COORDINATOR)
    for switch in ("DISABLE", "ENABLE")
)


@pytest.fixture(scope="session", autouse=True)
def emptying_tables_between_tests() -> None:
    """Tests that commit end with empty tables, which only the owner may make, and only without triggers."""
    flush = DatabaseOperations.sql_flush

    def sql_flush(self, style, tables, **kwargs) -> list[str]:
        if os.environ.get(citus.VARIABLE):
            (off, on), statements = TRIGGERS_ON_CITUS, flush(self, style, tables, **kwargs)
        else:
            (off, on), names = TRIGGERS, ", ".join(map(self.quote_name, tables))
            statements = [EMPTYING.format(tables=names)] if tables else []
        return ["SET ROLE none;", off, *statements, on, f"SET ROLE {roles.APPLICATION};"]

    DatabaseOperations.sql_flush = sql_flush  # type: ignore[method-assign]


@pytest.fixture(scope="session", autouse=True)
def static_files_are_looked_for_once() -> None:
    """Each client of Django makes the middleware anew; looking at 300 files takes longer than a request."""
    from games.pages.static_files import StaticFiles  # noqa: PLC0415 (after the settings)

    look = StaticFiles.add_files_from_finders
    found: dict[str, Any] = {}

    def add_files_from_finders(self) -> None:
        if not found:
            look(self)
            found.update(self.files)
        self.files.update(found)

    StaticFiles.add_files_from_finders = add_files_from_finders


@pytest.fixture
def redis_url(servers, settings) -> str:
    """A Redis of this worker's own: each has a numbered database."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    own = servers["REDIS_URL"]
    settings.REDIS_URL = own if shared.are_given() else own.replace("db=0", f"db={worker}")
    return settings.REDIS_URL


@pytest.fixture
def api() -> ApiClient:
    """A client that checks every answer against the checked-in OpenAPI document."""
    return ApiClient(raise_request_exception=False)


@pytest.fixture
def signing_key() -> Ed25519PrivateKey:
    """A key for receipts that no server has."""
    return Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
