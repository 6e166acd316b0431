"""The Python client on what `make run` starts: the programs of its page, and a server that dies."""

from __future__ import annotations

import asyncio
import random
import re
import secrets
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import mcp
import pytest
from mcp.client.stdio import StdioServerParameters

from signalbox_client import Client, Conflict, IllegalAction, NotFound, ProblemCode, Signer, Unauthenticated
from tests.e2e.runs import Run, running
from tests.support.checkout import CHECKOUT
from tests.support.processes import clean_env, eventually

README = (CHECKOUT / "clients" / "python" / "README.md").read_text()
PROGRAMS = dict(re.findall(r"^```python\n# (\S+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL))
FEW = {"WEB_PROCESSES": "1", "TASK_PROCESSES": "1", "RATE_LIMIT_PLAYER": "100000"}
CONSENT = f"{sys.executable} -m tests.support.consent %s &"  # a browser that allows everything
PATIENT = 60  # retries: longer than a restart takes


def url(run: Run) -> str:
    return f"http://127.0.0.1:{run.port}"


@contextmanager
def client_of(run: Run) -> Iterator[Client]:
    """Of a new account."""
    with Client(url(run)) as guest:
        token = guest.players.sign_up(name=f"client-{secrets.token_hex(4)}", is_bot=True).token.token
    with Client(url(run), token, retries=PATIENT) as found:
        yield found


@pytest.fixture
def client(run) -> Iterator[Client]:
    with client_of(run) as found:
        yield found


def started(folder: Path, name: str, *words: str, **env: str) -> subprocess.Popen[str]:
    """A program of the page, in a process of its own."""
    (folder / name).write_text(PROGRAMS[name])
    command = [sys.executable, name, *words]
    return subprocess.Popen(
        command,
        cwd=folder,
        env=clean_env(PYTHONPATH=str(CHECKOUT), **env),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_the_page_plays_a_whole_game_in_25_lines_and_reads_its_log(run, tmp_path):
    assert len(PROGRAMS["game.py"].splitlines()) <= 25
    said, _ = started(tmp_path, "game.py", url(run)).communicate(timeout=120)
    assert said.startswith("finished ["), said

    with Client(url(run)) as guest:
        (game,) = guest.games.list(status=["finished"]).items
        assert guest.games.verify(game.id).sound
    said, _ = started(tmp_path, "claims.py", url(run), game.id).communicate(timeout=60)
    assert said.endswith("the game is over\n"), said


def test_the_async_program_of_the_page_plays_all_games(run, client, tmp_path):
    token = client.me.create_token(name="program", scopes=["games:read", "games:play"]).token
    games = [client.games.create(ruleset="london", seats=2, bots=["random"]).id for _ in range(2)]
    for game in games:
        client.games.start(game)
    program = started(tmp_path, "many.py", url(run), token)
    try:
        for game in games:
            eventually(partial(is_finished, client, game), seconds=120)
        assert program.poll() is None
    finally:
        program.kill()
        said, _ = program.communicate()
    assert set(re.findall(r"^(\S{36}) \d+$", said, re.MULTILINE)) == set(games)


def test_the_app_of_the_page_signs_in_once_and_keeps_its_tokens(run, client, tmp_path):
    app = client.apps.create(name="An app", redirect_uris=["http://127.0.0.1/callback"]).client_id
    first, _ = started(tmp_path, "app.py", url(run), app, BROWSER=CONSENT).communicate(timeout=60)
    again, _ = started(tmp_path, "app.py", url(run), app, BROWSER="false").communicate(timeout=60)

    assert first == again
    assert first.startswith("signed in: person-"), first


def test_the_program_of_the_page_signs_its_moves_and_none_goes_unsigned(run, client, tmp_path):
    token = client.me.create_token(name="signing", scopes=["games:read", "games:play", "account"]).token
    said, _ = started(tmp_path, "signed.py", url(run), token).communicate(timeout=60)
    game, key = said.split()

    with pytest.raises(Conflict) as refused:
        client.games.resign(game)
    assert refused.value.code == ProblemCode.SIGNATURE_REQUIRED
    with Client(url(run), token, signer=Signer.load(tmp_path / "move-key")) as signing:
        for table in signing.games.follow(game, view=True):
            if table.seat in table.to_act:
                break
        action = signing.games.list_actions(game).items[0]
        with pytest.raises(Conflict):
            client.games.act(game, action)
        assert signing.games.act(game, action).events[0].signature
        signing.games.resign(game)
        verdict = signing.games.verify(game)

    (found,) = [check for check in verdict.checks if check.name == "signatures"]
    assert verdict.sound
    assert found.detail.startswith(f"seat 0: 3 of 3 decisions signed, key {key} from entry ")


def test_refusals_are_exceptions(run, client):
    game = client.games.create(ruleset="london", seats=2, bots=["random"], options={"first": "0"})
    client.games.start(game.id)

    with pytest.raises(IllegalAction) as refused:
        client.games.act(game.id, {"type": "draw_card", "pile": "transport"})
    assert refused.value.rule
    with pytest.raises(NotFound):
        next(iter(client.games.follow("5f0c0000-0000-4000-8000-000000000000")))
    with Client(url(run), "sb_made_up") as stranger, pytest.raises(Unauthenticated):
        next(stranger.turns())


def test_an_assistant_plays_a_whole_game_and_signs_its_moves(run, client, tmp_path):
    """With the SDK's own client, over the standard input and output of the program."""
    options = {"first": "0", "end": "early"}
    test = {"actions": list[object]()}
    game = client.games.create(ruleset="london", seats=2, bots=["random"], options=options, test=test).id
    open_table = client.games.create(ruleset="world", seats=2).id
    signer = Signer.new()
    signer.save(tmp_path / "key")
    client.me.set_key(key=signer.key, required=True)
    token = client.me.create_token(name="assistant", scopes=["games:read", "games:play"]).token

    program = StdioServerParameters(
        command=sys.executable,
        args=["-m", "signalbox_client.mcp", "--url", url(run), "--key", str(tmp_path / "key")],
        env=clean_env(SIGNALBOX_TOKEN=token, PYTHONPATH=str(CHECKOUT)),
    )

    games, tables = asyncio.run(assisted(program, game))

    assert [found["id"] for found in games] == [open_table]
    assert tables[-1]["status"] == "finished"
    running_tables = [table["view"]["seats"] for table in tables if table["status"] == "playing"]
    assert len(running_tables) > 2
    for mine, other in running_tables:
        assert {"hand", "tickets"} <= mine.keys()
        assert not {"hand", "tickets", "offer"} & other.keys()


async def assisted(program: StdioServerParameters, game: str) -> tuple[list[Any], list[Any]]:
    """The games the assistant sees, and the table before each of its actions and in the end."""
    tables: list[Any] = []
    async with mcp.Client(program) as assistant:

        async def ask(tool: str, **words: Any) -> Any:
            found = await assistant.call_tool(tool, words)
            assert not found.is_error, found.content
            return found.structured_content

        games = (await ask("my_games"))["games"]
        while (offered := await ask("list_actions", game_id=game, wait=30))["status"] in (
            "playing",
            "scoring",
        ):
            for action in offered["actions"][:1]:
                tables.append(await ask("look", game_id=game))
                shown = await ask("act", game_id=game, action=action)
                assert (await ask("look", game_id=game))["version"] == offered["version"]
                assert (await ask("act", game_id=game, action=action, confirmation=shown["confirmation"]))[
                    "done"
                ]
        tables.append(await ask("look", game_id=game))
        assert "CLAIM-2" in (await ask("explain_rule", ruleset="london"))["rules"]
    return games, tables


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "The token is unknown, revoked or expired.\n"),
        (["--key", "/nowhere"], "[Errno 2] No such file or directory: '/nowhere'\n"),
        (["--key", "/dev/null"], "This is no private key: 32 bytes in base64url without padding.\n"),
    ],
    ids=["token", "file", "key"],
)
def test_an_assistant_without_a_valid_token_or_key_is_told_so_in_a_sentence(run, words, said):
    ended = subprocess.run(
        [sys.executable, "-m", "signalbox_client.mcp", "--url", url(run), *words],
        env=clean_env(SIGNALBOX_TOKEN="sb_made_up", PYTHONPATH=str(CHECKOUT)),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == said


def test_a_game_ends_well_although_the_server_dies_in_the_middle_of_it(tmp_path):
    data = tmp_path / "data"
    with running(data, **FEW) as run, client_of(run) as client:
        game = client.games.create(ruleset="london", seats=2, bots=["random"], bot_delay=100).id
        client.games.start(game)
        with ThreadPoolExecutor(2) as threads:
            heard = threads.submit(lambda: [update.event.seq for update in client.games.follow(game)])
            played = threads.submit(play, client, game)
            eventually(partial(come_to, client, game, 30, played), seconds=60)
            for word in ("config.streams", "granian"):
                process = eventually(partial(run.child, word))
                assert process
                process.kill()
            eventually(partial(come_to, client, game, 50, played), seconds=60)
            run.stop()
            assert not played.done()
            with running(data, run.port, **FEW):
                assert played.result(240) == "finished"
                seqs = heard.result(60)
                assert seqs == list(range(1, client.games.get(game).version + 1))
                assert client.games.verify(game).sound


def is_finished(client: Client, game: str) -> bool:
    return client.games.get(game).status == "finished"


def play(client: Client, game: str) -> str:
    """At random, to the end."""
    for table in client.games.follow(game, view=True):
        while table.seat in table.to_act and (offered := client.games.list_actions(game)).items:
            client.games.act(game, random.choice(offered.items), expected_version=offered.version)
    return table.status


def come_to(client: Client, game: str, version: int, played: Future[str]) -> bool:
    if played.done():
        raise AssertionError(played.exception() or "The game was over too early.")
    return client.games.get(game).version >= version
