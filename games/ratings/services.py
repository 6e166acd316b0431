"""Writes the results of a finished game and updates the ratings, by the rule in `proof.ratings`."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from games.accounts.models import Player
from games.log.models import Game, Seat
from games.placement import locked_in_turn
from games.ratings.models import Rating, Result, bot_id
from proof.ratings.placings import Placing, has_finished, kind_of, placings_of
from proof.ratings.rule import NEW, Change, changes, groups, is_rated
from rules import ruleset
from rules.table.fold import Folded


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who has a seat at a table."""

    seat: int
    player: Player | None
    bot: str
    kind: str
    finished: bool

    @property
    def who(self) -> UUID | None:
        """The id under which the player or bot is rated."""
        return self.player.pk if self.player else bot_id(self.bot) if self.bot else None


def sitters_of(game: Game, folded: Folded) -> list[Sitter]:
    people = {seat.number: seat.player for seat in Seat.objects.filter(game=game).select_related("player")}
    return [
        Sitter(seat, people.get(seat), chair.bot, kind_of(chair), has_finished(chair))
        for seat, chair in enumerate(folded.table.chairs)
    ]


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings that a game changes. They are locked until the end of the transaction."""

    sitters: Sequence[Sitter]
    rows: Mapping[Hashable, Rating]

    @property
    def rated_at(self) -> datetime | None:
        """When the newest of the games ended that have changed them before."""
        return max((row.rated_at for row in self.rows.values() if row.rated_at), default=None)


def ratings_lock(game: Game, folded: Folded) -> Ratings:
    """A game has to end later than those that have rated its players before: so everybody knows the order."""
    sitters = sitters_of(game, folded)
    wanted = list(_touched(sitters)) if is_rated(folded.table) else []
    return Ratings(sitters, _rows_locked(ruleset(folded.table.ruleset).id, wanted))


def _touched(sitters: Sequence[Sitter]) -> Iterator[Sitter]:
    """Who is rated. If a stand-in has decided, nobody is, but it is counted who left."""
    yield from (one for group in groups(sitters) for one in group)
    yield from (one for one in sitters if one.player and not one.finished)


def places_of(folded: Folded, who: Mapping[int, Hashable]) -> list[Placing]:
    assert folded.state is not None  # noqa: S101 (the game is over)
    return placings_of(folded.table, folded.state, who)


def game_rate(game: Game, folded: Folded, ratings: Ratings, *, at: datetime) -> None:
    """Write the results of a finished game and rate its players, in the settlement's transaction.

    A test table has no results.
    """
    if folded.table.is_test:
        return
    rows = ratings.rows
    places = places_of(folded, {one.seat: one.who for one in ratings.sitters})
    rated = changes(places, lambda one: rows[one.who].strength) if is_rated(folded.table) else {}
    for one in places:
        if one.who in rows:
            _count(rows[one.who], one, rated.get(one.seat), at)
    Result.objects.bulk_create(results_of(game, ratings.sitters, places, rated, at=at))


def _count(row: Rating, place: Placing, change: Change | None, at: datetime) -> None:
    if change is None:
        row.left += 1
    else:
        row.strength, row.rated_at = change.after, at
        row.games, row.wins = row.games + 1, row.wins + place.won
    row.save(update_fields=["mean", "deviation", "rating", "rated_at", "games", "wins", "left"])


def _rows_locked(ruleset_id: str, wanted: Sequence[Sitter]) -> dict[Hashable, Rating]:
    """Lock the rows, creating missing ones, in a fixed order to prevent deadlocks."""
    whose = {one.who: one for one in sorted(wanted, key=lambda one: str(one.who)) if one.who}
    known = set(Rating.objects.filter(ruleset=ruleset_id, rated__in=whose).values_list("rated", flat=True))
    missing = [_new(one, who, ruleset_id) for who, one in whose.items() if who not in known]
    Rating.objects.bulk_create(missing, ignore_conflicts=True)
    locked = locked_in_turn(Rating.objects.select_for_update(), [(who, ruleset_id) for who in whose])
    return {row.rated: row for row in locked}


def _new(one: Sitter, who: UUID, ruleset_id: str) -> Rating:
    row = Rating(rated=who, ruleset=ruleset_id, kind=one.kind, player=one.player, bot=one.bot)
    row.strength = NEW
    return row


def results_of(
    game: Game,
    sitters: Sequence[Sitter],
    places: Sequence[Placing],
    rated: Mapping[int, Change],
    *,
    at: datetime,
) -> list[Result]:
    """The rows as they follow from the log; not saved."""
    return [_result(game, *both, rated, at) for both in zip(sitters, places, strict=True)]


def _result(game: Game, sitter: Sitter, place: Placing, rated: Mapping[int, Change], at: datetime) -> Result:
    row = Result(
        game=game,
        seat=place.seat,
        player=sitter.player,
        bot=sitter.bot,
        kind=place.kind,
        rank=place.rank,
        score=place.score,
        won=place.won,
        finished=place.finished,
        finished_at=at,
    )
    row.change = rated.get(place.seat)
    return row
