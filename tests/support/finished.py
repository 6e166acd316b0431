"""A game of two people over the API, played to its end by simple means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from signalbox_client import Client
from signalbox_client.records import Game
from tests.support.processes import eventually

_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Finished:
    url: str
    id: str
    names: tuple[str, ...]
    tokens: tuple[str, ...]
    version: int

    def export(self) -> str:
        with Client(self.url) as guest:
            return guest.games.export(self.id)


def finished_game(url: str) -> Finished:
    with Client(url) as guest:
        made = [guest.players.sign_up(name=f"{name}-{next(_numbers)}") for name in ("grace", "alan")]
    names = tuple(one.player.name for one in made)
    tokens = tuple(one.token.token for one in made)
    with Client(url, tokens[0]) as first, Client(url, tokens[1]) as second:
        game = played_out((first, second))
    return Finished(url, game.id, names, tokens, game.version)


def played_out(clients: Sequence[Client]) -> Game:
    game = clients[0].games.create(ruleset="london", seats=2)
    clients[1].games.take_seat(game.id)
    to_act = clients[0].games.start(game.id).to_act
    while to_act:
        actor = clients[to_act[0]]
        actions = actor.games.list_actions(game.id).items
        claims = (action for action in actions if action.type == "claim_route")
        to_act = actor.games.act(game.id, next(claims, actions[0])).to_act
    settled(clients[0], game.id)
    return clients[0].games.get(game.id)


def settled(client: Client, game: str) -> None:
    """The result is counted, and the end is in the public log."""
    eventually(lambda: client.games.get_receipt(game).proof, seconds=60, what="the end in the log")
    eventually(lambda: client.me.list_results().items, seconds=60, what="the result")
