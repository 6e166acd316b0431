"""Searches over finished games: by each criterion, and by several at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Final

from django.utils import timezone

from games.accounts.models import Player
from games.log.models import Game
from games.search.models import History
from rules import ruleset
from tests.support.questions.client import API, Asked, Asker

# What each search is about, and its query. Braces are values, which differ from one search to the next.
SEARCHED: Final = {
    "nothing": "",
    "player": "player={player}",
    "player who is unknown": "player=nobody",
    "bot": "player=planner",
    "player and opponent": "player={player}&opponents={opponent}",
    "opponents alone": "opponents={player},{opponent}",
    "opponents who never met": "opponents={player},{stranger}",
    "ruleset": "ruleset={ruleset}",
    "since": "since={day}",
    "until": "until={day}",
    "between two times": "since={day}&until={later}",
    "won by player": "player={player}&result=won",
    "lost by player": "player={player}&result=lost",
    "shared": "result=shared",
    "shortest": "shortest={length}",
    "longest": "longest={length}",
    "a length that no game has": "longest=1",
    "played out": "ended=played_out",
    "resigned": "ended=resigned",
    "handed over": "ended=handed_over",
    "people": "table=people",
    "mixed": "table=mixed",
    "seats": "seats={seats}",
    "seats that no game has": "seats=5",
    "route": "ruleset=london&events=route_claimed:{route}",
    "ticket kept": "ruleset=london&events=ticket_kept:{ticket}",
    "ticket failed": "ruleset=london&events=ticket_failed:{failed}",
    "harbour": "ruleset=world&events=harbour_built:{harbour}",
    "seat resigned": "events=seat_resigned",
    "route and ticket": "ruleset=london&events=route_claimed:{route},ticket_failed:{failed}",
    "route by player": "player={player}&ruleset=london&events=route_claimed:{route}",
    "route, seats and length": "ruleset=london&events=route_claimed:{route}&seats={seats}&shortest={length}",
    "ruleset, seats and end": "ruleset={ruleset}&seats={seats}&ended=played_out&table=people",
    "ruleset and time": "ruleset={ruleset}&since={day}&until={later}",
    "player, ruleset, time and result": "player={player}&ruleset={ruleset}&until={later}&result=won",
    "ruleset, length that no game has": "ruleset={ruleset}&longest=1",
}
APART: Final = 101  # players whose numbers differ so much have played together
MONTHS: Final = 4  # between two times: also in a small database games end then
EVENTS: Final = {"route": "route_claimed", "ticket": "ticket_kept", "failed": "ticket_failed"}


def searches(player: Player, game: Game, limit: int = 5) -> Asked:
    """Each with values that stay the same, and hold for a game of London that the player has played."""
    values = {**_values(Random(1), _players()), **_said_of(game), **_played_by(player, game)}
    return {
        f"GET /search/games by {name}": Asker().getting(_path(query, values, limit))
        for name, query in SEARCHED.items()
    }


def varied_searches(limit: int = 20) -> dict[str, Callable[[Random], object]]:
    """Each with new values every time."""
    players, anybody = _players(), Asker()

    def varied(query: str) -> Callable[[Random], object]:
        return lambda chance: anybody.ask("GET", _path(query, _values(chance, players), limit))

    return {name: varied(query) for name, query in SEARCHED.items()}


def _path(query: str, values: dict[str, str], limit: int) -> str:
    return f"{API}/search/games?limit={limit}&{query.format(**values)}"


def _values(chance: Random, players: int) -> dict[str, str]:
    player = chance.randrange(players)
    day = timezone.now() - timedelta(days=chance.randrange(MONTHS * 30, 360))
    london, world = ruleset("london").board, ruleset("world").board
    return {
        "player": f"p-{player}",
        "opponent": f"p-{(player + APART) % players}",
        "stranger": f"p-{(player + 3) % players}",
        "ruleset": chance.choice(("london", "berlin", "amsterdam", "world")),
        "day": f"{day:%Y-%m-%dT%H:%M:%SZ}",
        "later": f"{day + timedelta(days=MONTHS * 30):%Y-%m-%dT%H:%M:%SZ}",
        "seats": chance.choice("24"),
        "length": str(chance.randrange(20, 400)),
        "route": chance.choice(sorted(london.routes)),
        "ticket": chance.choice(sorted(london.tickets)),
        "failed": chance.choice(sorted(london.tickets)),
        "harbour": chance.choice(sorted(world.places)),
    }


def _said_of(game: Game) -> dict[str, str]:
    subjects = {
        name: min(game.findings.filter(kind=kind).values_list("subject", flat=True))
        for name, kind in EVENTS.items()
    }
    return {**subjects, "seats": str(game.seat_count), "length": str(History.objects.get(game=game).actions)}


def _played_by(player: Player, game: Game) -> dict[str, str]:
    others = game.seats.exclude(player=player).values_list("player__name", flat=True)
    return {"player": player.name, "opponent": others[0]}


def _players() -> int:
    """They are named p-0, p-1 …"""
    return Player.objects.filter(name__startswith="p-").count()
