"""The pages for readers, typed as somebody would type them, on what `make run` starts."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import pytest

from games.docs.document import operations
from games.docs.requests import requests_of
from tests.e2e.bot_tables import Host, look
from tests.e2e.runs import Run, kill_database, running
from tests.support.checkout import CHECKOUT
from tests.support.pages import PROGRAMS, SESSIONS, Block, blocks, program, session
from tests.support.processes import clean_env, eventually, free_port

pytestmark = pytest.mark.xdist_group("run")
FRONT = "README.md"


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Iterator[Run]:
    data = tmp_path_factory.mktemp("tutorial") / "data"
    with running(data, WEB_PROCESSES="1", TASK_PROCESSES="1", RATE_LIMIT_SIGN_UP="1000") as started:
        yield started


@pytest.fixture
def folder(tmp_path) -> Path:
    """A checkout to type in: what a page writes must not stay in ours."""
    tools = (".venv", "Makefile", "manage.py", "requirements.lock")
    for name in (*tools, "config", "games", "bots", "rules", "signalbox_client"):
        (tmp_path / name).symlink_to(CHECKOUT / name)
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "signalbox-client").symlink_to(CHECKOUT / "clients" / "javascript")
    return tmp_path


def typed(page: str, run: Run, folder: Path) -> subprocess.CompletedProcess[str]:
    """Keep the programs of a page under their names, and type its commands one after the other."""
    found = session(page)
    for block in found:
        if block.file:
            (folder / block.file).write_text(at_home(block.text, run), encoding="utf-8")
    script = "\n".join(block.text for block in found if block.language == "sh" and can_be_typed(block))
    for port in ("9001", "9002"):
        script = script.replace(port, str(free_port()))
    script = at_home(script, run).replace(".venv/bin/python", sys.executable)
    return started(["bash", "-eu", "-o", "pipefail", "-c", script], run, folder)


def at_home(text: str, run: Run) -> str:
    return text.replace("localhost:8000", f"127.0.0.1:{run.port}")


def started(command: list[str], run: Run, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=clean_env(DATA_DIR=str(run.data), PYTHON=sys.executable),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def can_be_typed(block: Block) -> bool:
    """Not what `make` starts, which does not end; and what needs node only where there is one."""
    needs_node = "\nnode " in f"\n{block.text}"
    return not block.is_make and not (needs_node and shutil.which("node") is None)


@pytest.mark.parametrize("page", [page for page in SESSIONS if page != FRONT])
def test_every_command_on_a_page_works_from_top_to_bottom(page, run, folder):
    session = typed(page, run, folder)

    assert session.returncode == 0, session.stdout[-2000:] + session.stderr + run.log()[-2000:]


@pytest.mark.parametrize("page", PROGRAMS)
@pytest.mark.parametrize(("language", "command"), [("python", sys.executable), ("js", "node")])
def test_the_program_on_a_page_works_in_every_language(page, language, command, run, folder):
    if shutil.which(command) is None:
        pytest.skip(f"no {command} is installed")
    text = "\n".join(block.text for block in blocks(page) if block.language == language and not block.file)
    file = folder / f"program.{'mjs' if language == 'js' else 'py'}"
    file.write_text(at_home(text, run), encoding="utf-8")

    played = started([command, str(file)], run, folder)

    assert played.returncode == 0, played.stdout[-2000:] + played.stderr + run.log()[-2000:]
    assert "won by" in played.stdout


# Not read here: what ends by itself only, what takes a secret of an address, and what takes a rare right.
NOT_TRIED = {"streamGame", "streamMe", "getCalendar", "getInvite", "listMyAudits", "getPushSubscription"}
READS = [
    operation
    for operation in operations()
    if operation.method == "get" and not operation.is_posted and operation.id not in NOT_TRIED
]
# What the requests of the reference are about.
ABOUT = r"""
RULESET_ID=london
APP='{"name": "Pocket", "homepage": "https://a.example", "redirect_uris": ["http://127.0.0.1/"]}'
APP_ID=$(api $API/apps -d "$APP" | member client_id)
HOOK='{"url": "http://127.0.0.1:9001/", "kinds": ["game.finished"]}'
WEBHOOK_ID=$(api $API/webhooks -d "$HOOK" | member id)
DELIVERY_ID=$(api -X POST $API/webhooks/$WEBHOOK_ID/test | member id)
TOKEN_ID=$(api $API/me/tokens | member items 0 id)
GAME_ID=$(api $API/games -d '{"ruleset": "london", "seats": 2, "bots": ["random"]}' | member id)
api -X POST $API/games/$GAME_ID/start | member status
api -X POST $API/games/$GAME_ID/resign | member status
finished() { api $API/games/$GAME_ID | grep '"status":"finished"' > /dev/null; }
wait_for finished
AUDIT_ID=$(api -X POST $API/games/$GAME_ID/audits | member id)
api -X PUT $API/games/$GAME_ID/note -d '{"text": "Well played."}' | member text
api -X POST $API/me/calendar | member url
for name in TOKEN NAME RULESET_ID APP_ID WEBHOOK_ID DELIVERY_ID TOKEN_ID GAME_ID AUDIT_ID; do
  echo "$name=${!name}" >> about.txt
