"""Games for benchmarks, made by the services, and what will be played in them, worked out beforehand."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit
from uuid import uuid4

from django.conf import settings
from django.db import connections

from config.embedded.throwaway import throwaway_servers
from config.servers import django_database
from games.accounts.models import Player
from games.accounts.services import player_create
from games.log import store
from games.log.models import Game
from games.log.seeds import key_of
from games.tables.lobby import TableWish, game_create, game_start, seat_take
from rules import Action, KeyedChance, Playout, State, plain_action, ruleset
from tests.support.web_process import migrate

Person = tuple[Player, str]  # with a token


@contextmanager
def servers() -> Iterator[tuple[Path, dict[str, str]]]:
    """A PostgreSQL that keeps what it commits, as in production, and a Redis; this process uses them too."""
    with TemporaryDirectory(prefix="signalbox-bench-") as folder:
        root = Path(folder)
        root.chmod(0o755)  # PostgreSQL may have to run as somebody else
        with throwaway_servers(root / "servers", careless=False) as found:
            migrate(found)
            connections["default"].settings_dict.update(
                django_database(urlsplit(found["DATABASE_URL"]), pool_size=0)
            )
            settings.REDIS_URL = found["REDIS_URL"]
            try:
                yield root, found
            finally:
                connections.close_all()


def people(count: int) -> list[Person]:
    made = (player_create(name=f"bench-{uuid4().hex[:12]}") for _ in range(count))
    return [(player, token) for player, _, token in made]


def table(rules: str, seats: int, players: list[Person]) -> Game:
    """A game of people, dealt."""
    game = game_create(players[0][0], TableWish(ruleset=rules, seats=seats)).game
    for player, _ in players[1:seats]:
        seat_take(game.id, player)
    game_start(game.id, players[0][0])
    game.refresh_from_db()
    return game


def script(game: Game, *, actions: int, seed: int) -> list[Action]:
    """What players who do anything they may will do in this game."""
    folded = store.states.load(game.id, game.version)
    whim = random.Random(seed)
    chance = KeyedChance(key_of(game.id, folded.table))
    playout = Playout(ruleset(game.ruleset), folded.state or State(), chance)
    found: list[Action] = []
    while playout.state.to_act and len(found) < actions:
        found.append(whim.choice(playout.offered(whim.choice(playout.state.to_act))))
        playout.follow(found[-1])
    return found


def body(action: Action) -> bytes:
    """As a client sends it."""
    return json.dumps({n: v for n, v in plain_action(action).items() if n != "seat"}).encode()
