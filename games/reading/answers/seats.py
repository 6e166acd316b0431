"""The seats of a table."""

from __future__ import annotations

from typing import Annotated, Any

from games.accounts.models import Player
from games.http.answers import UNSET, Absent, Answer, Count, Timestamp, said
from games.log.listed import ListedSeat
from games.reading.answers.members import Seat
from rules.table.clock import timestamp
from rules.table.fold import Folded
from rules.table.state import Chair


class TableSeat(Answer):
    seat: Annotated[Seat, said("The number of the seat; the first is 0.")]
    taken: Annotated[bool, said("Whether somebody sits there, a person or a bot.")]
    held: Annotated[Absent[bool], said("True if it is held for an invited player; absent if not.")] = UNSET
    is_bot: Annotated[bool, said("Whether the seat belongs to a bot or to an account that plays by program.")]
    player: Annotated[
        Absent[str], said("The name of the player; absent for a bot and if the account is deleted.")
    ] = UNSET
    bot: Annotated[Absent[str], said("The name of the bot that has this seat.")] = UNSET
    stand_in: Annotated[Absent[str], said("The bot that has taken over for the player.")] = UNSET
    cover: Annotated[
        Absent[str], said("The bot that makes this decision because the player's time ran out.")
    ] = UNSET
    client_seed: Annotated[Absent[str], said("The player's share in the shuffles, if there is one.")] = UNSET
    bank: Annotated[Absent[int], said("Seconds left in the bank when the seat last began to decide.")] = UNSET
    deadline: Annotated[
        Absent[Timestamp],
        said("When the seat runs out of time; absent if no clock runs for it, and in lists."),
    ] = UNSET
    vacation_days: Annotated[Absent[Count], said("The days of vacation that the player has left.")] = UNSET
    away_until: Annotated[
        Absent[Timestamp],
        said("When the player's last vacation ends or has ended. Until then their clock stands."),
    ] = UNSET


def seat_answer(
    number: int, chair: Chair, player: Player | ListedSeat | None, folded: Folded | None = None
) -> TableSeat:
    """Bots are labelled, whether they play for themselves or for a person. With the game, its clock too."""
    shown = player if chair.taken and not chair.bot else None  # they may have sat down later than asked for
    return TableSeat(
        seat=number,
        taken=chair.taken,
        held=chair.held or UNSET,
        is_bot=bool(chair.bot or (shown and shown.is_bot)),
        player=shown.name or UNSET if shown else UNSET,
        bot=chair.bot or UNSET,
        stand_in=chair.stand_in or UNSET,
        cover=chair.cover or UNSET,
        client_seed=chair.client_seed or UNSET,
        **(_clock(folded, number) if folded else {}),
    )


def _clock(folded: Folded, seat: int) -> dict[str, Any]:
    clock, clocks = folded.table.clock, folded.clocks
    found: dict[str, Any] = {}
    if "bank" in clock:
        found["bank"] = round(clocks.bank(seat, clock).total_seconds())
    if deadline := folded.deadline(seat):
        found["deadline"] = timestamp(deadline)
    if "vacation_days" in clock and folded.table.chairs[seat].is_manned:
        found["vacation_days"] = clocks.vacation_left(seat, clock)
    if until := clocks.away_until(seat):
        found["away_until"] = timestamp(until)
    return found
