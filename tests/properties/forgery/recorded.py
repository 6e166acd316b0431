"""The games that are spoilt: tables of the golden games, and tables with clocks where everything happens."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

from rules.table.life import AdvanceClock
from rules.table.more_time import BeginVacation, EndVacation, GiveTime
from rules.table.pauses import AgreeToPause, AskToResume, DeclinePause, ProposePause
from rules.table.seats import ClearSeat, GiveSeed, HoldSeat, LeaveSeat, ReleaseSeat, SeatBot, TakeSeat
from rules.table.stand_ins import Resign, Return, RunOut
from tests.golden.players import Player
from tests.golden.record import RECORDINGS
from tests.rules.table.written import ACCOUNT, STAND_IN, Written
from tests.support.signing import Signer

Log = list[dict[str, Any]]

GOLDEN = ("amsterdam-2", "berlin-2-hoarding", "london-3", "world-2")  # one of each board
HOUR = {"per_action": 3600, "vacation_days": 5, "strikes": 2}
BANK = {"bank": 7200, "increment": 30, "vacation_days": 3}


def golden(name: str) -> Written:
    """Its seats, options and players; the deal follows from the seed of the log, so it is another one."""
    seats, seed, options, players = RECORDINGS[name]
    table, rng = Written(name.partition("-")[0], seats, options=options), random.Random(seed)
    table.start(client_seeds=("ada5eed0",), log={"index": 3, "size": 5})
    while table.folded.to_act:
        table.pass_time(seconds=rng.randint(1, 90))
        seat = rng.choice(table.folded.to_act)
        table.move(chosen(players, table, seat, rng))
    return table.settle()


def chosen(players: tuple[Player, ...], table: Written, seat: int, rng: random.Random) -> Any:
    player = players[min(seat, len(players) - 1)]
    assert table.folded.state is not None
    return player(table.rules, table.folded.state, seat, rng)


def waiting_room(**settings: Any) -> Written:
    """Three seats that change hands before the start."""
    table = Written("london", 3, **settings)
    for wish in (
        *(TakeSeat(0, ACCOUNT, "20e0", "person"), LeaveSeat(0), TakeSeat(0, ACCOUNT, "ada0", "person")),
        *(
            SeatBot(1, "random"),
            ClearSeat(1),
            HoldSeat(1),
            ReleaseSeat(1),
            TakeSeat(1, ACCOUNT, None, "program"),
        ),
        *(HoldSeat(2), TakeSeat(2, ACCOUNT, "c1d0", "person", held=2), GiveSeed(1, "b0b0")),
    ):
        table.pass_time(seconds=5)
        table.ask(wish)
    return table


def timed() -> Written:
    """Time-outs up to the last strike, returns, a resignation, vacations, gifts and pauses."""
    table, whim = waiting_room(clock=HOUR).begin(), random.Random(5)
    play(table, whim, 9)
    late = table.folded.to_act[0]
    run_out(table, whim, late)
    table.ask(BeginVacation((late + 1) % 3, 2))
    table.pass_time(minutes=5)
    table.ask(EndVacation((late + 1) % 3))
    play(table, whim, 4)
    paused(table)
    while late not in table.folded.to_act:
        play(table, whim, 1)
    table.ask(GiveTime((late + 1) % 3, late, 1800))
    run_out(table, whim, late, minutes=91)
    table.ask(Return(late))
    play(table, whim, 3)
    table.ask(Resign((late + 2) % 3, STAND_IN))
    return finished(table, whim)


def paused(table: Written) -> None:
    for wish in (
        *(ProposePause(0, 3), DeclinePause(1), ProposePause(0, 3), AgreeToPause(1), AgreeToPause(2)),
        *(AskToResume(1), AskToResume(0), AskToResume(2)),
    ):
        table.pass_time(minutes=1)
        table.ask(wish)


def run_out(table: Written, whim: random.Random, seat: int, minutes: int = 61) -> None:
    table.pass_time(minutes=minutes)
    table.ask(RunOut(seat, STAND_IN))
    table.act(whim)


def banked() -> Written:
    """One bank for the whole game; one player uses it up."""
    table, whim = (
        Written("world", 2, clock=BANK).start(client_seeds=("ada5eed0", "b0b5eed0")),
        random.Random(6),
    )
    play(table, whim, 30)
    (seat,) = table.folded.to_act
    table.ask(GiveTime(1 - seat, seat, 600))
    table.pass_time(hours=3)
    table.ask(RunOut(seat, STAND_IN))
    return finished(table, whim)


def at_a_test_table() -> Written:
    table, whim = (
        Written("london", 2, clock=HOUR, purpose="test", visibility="private").start(1),
        random.Random(7),
    )
    play(table, whim, 8)
    while 0 not in table.folded.to_act:
        table.act(whim)
    table.ask(AdvanceClock(3602))  # an hour and the grace
    table.ask(RunOut(0, STAND_IN))
    return finished(table, whim)


def play(table: Written, whim: random.Random, actions: int) -> None:
    for _ in range(actions):
        table.pass_time(seconds=whim.randint(1, 60))
        table.act(whim)


def finished(table: Written, whim: random.Random) -> Written:
    while table.folded.to_act:
        play(table, whim, 1)
    return table.settle()


def signed() -> Written:
    """Both sign; one demands it, replaces the key and resigns."""
    table, whim = Written("london", 2).start(client_seeds=("ada5eed0",)), random.Random(10)
    table.give_key(0, Signer(1), "required")
    table.give_key(1, Signer(2))
    play(table, whim, 20)
    table.give_key(0, Signer(3), "required")
    play(table, whim, 20)
    table.ask(Resign(0, STAND_IN))
    return finished(table, whim)


TABLES: dict[str, Callable[[], Written]] = {
    "clock": timed,
    "bank": banked,
    "test table": at_a_test_table,
    "no clock": lambda: finished(waiting_room().begin(), random.Random(8)),
    "signed": signed,
    "to the end": lambda: handed_over(stand_ins="to_the_end"),
}


def handed_over(**settings: Any) -> Written:
    table, whim = Written("london", 2, **settings).start(), random.Random(9)
    play(table, whim, 5)
    table.ask(Resign(0, STAND_IN))
    return finished(table, whim)


NAMES = (*GOLDEN, *TABLES)


@cache
def _written(name: str) -> str:
    table = TABLES[name]() if name in TABLES else golden(name)
    made = ("salt", "prev", "hash")  # they are made anew
    return json.dumps([{name: v for name, v in one.items() if name not in made} for one in table.entries])


def recorded(name: str) -> Log:
    """The entries of a game that holds, to be changed at will, without salts and hashes."""
    log: Log = json.loads(_written(name))
    return log
