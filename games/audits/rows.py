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
from games.ratings.models import Result
from games.ratings.services import Placement, places_of
from proof.audit import Check, checked
from proof.differences import difference
from proof.faults import Fault, NotYet
from rules.table.fold import Folded, fold, table_of

SHOWN: Final = ("bot", "rank", "score", "won", "finished")


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
    return f"{len(people)} seats are shown with the accounts that sat down there"


def _check_results(game: Game, stored: Sequence[Entry]) -> str:
    if not any(entry["type"] == "seed_revealed" for entry in stored):
        raise NotYet("the game is not over")
    places = places_of(game, fold(Folded(), map(store.row_of, stored)))
    for why in (*_wrong_seats(game, places), *_wrong_results(game, places)):
        raise Fault(None, why)
    return f"{len(places)} results, as the log has them"


def _wrong_seats(game: Game, places: Sequence[Placement]) -> Iterator[str]:
    shown = {seat.number: seat for seat in Seat.objects.filter(game=game)}
    for place in places:
        for name in ("score", "won"):
            if (found := getattr(shown.get(place.seat), name, None)) != (due := getattr(place, name)):
                yield f"seat {place.seat} is shown with another result; {difference(name, found, due)}"


def _wrong_results(game: Game, places: Sequence[Placement]) -> Iterator[str]:
    """Test tables and imports have none. A deleted account is taken off seats first, then off results."""
    rows = {row.seat: row for row in Result.objects.filter(game=game)}
    for place in places if rows or not (game.test or game.origin) else ():
        row = rows.get(place.seat)
        if row and place.player and row.player_id not in (None, place.player.pk):
            yield f"the result of seat {place.seat} is that of another account"
        for name in SHOWN:
            if (found := getattr(row, name, None)) != (due := getattr(place, name)):
                yield f"the result of seat {place.seat} is another; {difference(name, found, due)}"
