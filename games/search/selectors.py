"""Search over finished public games, newest first.

One criterion leads: what happened in a game, else a player, else nothing. Its rows have the time of the end
in their index, so a page is read in order and ends early. The other criteria are looked up game by game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import BooleanField, Exists, F, Func, OuterRef, Q, QuerySet

from bots.registry import BOTS
from games.accounts.models import Player
from games.accounts.selectors import player_get
from games.log.models import Game, Seat
from games.reading.lists import ruleset_names
from games.search.findings import BOT
from games.search.models import Finding, History

ORDER = ("-ended_at", "-game_id")
WON = {"won": True, "lost": False}


@dataclass(frozen=True, slots=True)
class Event:
    kind: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What is searched for; everything that is given must hold."""

    player: str | None = None
    opponents: Sequence[str] = ()
    ruleset: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    result: str | None = None  # won or lost, by the player; or shared
    ended: str | None = None
    seats: int | None = None
    table: str | None = None
    shortest: int | None = None
    longest: int | None = None
    events: Sequence[Event] = ()  # by the player, if there is one


def found_games(question: Question) -> QuerySet[Any]:
    """Rows with `game_id` and `ended_at`, to be put in `ORDER`."""
    events, person, bot = list(question.events), *_who(question.player)
    if bot:
        events.append(Event(BOT, bot))
    if question.player and not (person or bot):
        return History.objects.none()
    if events:
        leading, *events = events
        rows: QuerySet[Any] = Finding.objects.filter(kind=leading.kind, subject=leading.subject)
        rows = rows.filter(_ruleset(question), _times(question), _by(question, person, leading))
    elif person:
        rows = Seat.objects.filter(_times(question), player=person, ended_at__isnull=False)
    else:
        rows = History.objects.filter(_ruleset(question), _times(question))
    rows = rows.filter(_visible(), *_people(question, person), *_events(question, person, events))
    return rows.filter(*_history(question, rows))


class Among(Func):
    """Whether a value is in an array."""

    template = "%(expressions)s)"
    arg_joiner = " = ANY("
    output_field = BooleanField()


class LookedUp(Exists):
    """Asked row by row. Without the offset PostgreSQL may join, which reads all rows before it sorts them."""

    template = "EXISTS(%(subquery)s OFFSET 0)"


def _who(name: str | None) -> tuple[Player | None, str]:
    if name is None or name in BOTS:
        return None, name or ""
    return player_get(name), ""


def _times(question: Question) -> Q:
    found = Q()
    if question.since:
        found &= Q(ended_at__gte=question.since)
    if question.until:
        found &= Q(ended_at__lt=question.until)
    return found


def _ruleset(question: Question) -> Q:
    return Q(ruleset__in=ruleset_names(question.ruleset)) if question.ruleset else Q()


def _visible() -> Exists:
    """An operator may have hidden the game a moment ago."""
    return Exists(Game.objects.filter(pk=OuterRef("game_id"), hidden_at=None))


def _history(question: Question, rows: QuerySet[Any]) -> list[Exists | Q]:
    lookups: Mapping[str, Any] = {
        "ended": question.ended,
        "seats": question.seats,
        "table": question.table,
        "actions__gte": question.shortest,
        "actions__lte": question.longest,
    }
    wanted = Q(**{name: value for name, value in lookups.items() if value is not None})
    if question.result == "shared":
        wanted &= Q(winners__gt=1)
    if rows.model is History:
        return [wanted]
    if rows.model is Seat:
        wanted &= _ruleset(question)
    elif not wanted:
        return []
    return [Exists(History.objects.filter(wanted, game=OuterRef("game_id")))]


def _people(question: Question, person: Player | None) -> list[Exists]:
    found = []
    if question.player:
        won = {"won": WON[question.result]} if question.result in WON else {}
        found.append(Exists(_seats(question.player, person).filter(**won)))
    names = Counter(map(str.lower, question.opponents))
    for name, times in names.items():
        own = name == (question.player or "").lower()
        found.append(Exists(_seats(name, player_get(name)).order_by("number")[own + times - 1 :]))
    return found


def _seats(name: str, person: Player | None) -> QuerySet[Seat]:
    """The seats of a player, or of a bot, in the game of the outer query."""
    seats = Seat.objects.filter(game=OuterRef("game_id"))
    if name in BOTS:
        return seats.filter(bot=name)
    return seats.filter(player=person) if person else Seat.objects.none()


def _by(question: Question, person: Player | None, event: Event) -> Q | Exists:
    """That the player did it. What a bot is found by is its own seat anyway."""
    if event.kind == BOT or not question.player:
        return Q()
    return Exists(_seats(question.player, person).filter(Among(F("number"), OuterRef("seats"))))


def _events(question: Question, person: Player | None, events: Sequence[Event]) -> list[Exists]:
    return [
        LookedUp(
            Finding.objects.filter(
                _by(question, person, event),
                game=OuterRef("game_id"),
                kind=event.kind,
                subject=event.subject,
            )
        )
        for event in events
    ]
