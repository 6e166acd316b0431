"""A program as a fork of the supervisor: it must not notice that it was not executed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from config.env import Env
from config.run.fork import preload
from config.run.plan import read_plan
from config.run.programs import app_programs
from tests.support.checkout import CHECKOUT
from tests.support.processes import clean_env
from tests.support.web_process import FOR_TESTS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="programs are forked on Linux only")

# The supervisor: it holds a file and a signal handler, has read the settings, and says how its fork ended.
SUPERVISOR = """
import json, os, signal, sys
from pathlib import Path
from config.run.fork import Fork
from django.conf import settings
assert "pool" not in settings.DATABASES["default"]["OPTIONS"]
held = open("held", "w")
signal.signal(signal.SIGTERM, lambda *_: None)
assert settings.DATABASE_OWNER is None
env = {**os.environ, "DATABASE_POOL_SIZE": "7", "WORD": "for the fork"}
if "migrate" in sys.argv:
    env["DATABASE_OWNER_URL"] = "postgres://owner@primary/games"
fork = Fork((sys.executable, "-m", *sys.argv[1:]), cwd=Path.cwd(), env=env, in_child=lambda: None)
is_leader = os.getsid(fork.pid) == fork.pid
if "killed" in sys.argv:
    fork.kill()
output = fork.stdout.read().decode()
print(json.dumps({"code": fork.wait(), "is_leader": is_leader, "output": output}))
"""
PROBE = """
import json, os, signal, sys
from django.conf import settings
print(json.dumps({
    "argv": sys.argv[1:],
    "word": os.environ["WORD"],
    "input": sys.stdin.read(),
    "files": sorted({os.readlink(f"/proc/self/fd/{n}") for n in os.listdir("/proc/self/fd") if n not in "012"
                     and os.path.exists(f"/proc/self/fd/{n}")}),
    "has_handler": callable(signal.getsignal(signal.SIGTERM)),
    "owner": (settings.DATABASE_OWNER or {}).get("USER"),
    "pool": settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"],
}))
"""


def forked(folder: Path, code: str, *words: str) -> dict[str, Any]:
    (folder / "program.py").write_text(code)
    ended = subprocess.run(
        [sys.executable, "-c", SUPERVISOR, "program", *words],
        cwd=folder,
        env=clean_env(
            PYTHONPATH=str(CHECKOUT),
            DJANGO_SETTINGS_MODULE="config.settings",
            DATABASE_URL="postgres://primary/games",
            REDIS_URL="redis://nowhere",
            **FOR_TESTS,
        ),
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(ended.stdout)
    return found


def test_a_fork_has_its_own_words_environment_pool_and_signals_and_none_of_the_supervisors_files(tmp_path):
    ended = forked(tmp_path, PROBE, "one", "two")
    told = json.loads(ended["output"])

    assert (ended["code"], ended["is_leader"]) == (0, True)
    assert (told["argv"], told["word"], told["input"]) == (["one", "two"], "for the fork", "")
    assert set(told["files"]) <= {os.devnull}
    assert not told["has_handler"]
    assert told["pool"] == 7


def test_a_fork_knows_the_owner_of_the_tables_only_if_it_is_told(tmp_path):
    assert [json.loads(forked(tmp_path, PROBE, name)["output"])["owner"] for name in ("web", "migrate")] == [
        None,
        "owner",
    ]


@pytest.mark.parametrize(
    ("code", "expected", "said"),
    [
        ("raise SystemExit", 0, ""),
        ("raise SystemExit(3)", 3, ""),
        ("raise SystemExit('in one sentence')", 1, "in one sentence\n"),
        ("import nowhere", 1, "ModuleNotFoundError: No module named 'nowhere'\n"),
    ],
)
def test_it_ends_as_an_interpreter_does(tmp_path, code, expected, said):
    ended = forked(tmp_path, code)

    assert ended["code"] == expected
    assert ended["output"].endswith(said)
    assert bool(ended["output"]) == bool(said)


def test_a_killed_one_says_by_what(tmp_path):
    assert forked(tmp_path, "import time; time.sleep(600)", "killed")["code"] == -9


def test_programs_differ_in_no_setting_that_is_read_before_they_are_forked(tmp_path):
    programs = app_programs(read_plan(Env({"DATA_DIR": str(tmp_path)})), {"NAME": "shared"})

    own = [set(program.env) - {"NAME"} for program in programs if program.is_python]
    assert set().union(*own) == {"DATABASE_POOL_SIZE"}


# What is imported, compiled and laid out after the project was loaded for all forks.
FIRST_REQUEST = """
import json, os, sys
from config.run.fork import preload
assert preload(dict(os.environ))
before = set(sys.modules)
from django.template import engines
from django.urls import get_resolver
from config.celery import app
from config.wsgi import application
compiled = all("regex" in vars(one.pattern) for one in get_resolver().url_patterns)
engines["django"].from_string("{% load i18n %}")
app.loader.import_default_modules()
environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/healthz", "SERVER_NAME": "localhost", "SERVER_PORT": "80",
           "wsgi.input": sys.stdin.buffer, "wsgi.url_scheme": "http"}
application(environ, lambda *_: None)
from games.reading.pictures import layout_of
from rules.catalogue import catalogue
known = layout_of.cache_info().misses
for rules in catalogue():
    layout_of(rules.name)
boards = layout_of.cache_info().misses - known
print(json.dumps({"new": sorted(set(sys.modules) - before), "compiled": compiled, "boards": boards}))
"""


def said_by(code: str, **env: str) -> str:
    """The last line that a process of its own prints."""
    ended = subprocess.run(
        [sys.executable, "-c", code],
        cwd=CHECKOUT,
        env=clean_env(
            DJANGO_SETTINGS_MODULE="config.settings",
            DATABASE_URL="postgres://app@nowhere/games",
            REDIS_URL="redis://nowhere",
            CELERY_SKIP_CHECKS="true",
            **FOR_TESTS,
            **env,
        ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    return ended.stdout.splitlines()[-1]


def test_what_programs_do_at_their_start_was_done_once_before_they_are_forked():
    assert json.loads(said_by(FIRST_REQUEST)) == {"new": [], "compiled": True, "boards": 0}


# The owner is in the environment of who started it.
LOADED = """
import os
from config.run.fork import preload
from config.run.programs import for_serving
assert preload(for_serving(dict(os.environ)))
from django.conf import settings
print(settings.DATABASE_OWNER, "DATABASE_OWNER_URL" in os.environ)
"""


def test_what_is_loaded_for_all_programs_does_not_name_the_owner():
    assert said_by(LOADED, DATABASE_OWNER_URL="postgres://owner@nowhere/games") == "None False"


def test_elsewhere_nothing_is_loaded_and_programs_are_executed(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")

    assert preload({"SHOULD_NOT": "be set"}) is False
    assert "SHOULD_NOT" not in os.environ