done
"""


def test_every_read_of_the_reference_works_in_every_language(run, folder):
    shell = [
        session("docs/turns.md")[0].text,
        ABOUT,
        'curl() { command curl -sS --fail-with-body -o answer.txt "$@"; }',
    ]
    shell += [f"echo {operation.id}; {dict(requests_of(operation))['sh']}" for operation in READS]
    script = at_home("\n".join(shell), run).replace(".venv/bin/python", sys.executable)

    typed = started(["bash", "-eu", "-o", "pipefail", "-c", script], run, folder)

    assert typed.returncode == 0, typed.stdout[-500:] + (folder / "answer.txt").read_text()[-500:]
    about = dict(line.split("=", 1) for line in (folder / "about.txt").read_text().splitlines())
    names = {name.lower(): value for name, value in about.items()}
    for operation in READS:
        given: dict[str, Any] = {"httpx": httpx, **names}
        exec(at_home(dict(requests_of(operation))["python"], run), given)  # noqa: S102 – it is our page's
        assert given["answer"].is_success, (operation.id, given["answer"].text[-500:])


def test_the_first_game_of_the_readme_ends_with_a_claimed_route_also_the_second_time(run, folder):
    for _ in range(2):
        session = typed(FRONT, run, folder)

        assert session.returncode == 0, session.stdout + session.stderr
        answers = [json.loads(line) for line in session.stdout.splitlines() if line]
        assert answers[1]["status"] == "playing"
        assert all("code" not in answer for answer in answers), session.stdout
        claims = answers[-2]["view"]["claims"]
        assert answers[-2]["events"][0]["type"] == "route_claimed"
        assert claims[answers[-2]["events"][0]["public"]["route"]] == 0
        assert "route_claimed" in [event["type"] for event in answers[-1]["items"]]


def test_the_first_game_of_the_readme_stops_where_it_fails_and_says_why(run):
    (code,) = (block.text for block in blocks(FRONT) if block.language == "sh" and not block.is_make)
    wrong = code.replace('"ruleset": "london"', '"ruleset": "paris"')
    session = subprocess.run(
        ["bash", "-c", wrong.replace("localhost:8000", f"127.0.0.1:{run.port}")],
        env=clean_env(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert session.returncode == 1
    assert session.stdout == ""
    assert json.loads(session.stderr.splitlines()[-1])["code"] == "invalid"


def listener() -> Callable[..., Iterator[Any]]:
    client: dict[str, Any] = {"__name__": "listen"}
    exec(program("docs/streams.md", "listen.py"), client)  # noqa: S102 – it is our page's
    messages: Callable[..., Iterator[Any]] = client["messages"]
    return messages


def test_the_listener_on_the_page_hears_a_whole_game_although_its_servers_are_killed(run):
    messages = listener()
    game = Host(run, "hannah").table("random", "random", bot_delay=5)
    heard = messages(f"http://127.0.0.1:{run.port}" + look(run, game)["links"]["stream"])
    told = [next(heard) for _ in range(30)]
    for kill in (lambda: eventually(lambda: run.child("config.streams")).kill(), lambda: kill_database(run)):
        kill()
        told += [next(heard) for _ in range(30)]
    told += heard

    assert (told[0]["event"], told[-1]["data"]) == ("view", {"reason": "game_over"})
    seqs = [message["id"] for message in told if message["event"] == "event"]
    assert seqs == list(range(told[0]["id"] + 1, look(run, game)["version"] + 1))


def test_the_listener_on_the_page_hears_that_it_is_its_turn_although_whoever_tells_is_killed(run):
    host = Host(run, "listener")
    _, index = run.get("/api/v1")
    heard = listener()(f"http://127.0.0.1:{run.port}" + index["links"]["stream"], host.token)
    standing = next(heard)
    assert (standing["event"], standing["data"]) == ("standing", {"number": 0, "forgotten": 0, "games": []})

    wish = {"ruleset": "london", "seats": 2, "bots": ["random"], "options": {"first": "1"}}
    game = host.post("/games", wish)["id"]
    table = host.post(f"/games/{game}/start", {})
    told = list(islice(heard, 2))
    processes = [eventually(partial(run.child, word)) for word in ("config.streams", "manage notify")]
    for process in processes:
        process.kill()
    offer = table["view"]["seats"][0]["offer"]
    host.post(f"/games/{game}/actions", {"type": "keep_tickets", "tickets": offer})
    told += islice((message for message in heard if message["event"] == "notice"), 1)

    kinds = ["game.started", "game.your_turn", "game.your_turn"]
    assert [(message["id"], message["data"]["kind"]) for message in told] == list(enumerate(kinds, 1))
    assert {message["data"]["game"] for message in told} == {game}
