"""The ratings in a data set: what each rated game of the month did to those who were compared in it.

A row is a seat. It repeats what the log of the game says, so that a month can be recomputed from this file
alone, and says with what rating its player came and left. Rated games that an operator has hidden are here
too, by their names in the public log: without them nothing would follow for those who played on.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

from proof.datasets.index import rows_of
from proof.datasets.manifest import LEFT_OUT, RATINGS
from proof.differences import difference
from proof.faults import Fault
from proof.files import Damaged
from proof.log import Log
from proof.ratings.history import History, Told, Unknown
from proof.ratings.placings import placings_of
from proof.ratings.rule import Change, Strength, groups, is_rated, text_of
from proof.times import moment_text
from rules import ruleset
from rules.state import State

MOST_ROWS: Final = 2_000_000  # they are in memory as a whole
MOST_OF_A_ROW: Final = 300  # bytes
HIDDEN: Final = "hidden"
_NUMBER: Final = re.compile(r"-?\d{1,3}\.\d{1,6}", re.ASCII)
_PLACE: Final = re.compile(r"\d{1,2}", re.ASCII)


class RatedSeat(NamedTuple):
    """What the log of the game says, and what it did to a rating."""

    game: str
    ended: str
    ruleset: str  # without its version
    seat: int
    kind: str
    player: str  # a pseudonym, a bot, or nothing if the account is deleted
    rank: int
    change: Change

    @property
    def line(self) -> str:
        numbers = (text_of(number) for strength in self.change for number in strength)
        return ",".join((*map(str, self[:-1]), *numbers))


COLUMNS: Final = (*RatedSeat._fields[:-1], "mean", "deviation", "new_mean", "new_deviation")
Rated = Mapping[str, Sequence[RatedSeat]]  # by game


def read_ratings(folder: Path) -> Rated:
    """Raises Damaged, or OSError."""
    rows = map(_read, rows_of(folder / RATINGS, COLUMNS, most=MOST_ROWS, longest=MOST_OF_A_ROW))
    found: dict[str, list[RatedSeat]] = {}
    for game, seats in groupby(rows, key=lambda row: row.game):
        if game in found:
            raise Damaged(f"the rows of game {game} are not together")
        found[game] = list(seats)
        _check_seats(game, found[game])
    return found


def _check_seats(game: str, seats: Sequence[RatedSeat]) -> None:
    numbers = [row.seat for row in seats]
    if numbers != sorted(set(numbers)):
        raise Damaged(f"the seats of game {game} are not in order")
    if len({(row.ended, row.ruleset) for row in seats}) > 1:
        raise Damaged(f"the seats of game {game} are of different games")


def _read(values: Sequence[str]) -> RatedSeat:
    game, ended, name, seat, kind, player, rank, *numbers = values
    if not all(map(_NUMBER.fullmatch, numbers)) or not all(map(_PLACE.fullmatch, (seat, rank))):
        raise Damaged(f"this is not a rating: {','.join(values)}")
    try:
        moment_text(ended)
    except ValueError as problem:
        raise Damaged(str(problem)) from None
    mean, deviation, new_mean, new_deviation = map(float, numbers)
    change = Change(Strength(mean, deviation), Strength(new_mean, new_deviation))
    return RatedSeat(game, ended, name, int(seat), kind, player, int(rank), change)


def check_ratings(rated: Rated, games: Collection[str], left_out: Mapping[str, str]) -> Iterator[str]:
    """The month recomputed. What somebody came with first is taken as it is told."""
    history, before = History(), ""
    for game, seats in rated.items():
        ended, name = seats[0].ended, seats[0].ruleset
        if game not in games and left_out.get(game) != HIDDEN:
            yield f"{RATINGS}: game {game} is neither here nor hidden, says {LEFT_OUT}"
        if ended < before:
            yield f"{RATINGS}: game {game} is not in the order in which games ended"
        yield from (f"{RATINGS}: game {game}: {why}" for why in history.wrong(name, list(map(_told, seats))))
        before = ended


def _told(row: RatedSeat) -> Told:
    who = row.player or Unknown(row.game, row.seat)
    return Told(row.seat, who, row.kind, row.rank, finished=True, change=row.change)


def check_rated(header: Mapping[str, Any], log: Log, rows: Sequence[RatedSeat]) -> str:
    """Whether the rows of a game say what its log says, and whether exactly those are there who are rated."""
    found = {row.seat: row._asdict() for row in rows}
    due = {row["seat"]: row for row in _due(header, log, rows)}
    for seat in sorted(found.keys() | due.keys()):
        if seat not in due or seat not in found:
            raise Fault(None, f"seat {seat} {'is' if seat in found else 'is not'} rated, against the rule")
        for name, value in due[seat].items():
            if found[seat][name] != value:
                raise Fault(None, f"seat {seat}: {difference(name, found[seat][name], value)}")
    return f"{len(due)} seats are rated"


def _due(header: Mapping[str, Any], log: Log, rows: Sequence[RatedSeat]) -> Iterator[dict[str, Any]]:
    table, state = log.walk.fold.table, State()
    for _, event in log.played:
        event.fold(state)
    bots = {seat: chair.bot for seat, chair in enumerate(table.chairs) if chair.bot}
    gone = {row.seat: Unknown(row.game, row.seat) for row in rows if not row.player}
    named = {int(seat): player for seat, player in header["players"].items()}
    first, last = log.entries[0], log.entries[-1]
    game = {"game": first["game"], "ended": last["at"], "ruleset": ruleset(table.ruleset).id}
    seats = placings_of(table, state, {**gone, **named, **bots}) if is_rated(table) else []
    for one in (one for group in groups(seats) for one in group):
        player = "" if isinstance(one.who, Unknown) else one.who
        yield {**game, "seat": one.seat, "kind": one.kind, "player": player, "rank": one.rank}
