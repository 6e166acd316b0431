"""Writes the results of a finished game and updates the ratings.

People are compared with people and bots with bots, by openskill's Plackett–Luce model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from openskill.models import PlackettLuce

from games.accounts.models import Player
from games.log.models import Game, Seat
from games.placement import locked_in_turn
from games.ratings.models import Rating, Result, bot_id
from rules import ruleset
from rules.table.fold import Folded

MODEL: Final = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Placement:
    """The result of one seat and its player or bot."""

    seat: int
    player: Player | None
    bot: str
    rank: (
        int  # of the seat, even if a stand-in finished it; equals share a rank, and the next ones are skipped
    )
    score: int
    won: bool  # as the log has it
    finished: bool = True  # False: the player left the seat to a stand-in, even for one decision

    @property
    def rated(self) -> UUID:
        """The id under which the player or bot is rated."""
        return self.player.pk if self.player else bot_id(self.bot)

    @property
    def kind(self) -> Rating.Kind:
        is_bot = self.player.is_bot if self.player else True
        return Rating.Kind.BOTS if is_bot else Rating.Kind.PEOPLE


def game_rate(game: Game, folded: Folded, *, at: datetime) -> None:
    """Write the results of a finished game and rate its players, in the settlement's transaction.

    A test table has no results.
    """
    if folded.table.is_test:
        return
    places = places_of(game, folded)
    changes: dict[int, tuple[float, float]] = {}
    if game.visibility != Game.Visibility.PRIVATE:  # a private table must not show, not even in a rating
        changes = _count(ruleset(game.ruleset).id, places)
    Result.objects.bulk_create(_result(game, place, changes.get(place.seat), at) for place in places)


def places_of(game: Game, folded: Folded) -> list[Placement]:
    """Ordered by points, then by completed tickets."""
    assert folded.state is not None  # noqa: S101 (the game is over)
    sheet, chairs = ruleset(folded.table.ruleset).score(folded.state), folded.table.chairs
    merits = [(sheet.total(seat), sheet.completed(seat)) for seat in range(len(chairs))]
    people = {seat.number: seat.player for seat in Seat.objects.filter(game=game).select_related("player")}
    return [
        Placement(
            seat=seat,
            player=people.get(seat),
            bot=chairs[seat].bot,
            rank=1 + sum(other > merits[seat] for other in merits),
            score=sheet.total(seat),
            won=seat in folded.state.winners,
            finished=not (chairs[seat].stand_in or chairs[seat].stood_in),
        )
        for seat in range(len(chairs))
    ]


def _count(ruleset_id: str, places: Sequence[Placement]) -> dict[int, tuple[float, float]]:
    """Rate the game. What a stand-in has played rates nobody; then only who left is counted."""
    if not all(place.finished for place in places):
        _count_left(ruleset_id, [place for place in places if place.player and not place.finished])
        return {}
    changes: dict[int, tuple[float, float]] = {}
    for group in comparable(places):
        changes |= _rate(ruleset_id, group)
    return changes


def _count_left(ruleset_id: str, leavers: Sequence[Placement]) -> None:
    for row in _rows_locked(ruleset_id, leavers).values():
        row.left += 1
        row.save(update_fields=["left"])


def comparable(places: Iterable[Placement]) -> list[list[Placement]]:
    """Groups to rate: people and bots separately, without players of two seats."""
    places = list(places)
    seats = Counter(place.rated for place in places)
    able = [place for place in places if (place.player or place.bot) and seats[place.rated] == 1]
    groups = ([place for place in able if place.kind == kind] for kind in Rating.Kind)
    return [group for group in groups if len(group) > 1]


def _rate(ruleset_id: str, group: Sequence[Placement]) -> dict[int, tuple[float, float]]:
    """Update the ratings of the group. Returns the rating before and after, by seat."""
    rows = _rows_locked(ruleset_id, group)
    before = [rows[place.rated] for place in group]
    teams = [[MODEL.create_rating([row.mean, row.deviation])] for row in before]
    after = MODEL.rate(teams, ranks=[float(place.rank) for place in group])
    changes: dict[int, tuple[float, float]] = {}
    for place, row, (new,) in zip(group, before, after, strict=True):
        changes[place.seat] = (row.rating, new.ordinal())
        row.mean, row.deviation, row.rating = new.mu, new.sigma, new.ordinal()
        row.games, row.wins = row.games + 1, row.wins + place.won
        row.save(update_fields=["mean", "deviation", "rating", "games", "wins"])
    return changes


def _rows_locked(ruleset_id: str, group: Sequence[Placement]) -> dict[UUID, Rating]:
    """Lock the rows of the group, creating missing ones, in a fixed order to prevent deadlocks."""
    group = sorted(group, key=lambda place: str(place.rated))
    whose = [place.rated for place in group]
    known = set(Rating.objects.filter(ruleset=ruleset_id, rated__in=whose).values_list("rated", flat=True))
    missing = [place for place in group if place.rated not in known]
    if missing:
        new = MODEL.rating()
        Rating.objects.bulk_create(
            [
                Rating(
                    rated=place.rated,
                    ruleset=ruleset_id,
                    kind=place.kind,
                    player=place.player,
                    bot=place.bot,
                    mean=new.mu,
                    deviation=new.sigma,
                    rating=new.ordinal(),
                )
                for place in missing
            ],
            ignore_conflicts=True,
        )
    locked = locked_in_turn(Rating.objects.select_for_update(), [(rated, ruleset_id) for rated in whose])
    return {row.rated: row for row in locked}


def _result(game: Game, place: Placement, change: tuple[float, float] | None, at: datetime) -> Result:
    before, after = change or (None, None)
    return Result(
        game=game,
        seat=place.seat,
        player=place.player,
        bot=place.bot,
        rank=place.rank,
        score=place.score,
        won=place.won,
        finished=place.finished,
        rating_before=before,
        rating_after=after,
        finished_at=at,
    )
