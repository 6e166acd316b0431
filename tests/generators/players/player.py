"""Plays a whole game with the client that openapi-python-client generates.

python player.py ORIGIN RULESET poll|stream
"""

import json
import secrets
import sys
from collections.abc import Iterator
from typing import Any, TypeVar

import httpx
from signalbox_client.api.audits import audit_game
from signalbox_client.api.games import create_game, get_game, start_game
from signalbox_client.api.play import act, list_actions, list_events
from signalbox_client.api.players import sign_up
from signalbox_client.models import (
    Audit,
    ClaimRouteAction,
    EndMessage,
    EventList,
    EventMessage,
    Game,
    GameStatus,
    Outcome,
    Problem,
    SignedUp,
    SignUpBody,
    TableBody,
    ViewMessage,
)

from signalbox_client import AuthenticatedClient, Client

T = TypeVar("T")
Message = ViewMessage | EventMessage | EndMessage
MESSAGES: dict[str, type[Message]] = {"view": ViewMessage, "event": EventMessage, "end": EndMessage}


def must(kind: type[T], answer: Any) -> T:
    if isinstance(answer, kind):
        return answer
    sys.exit(f"{answer.code}: {answer.detail}" if isinstance(answer, Problem) else f"no {kind.__name__}")


def open_game(origin: str, ruleset: str) -> tuple[AuthenticatedClient, Game]:
    body = SignUpBody(name=f"py-{secrets.token_hex(4)}", is_bot=True)
    me = must(SignedUp, sign_up.sync(client=Client(origin), body=body))
    client = AuthenticatedClient(origin, token=me.token.token, timeout=httpx.Timeout(60))
    game = must(Game, create_game.sync(client=client, body=TableBody(ruleset, 2, bots=["random"])))
    return client, must(Game, start_game.sync(game.id, client=client))


def play_turn(client: AuthenticatedClient, game: Game, wait: int = 0) -> bool:
    """Takes one action, a claim if there is one; False if there is none to take."""
    found = list_actions.sync(game.id, client=client, wait=wait)
    if found is None or isinstance(found, Problem):
        sys.exit(f"no actions: {found}")
    if found.items:
        claims = [action for action in found.items if isinstance(action, ClaimRouteAction)]
        must(Outcome, act.sync(game.id, client=client, body=secrets.choice(claims or found.items)))
    return bool(found.items)


def by_poll(client: AuthenticatedClient, game: Game) -> int:
    taken = 0
    while must(Game, get_game.sync(game.id, client=client)).status is not GameStatus.FINISHED:
        while play_turn(client, game, wait=30):
            taken += 1
    return taken


def messages(client: AuthenticatedClient, game: Game) -> Iterator[Message]:
    """The generator has no streams: a line of NDJSON is a message."""
    accept = {"Accept": "application/x-ndjson"}
    with client.get_httpx_client().stream("GET", game.links.stream, headers=accept) as answer:
        for line in answer.iter_lines():
            message = json.loads(line)
            if message["event"] in MESSAGES:
                yield MESSAGES[message["event"]].from_dict(message)


def by_stream(client: AuthenticatedClient, game: Game) -> int:
    taken = 0
    for message in messages(client, game):
        if isinstance(message, EndMessage):
            break
        if game.seat in message.data.to_act:
            taken += play_turn(client, game)
    return taken


def seqs(client: AuthenticatedClient, game: Game) -> Iterator[int]:
    after = 0
    while True:
        page = must(EventList, list_events.sync(game.id, client=client, after=after))
        yield from (event.seq for event in page.items)
        if page.next_ is None:
            return
        after = page.items[-1].seq


def main(origin: str, ruleset: str, way: str) -> None:
    client, game = open_game(origin, ruleset)
    taken = by_stream(client, game) if way == "stream" else by_poll(client, game)
    end = must(Game, get_game.sync(game.id, client=client))
    sound = must(Audit, audit_game.sync(game.id, client=client)).sound
    whole = list(seqs(client, game)) == list(range(1, end.version + 1))
    print(json.dumps({"status": end.status.value, "actions": taken, "whole": whole, "sound": sound}))  # noqa: T201


main(*sys.argv[1:])
