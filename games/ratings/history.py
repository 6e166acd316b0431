"""Ratings as they follow from results, game by game since the first."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from games.log.finished import finished
from games.log.models import Game
from games.ratings.models import Rating, Result, bot_id
from proof.differences import difference
from proof.ratings.history import Told, Unknown
from proof.ratings.rule import NEW, Strength
from rules import ruleset

AT_ONCE: Final = 200
Key = tuple[UUID, str]  # of a rating: who is rated, and the game over all its versions


@dataclass(slots=True)
class Standing:
    """What the rating of a player or a bot has to be."""

    kind: str = ""
    bot: str = ""
    strength: Strength = NEW
    games: int = 0
    wins: int = 0
    left: int = 0
    rated_at: datetime | None = None

    def add(self, row: Result) -> None:
        """After one more rated game, or one that the player left."""
        self.kind, self.bot, self.left = row.kind, row.bot, self.left + (not row.finished)
        if row.change:
            self.strength, self.rated_at = row.change.after, row.finished_at
            self.games, self.wins = self.games + 1, self.wins + row.won

    def wrong(self, row: Rating) -> Iterator[str]:
        """How the row differs from it."""
        for name, due in self.columns.items():
            if (found := getattr(row, name)) != due:
                yield difference(name, str(found), str(due))

    @property
    def columns(self) -> dict[str, Any]:
        mean, deviation = self.strength
        strength = {"mean": mean, "deviation": deviation, "rating": self.strength.rating}
        counts = {name: getattr(self, name) for name in ("kind", "bot", "games", "wins", "left", "rated_at")}
        return strength | counts


class Standings:
    """All of them, after some games."""

    def __init__(self) -> None:
        self._known: dict[Key, Standing] = {}

    def add(self, game: Game, rows: Iterable[Result]) -> None:
        for row in rows:
            who = who_of(row)
            if who and (row.change or not row.finished):
                self._known.setdefault((who, pool_of(game)), Standing()).add(row)

    def strength(self, who: Hashable, pool: str) -> Strength:
        known = self._known.get((who, pool)) if isinstance(who, UUID) else None
        return known.strength if known else NEW

    def take(self, key: Key) -> Standing:
        return self._known.pop(key, Standing())

    @property
    def rest(self) -> dict[Key, Standing]:
        """Those that nobody has taken."""
        return self._known


def all_ratings() -> Iterator[Rating]:
    ratings = Rating.objects.order_by("rated", "ruleset")
    found = list(ratings[:AT_ONCE])
    while found:
        yield from found
        found = list(ratings.filter(pk__gt=found[-1].pk)[:AT_ONCE])


def rated_games() -> QuerySet[Game]:
    """As `proof.ratings.rule.is_rated` has it."""
    return finished().filter(visibility=Game.Visibility.PUBLIC)


def pool_of(game: Game) -> str:
    return ruleset(game.ruleset).id


def who_of(row: Result) -> UUID | None:
    return bot_id(row.bot) if row.bot else row.player_id


def told_of(rows: Iterable[Result]) -> list[Told]:
    """As `proof` reads it. Whose account is deleted is rated by what their results say."""
    return [
        Told(row.seat, _named(row), row.kind, row.rank, row.finished, row.change)
        for row in sorted(rows, key=lambda row: row.seat)
    ]


def _named(row: Result) -> Hashable:
    return who_of(row) or (Unknown(row.game_id, row.seat) if row.change else None)
