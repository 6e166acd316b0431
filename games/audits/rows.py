"""What the server shows beside a log: who sat where, and the results.

These are rows, which whoever owns the database can change. They are compared with what the log says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from games.accounts.openings import opening_of
from games.log import store
from games.log.entries import Entry
from games.log.models import Game, Seat
from games.log.sql import people_rows
from games.ratings.history import told_of
from games.ratings.models import Result
from games.ratings.services import places_of, results_of, sitters_of
from proof.audit import Check, checked
from proof.differences import difference
from proof.faults import Fault, NotYet
from proof.ratings.history import History
from proof.ratings.rule import is_rated
from rules.table.fold import Folded, fold, table_of
from rules.table.state import Status

SHOWN: Final = ("bot", "kind", "rank", "score", "won", "finished")


def check_rows(game: Game, stored: Sequence[Entry]) -> list[Check]:
    return [
        checked("people", partial(_check_people, game, stored)),
        checked("results", partial(_check_results, game, stored)),
    ]


def _check_people(game: Game, stored: Sequence[Entry]) -> str:
    """Each player who is shown is the one to whom the log commits. Deleted accounts are not shown."""
    if game.origin:
        return "an import, of which nobody here is a player"
    owners = dict(enumerate(chair.owner for chair in table_of(stored).chairs))
    people = people_rows(game.id)
    for seat, player in people.items():
        if not opening_of(player, game.id, owners.get(seat, "")):
            raise Fault(None, f"seat {seat} is shown with an account that did not sit down there")
    if len(people) == 1:
        return "1 seat is shown with the account that sat down there"
    return f"{len(people)} seats are shown with the accounts that sat down there"


def _check_results(game: Game, stored: Sequence[Entry]) -> str:
    if not any(entry["type"] == "seed_revealed" for entry in stored):
        raise NotYet("the game is not over")
    folded = fold(Folded(), map(store.row_of, stored))
    due, rows = _due(game, folded), list(Result.objects.filter(game=game))
    for why in (*_wrong_seats(game, due), *_wrong_results(game, due, rows), *_wrong_ratings(folded, rows)):
        raise Fault(None, why)
    return f"{len(due)} results, as the log has them"


def _due(game: Game, folded: Folded) -> list[Result]:
    """The results without ratings, as they follow from the log."""
    sitters = sitters_of(game, folded)
    places = places_of(folded, {one.seat: one.who for one in sitters})
    return results_of(game, sitters, places, {}, at=folded.times[Status.FINISHED])


def _wrong_seats(game: Game, due: Sequence[Result]) -> Iterator[str]:
    shown = {seat.number: seat for seat in Seat.objects.filter(game=game)}
    for one in due:
        for name in ("score", "won"):
            if (found := getattr(shown.get(one.seat), name, None)) != (value := getattr(one, name)):
                yield f"seat {one.seat} is shown with another result; {difference(name, found, value)}"


def _wrong_results(game: Game, due: Sequence[Result], rows: Sequence[Result]) -> Iterator[str]:
    """Test tables and imports have none. A deleted account is taken off seats first, then off results."""
    shown = {row.seat: row for row in rows}
    for one in due if rows or not (game.test or game.origin) else ():
        row = shown.get(one.seat)
        if row and one.player_id and row.player_id not in (None, one.player_id):
            yield f"the result of seat {one.seat} is that of another account"
        for name in SHOWN:
            if (found := getattr(row, name, None)) != (value := getattr(one, name)):
                yield f"the result of seat {one.seat} is another; {difference(name, found, value)}"


def _wrong_ratings(folded: Folded, rows: Sequence[Result]) -> Iterator[str]:
    """Whether the game did what the rule says. `games.ratings.comparison` asks what was there before."""
    if is_rated(folded.table):
        yield from History().wrong(folded.table.ruleset, told_of(rows))
    else:
        yield from (f"seat {row.seat} is rated, against the rule" for row in rows if row.change)
