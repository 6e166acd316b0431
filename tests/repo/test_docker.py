"""No engine is needed to see that the files fit the project."""

import json
import re
from pathlib import Path

import yaml

CHECKOUT = Path(__file__).parents[2]
DOCKERFILE = (CHECKOUT / "docker" / "Dockerfile").read_text()
COMPOSE = yaml.safe_load((CHECKOUT / "docker" / "compose.yaml").read_text())


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
    assert {"web", "worker", "beat", "teller", "postgres", "redis"} <= set(COMPOSE["services"])


def test_no_service_but_the_web_server_opens_a_port():
    assert [name for name, service in COMPOSE["services"].items() if "ports" in service] == ["web"]
