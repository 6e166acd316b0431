"""What a version had in its database and what it answered, recorded once, when it is released:

    python -m tests.upgrades.recording 0.1.0

The folder that this makes holds a backup with games of every kind, finished and not, and answers about them.
The keys and tokens in it belong to nobody.
"""

from __future__ import annotations

import json
import sys
import urllib.error
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from tests.e2e.runs import Run, make, running
from tests.support.processes import eventually

HERE: Final = Path(__file__).parent
BACKUP, ANSWERS = "backup", "answers.json"
RULESETS: Final = ("london", "amsterdam", "berlin", "world")
PEOPLE: Final = ("ada", "bob")
MOVES: Final = 12
# The key and the name of the public log, which operators keep beside their backups.
KEPT: Final = {"SIGNING_KEY": "A" * 43, "PUBLIC_URL": "http://localhost:8000"}


class Answer(NamedTuple):
    status: int
    body: Any
    is_replayed: bool


def ask(run: Run, path: str, token: str = "", *, body: Any = None, key: str = "") -> Answer:
    """GET, or POST with a body."""
    headers = {"Content-Type": "application/json"}
    headers |= {"Authorization": f"Bearer {token}"} if token else {}
    headers |= {"Idempotency-Key": key} if key else {}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{run.port}/api/v1{path}", data, headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as found:  # noqa: S310 – our own address
            replayed = found.headers.get("Idempotency-Replayed") == "true"
            return Answer(found.status, json.loads(found.read()), replayed)
    except urllib.error.HTTPError as problem:
        with problem:
            return Answer(problem.code, json.loads(problem.read()), is_replayed=False)


def done(run: Run, path: str, token: str, body: Any, key: str = "") -> Any:
    answer = ask(run, path, token, body=body, key=key)
    assert answer.status in (200, 201), answer
    return answer.body


def record(version: str) -> None:
    folder = HERE / version
    folder.mkdir()
    with TemporaryDirectory() as place, running(Path(place) / "data", **KEPT) as run:
        tokens = {name: done(run, "/players", "", {"name": name})["token"]["token"] for name in PEOPLE}
        finished = [_played_by_bots(run, tokens["ada"], rules) for rules in RULESETS]
        moves = [_played_by_people(run, tokens, rules) for rules in RULESETS]
        _wait_for_the_end(run, finished)
        about = {"tokens": tokens, "moves": moves, "answers": _answers(run, tokens, finished, moves)}
        made = make("backup", DATA_DIR=str(run.data), FILE=str(folder / BACKUP))
        assert made.returncode == 0, made.stderr
    (folder / ANSWERS).write_text(json.dumps(about, indent=1, sort_keys=True) + "\n")


def _played_by_bots(run: Run, host: str, rules: str) -> str:
    wish = {"ruleset": rules, "seats": 3, "bots": ["random", "greedy", "planner"], "sit": False}
    game: str = done(run, "/games", host, wish)["id"]
    done(run, f"/games/{game}/start", host, {})
    return game


def _played_by_people(run: Run, tokens: dict[str, str], rules: str) -> dict[str, Any]:
    """The last move, to be repeated one day: who made it, where, its key and what was answered."""
    ada, bob = tokens.values()
    game = done(run, "/games", ada, {"ruleset": rules, "seats": 2, "name": f"{rules} of two"})["id"]
    done(run, f"/games/{game}/seats", bob, {})
    done(run, f"/games/{game}/start", ada, {})
    last: dict[str, Any] = {}
    for number in range(MOVES):
        last = move(run, tokens, game, f"move-{number}")
    return last


def move(run: Run, tokens: dict[str, str], game: str, key: str) -> dict[str, Any]:
    """The first action that is possible, by whoever has to decide."""
    seat = ask(run, f"/games/{game}").body["to_act"][0]
    who = PEOPLE[seat]
    action = ask(run, f"/games/{game}/actions", tokens[who]).body["items"][0]
    answer = done(run, f"/games/{game}/actions", tokens[who], action, key)
    return {"game": game, "who": who, "action": action, "key": key, "answer": answer}


def _wait_for_the_end(run: Run, games: list[str]) -> None:
    """And until the public log has it."""

    def are_over() -> bool:
        return all(ask(run, f"/games/{game}").body["status"] == "finished" for game in games)

    def are_entered() -> bool:
        audits = [ask(run, f"/games/{game}/audit").body["checks"] for game in games]
        return all(
            check["result"] == "passed" for checks in audits for check in checks if check["name"] == "log"
        )

    eventually(are_over, seconds=300, what="finished games")
    eventually(are_entered, seconds=120, every=1, what="their ends in the public log")


def _answers(
    run: Run, tokens: dict[str, str], finished: list[str], moves: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Each with who asked for what."""
    games = [*finished, *(one["game"] for one in moves)]
    asked = [
        *((who, f"/games/{game}") for game in games for who in ("", *PEOPLE)),
        *(("", f"/games/{game}/events?limit=20") for game in finished),
        *(("", f"/games/{game}/audit") for game in finished),
        *(("bob", f"/games/{one['game']}/events?limit=20&after=10") for one in moves),
        *((who, path) for who in PEOPLE for path in ("/me/games", "/me/notices", "/me/results")),
        *(("", f"/leaderboards/{rules}?kind=bots") for rules in RULESETS),
    ]
    return [
        {"who": who, "path": path, "answer": ask(run, path, tokens.get(who, "")).body} for who, path in asked
    ]


if __name__ == "__main__":
    record(sys.argv[1])
