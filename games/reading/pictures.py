"""Pictures of games and boards, made from public information: the same bytes for all viewers."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final
from uuid import UUID

from games.http.heavy import give_back_connection
from games.log import store
from rules import ruleset, view_for
from rules.pictures import Layout, Scene, draw_board, draw_table, lay_out
from rules.table.fold import Folded
from rules.table.state import Chair, Status

# What changes the map, and the member of the event that says where.
CHANGES: Final = {"route_claimed": "route", "harbour_built": "place"}
NEWEST = 60  # events that are looked through for the last move
PICTURES_KEPT = 64  # the picture of a version never changes, and the newest is requested often


@cache
def layout_of(ruleset_name: str) -> Layout:
    return lay_out(ruleset(ruleset_name).board)


@cache
def board_picture(ruleset_name: str) -> bytes:
    """The board of a ruleset that is there, by its full name."""
    return draw_board(ruleset(ruleset_name).board, layout_of(ruleset_name))


@lru_cache(maxsize=PICTURES_KEPT)
def table_picture(game_id: UUID, seq: int) -> bytes:
    """The table after this event, as a spectator sees it."""
    folded, last = store.as_of(game_id, seq), _last_move(game_id, seq)
    give_back_connection()
    name, state = folded.table.ruleset, folded.state
    view = view_for(state, None) if state else None
    closed = ruleset(name).closed_routes(state) if state else frozenset[str]()
    scene = Scene(view, _seat_names(folded), _heading(folded), closed, last)
    return draw_table(ruleset(name).board, layout_of(name), scene)


def _last_move(game_id: UUID, seq: int) -> frozenset[str]:
    """The route or the place of the newest turn, or of the one before while a turn has just begun."""
    turns = 0
    for row in reversed(list(store.rows_of(game_id, after=max(0, seq - NEWEST), upto=seq))):
        if row.type in CHANGES:
            return frozenset([row.public[CHANGES[row.type]]])
        turns += row.type == "turn_began"
        if turns > 1:
            break
    return frozenset()


def _seat_names(folded: Folded) -> list[str]:
    """Without names of people: the log has none, so a past moment looks as it did then."""
    return [f"Seat {number}{_bot(chair)}" for number, chair in enumerate(folded.table.chairs)]


def _bot(chair: Chair) -> str:
    if chair.stand_in:
        return f" (stand-in {chair.stand_in})"
    return f" (bot {chair.bot})" if chair.bot else ""


def _heading(folded: Folded) -> str:
    return f"{_standing(folded)} · after event {folded.seq}"


def _standing(folded: Folded) -> str:
    seats = folded.table.chairs
    if folded.status is Status.PLAYING:
        return f"{_told(folded.to_act)} to act"
    if folded.is_finished and folded.state and folded.state.winners:
        return f"{_told(folded.state.winners)} won"
    if folded.status is Status.OPEN:
        return f"waiting for players: {sum(chair.taken for chair in seats)} of {len(seats)} seats taken"
    return folded.status


def _told(seats: tuple[int, ...]) -> str:
    return f"seat{'s' * (len(seats) != 1)} {', '.join(map(str, seats))}"
