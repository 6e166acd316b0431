"""No engine is needed to see that the files fit the project."""

import json
import re
from typing import Any
from uuid import uuid4

import yaml

from config.env import Env
from config.run.plan import read_plan
from config.run.programs import app_programs
from tests.support.api_client import component, document
from tests.support.checkout import CHECKOUT

DOCKERFILE = (CHECKOUT / "docker" / "Dockerfile").read_text()
COMPOSE = yaml.safe_load((CHECKOUT / "docker" / "compose.yaml").read_text())
CITUS = yaml.safe_load((CHECKOUT / "docker" / "compose.citus.yaml").read_text())


def test_what_the_image_copies_exists_and_is_not_ignored():
    allowed = {
        line.removeprefix("!")
        for line in (CHECKOUT / ".dockerignore").read_text().splitlines()
        if line[0] == "!"
    }
    copied = {
        name for name in re.findall(r"^COPY (\S+) ", DOCKERFILE, re.MULTILINE) if not name.startswith("--")
    }

    assert copied == allowed
    assert all((CHECKOUT / name).exists() for name in copied)


def test_the_image_does_not_run_as_root():
    assert re.findall(r"^USER (\S+)", DOCKERFILE, re.MULTILINE) == ["signalbox"]


def test_the_image_has_a_health_check_and_its_command_is_well_formed():
    probe, server = (
        json.loads(command) for command in re.findall(r"CMD (\[[^\n]*\])", DOCKERFILE.replace("\\\n", " "))
    )
    assert "/healthz" in probe[-1]
    compile(probe[-1], "probe", "exec")
    assert server[:4] == ["granian", "--interface", "wsgi", "config.wsgi:application"]


def test_every_service_that_is_waited_for_exists():
    for service in COMPOSE["services"].values():
        assert set(service.get("depends_on", {})) <= set(COMPOSE["services"])


def test_the_parts_of_a_run_are_all_there():
    parts = {"web", "streams", "worker", "hooks", "beat", "notifier", "postgres", "redis", "proxy"}
    assert parts <= set(COMPOSE["services"])


def test_workers_do_not_ask_each_other_anything_as_under_make_run():
    alone = {"--without-gossip", "--without-mingle"}
    programs = {one.name: one for one in app_programs(read_plan(Env({"DATA_DIR": "."})), {})}

    for name in ("worker", "hooks"):
        assert alone <= set(programs[name].argv)
        assert alone <= set(COMPOSE["services"][name]["command"])


def test_no_service_but_the_proxy_opens_a_port():
    assert [name for name, service in COMPOSE["services"].items() if "ports" in service] == ["proxy"]


def test_it_has_no_secret_of_its_own():
    """What a deployment does not choose is the same everywhere. Compose ends with the words after `:?`."""
    texts = [(CHECKOUT / "docker" / name).read_text() for name in ("compose.yaml", "compose.citus.yaml")]
    used = re.findall(r"\$\{(\w+)([^}]*)\}", "".join(texts))
    required = {name for name, how in used if how.startswith(":?")}

    assert required == {"SECRET_KEY", "SIGNING_KEY", "SEALING_KEY", "POSTGRES_PASSWORD"}
    assert not [name for name, how in used if name in required and how.startswith(":-")]


def test_only_migrations_know_the_owner_of_the_tables():
    knowing = {name for name, found in COMPOSE["services"].items() if "DATABASE_OWNER_URL" in str(found)}

    assert knowing == {"migrate"}


def test_the_probe_of_the_streams_is_a_program():
    _, *command = COMPOSE["services"]["streams"]["healthcheck"]["test"]
    assert command[:2] == ["python", "-c"]
    compile(command[2], "probe", "exec")


def test_the_proxy_sends_streams_and_long_polls_and_nothing_else_to_the_streams_process():
    text = (CHECKOUT / "docker" / "Caddyfile").read_text()
    port = COMPOSE["services"]["streams"]["command"][-1]
    assert f'reverse_proxy "{{$STREAMS_UPSTREAM:streams:{port}}}"' in text
    paths = {path: found for path, found in document()["paths"].items() if path.startswith("/api/")}
    streams, polls = re.findall(r"path_regexp (\S+)", text)

    def sent(pattern: str) -> set[str]:
        return {path for path in paths if re.search(pattern, re.sub(r"\{\w+\}", str(uuid4()), path))}

    assert sent(streams) == {path for path in paths if path.endswith("/stream")}
    assert sent(polls) == {path for path, found in paths.items() if waits(found.get("get", {}))} != set()


def waits(operation: dict[str, Any]) -> bool:
    parameters = [component(one["$ref"]) if "$ref" in one else one for one in operation.get("parameters", [])]
    return any(parameter["name"] == "wait" for parameter in parameters)


def test_on_citus_the_nodes_are_joined_before_the_tables_are_made_and_placed():
    services = CITUS["services"]

    assert set(services) - set(COMPOSE["services"]) == {"node1", "node2", "join"}
    assert set(services["join"]["depends_on"]) == {"postgres", "node1", "node2"}
    assert services["migrate"]["depends_on"] == {"join": {"condition": "service_completed_successfully"}}
    assert services["migrate"]["command"][-1].endswith("migrate --no-input && python manage.py distribute")
    mounted = {volume.split(":")[0] for node in services.values() for volume in node.get("volumes", [])}
    assert mounted == set(CITUS["volumes"])
    for node in ("postgres", "node1", "node2"):  # the application's role is made on each
        assert services[node]["configs"] == COMPOSE["services"]["postgres"]["configs"]
