"""One run, shared: what it serves, what it survives, and who else may start."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from functools import partial

import psutil
import pytest

from tests.e2e.runs import Run, living, run_to_its_end, started
from tests.support.checkout import CHECKOUT
from tests.support.citus import plain_postgresql
from tests.support.processes import clean_env, eventually, free_port

pytestmark = plain_postgresql


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Iterator[Run]:
    # A folder with a space in its name, as many a home folder has.
    with started(tmp_path_factory.mktemp("a run") / "data", free_port()) as fresh:
        yield fresh


def test_it_is_healthy_and_ready(run):
    assert run.get("/healthz") == (200, {"status": "ok"})
    checks = ("database", "broker", "migrations", "sealing_key")
    assert run.get("/readyz")[1]["checks"] == dict.fromkeys(checks, "ok")


def test_it_answers_an_unknown_address_with_a_problem(run):
    status, problem = run.get("/nope")

    assert (status, problem["code"]) == (404, "not_found")


def test_it_serves_the_documentation_and_its_files(run):
    page = run.get("/docs")[1]

    assert "Quick start" in page
    linked = re.findall(r'(?:href|src)="(/docs/[^"]+)"', page)
    assert linked
    assert {run.get(path)[0] for path in linked} == {200}


def test_its_processes_count_requests_together(run):
    for _ in range(20):
        run.get("/api/v1")

    lines = run.get("/metrics")[1].splitlines()
    counted = next(line for line in lines if 'route="api/v1",status="200"' in line)
    assert float(counted.split()[-1]) == 20


def test_it_says_what_runs_where_and_what_to_try(run):
    ready = next(json.loads(line) for line in run.log().splitlines() if '"message": "ready"' in line)

    assert ready["docs"] == f"http://localhost:{run.port}/docs"
    assert ready["try"] == f"curl http://localhost:{run.port}/api/v1"
    assert str(run.data) in ready["postgres"]
    assert ready["streams"].startswith(f"http://localhost:{run.port}/api/v1/games/")
    assert ready["proxy"].startswith("Caddy")


def test_every_line_of_its_log_is_json_when_nobody_watches(run):
    assert all(json.loads(line)["service"] for line in run.log().splitlines())


def test_its_demo_prints_commands_that_work(run):
    made = subprocess.run(
        ["make", "--no-print-directory", "demo", f"PYTHON={sys.executable}"],
        cwd=CHECKOUT,
        env=clean_env(DATA_DIR=str(run.data)),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    commands = "\n".join(line for line in made.splitlines() if line.startswith("  "))
    typed = subprocess.run(
        ["bash", "-eu", "-c", commands.replace("curl ", "curl -sSf ")],
        env=clean_env(),
        capture_output=True,
        text=True,
        check=False,
    )

    assert typed.returncode == 0, made + typed.stderr
    assert '"status":"playing"' in typed.stdout
    assert '"sound":true' in typed.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="programs are forked on Linux only")
def test_its_python_processes_are_these_and_share_what_they_have_imported(run):
    cores = min(os.cpu_count() or 1, 4)
    ours = ["granian", "config.streams", "--exclude-queues", "hooks@%h", "manage notify", "beat"]
    forks = [eventually(partial(run.child, word)) for word in ours]
    eventually(lambda: len(forks[0].children()) == cores and len(forks[2].children()) == cores)

    shared = [process.memory_full_info() for process in [*forks, *forks[0].children(), *forks[2].children()]]

    servers = {"postgres", "valkey-server", "caddy"}
    assert {p.pid for p in psutil.Process(run.process.pid).children() if p.name() not in servers} == {
        fork.pid for fork in forks
    }
    assert all(process.pss < process.rss / 2 for process in shared)


def test_its_workers_take_orders_from_the_broker(run):
    ping = "from config.celery import app; print(app.control.ping(timeout=1))"

    def pong() -> str:
        command = f". '{run.data}/run/env' && '{sys.executable}' -c '{ping}'"
        asked = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=CHECKOUT,
            env=clean_env(),
            capture_output=True,
            text=True,
            check=True,
        )
        return asked.stdout if asked.stdout.count("pong") > 1 else ""

    answers = eventually(pong)
    assert "celery@" in answers
    assert "hooks@" in answers


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("web", "granian"),
        ("streams", "config.streams"),
        ("proxy", "caddy"),
        ("worker", "--exclude-queues"),
        ("hooks", "hooks@%h"),
        ("beat", "beat"),
        ("notifier", "manage notify"),
        ("postgres", "postgres"),
        ("redis", "valkey-server"),
    ],
)
def test_a_child_that_dies_is_replaced(run, name, word):
    before = eventually(lambda: run.child(word))
    kin = before.children(recursive=True)

    before.kill()

    run.wait_for(f"{name} (process {before.pid}) was ended by SIGKILL; restarting it in ")
    run.wait_for(f"{name} was restarted as process ")
    eventually(run.is_ready, what="being ready again")
    assert eventually(lambda: run.child(word)).pid != before.pid
    eventually(lambda: not living(kin), what=f"the end of what the dead {name} had started")


def test_a_second_run_in_the_same_folder_is_refused_in_one_sentence(run):
    second = run_to_its_end(run.data, free_port())

    assert second.returncode == 1
    assert second.stderr == (
        f"signalbox: another run (process {run.process.pid}) uses {run.data}; "
        "stop it, or set DATA_DIR and PORT.\n"
    )
    assert run.is_ready()


def test_a_taken_port_is_refused_in_one_sentence(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        refused = run_to_its_end(tmp_path, port)

    assert refused.returncode == 1
    assert (
        refused.stderr
        == f"signalbox: port {port} on 127.0.0.1 is taken; choose another: make run PORT=8001\n"
    )


def test_a_taken_port_of_the_streams_is_refused_likewise(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        refused = run_to_its_end(tmp_path, free_port(), STREAMS_PORT=str(port), PROXY="none")

    assert (
        refused.stderr
        == f"signalbox: port {port} on 127.0.0.1 is taken; choose another: make run STREAMS_PORT=8001\n"
    )


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PORT", "http"),
        ("STREAMS_PORT", "70000"),
        ("HOST", "no such host"),
        ("WEB_PROCESSES", "0"),
        ("PROXY", "nginx"),
        ("DATA_DIR", "/dev/null/data"),
        ("DATABASE_URL", "mysql://me:pw@h/n"),
        ("REDIS_URL", "redis://127.0.0.1:1"),
    ],
)
def test_a_wrong_wish_is_refused_in_one_sentence(tmp_path, variable, value):
    env = clean_env(DATA_DIR=str(tmp_path), PORT=str(free_port())) | {variable: value}
    refused = subprocess.run(
        [sys.executable, "-m", "config.run"],
        cwd=CHECKOUT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )

    assert refused.returncode == 1
    assert refused.stderr.startswith(f"signalbox: {variable} ")
    assert refused.stderr.count("\n") == 1


def test_a_wrong_setting_is_named_and_leaves_nothing_running(tmp_path):
    refused = run_to_its_end(tmp_path / "data", free_port(), DATABASE_POOL_SIZE="many")

    assert refused.returncode == 1
    assert "DATABASE_POOL_SIZE is 'many'; expected a whole number" in refused.stderr
    assert "Traceback" not in refused.stdout + refused.stderr
    assert "stopped; the data is kept in" in refused.stdout


def test_missing_wheels_are_told_in_one_sentence_each(tmp_path):
    hide = "import sys; sys.path = [p for p in sys.path if 'site-packages' not in p]; "
    for module, ask, variable in (("postgres", "binaries", "DATABASE_URL"), ("redis", "binary", "REDIS_URL")):
        told = subprocess.run(
            [sys.executable, "-c", f"from config.embedded.{module} import {ask}; {hide}{ask}()"],
            cwd=CHECKOUT,
            env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert told.returncode == 1
        assert told.stderr.endswith(f"for this platform; set {variable} to a server of your own.\n")
        assert told.stderr.count("\n") == 1


def test_a_missing_proxy_is_told_in_one_sentence_and_nothing_else_changes(tmp_path):
    hidden = "from config.embedded import caddy; caddy.binary = lambda: None; "
    told = subprocess.run(
        [sys.executable, "-c", f"{hidden}from config.run.__main__ import main; main()"],
        cwd=CHECKOUT,
        env=clean_env(DATA_DIR=str(tmp_path), PORT=str(free_port()), REDIS_URL="redis://127.0.0.1:1"),
        capture_output=True,
        text=True,
        check=False,
    )

    assert (
        "Caddy is not installed for this platform; continuing without it, as with PROXY=none" in told.stdout
    )
    assert told.stderr.startswith("signalbox: REDIS_URL ")  # it went on as far as that


def test_sigterm_ends_a_run_that_is_still_starting(tmp_path):
    begun = Run(tmp_path / "data", free_port())
    begun.wait_for("postgres")
    family = begun.family()

    assert begun.stop(signal.SIGTERM) == 0
    assert not living(family)
