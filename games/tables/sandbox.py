"""Test tables: a deal chosen by the client, a position to begin from, scripted bots, a clock on request.

The log of such a table states its purpose. Everything else works as at any other table, so the log can be
audited like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from games.accounts.models import Player
from games.log.outcome import Outcome
from games.moves.act import carry_out
from games.moves.change import Change, changing, opening
from games.moves.clock import time_out_late
from games.moves.idempotency import KeyedRequest, once_per_key
from games.moves.scripts import Plain, scripts_keep
from games.tables.lobby import TableWish, check_host, deal, set_up
from games.tables.refusals import TestActionRefused
from rules import Action
from rules.refusals import Refusal
from rules.table.life import AdvanceClock


@dataclass(frozen=True, slots=True, kw_only=True)
class Sandbox:
    """The initial position and scripts of a test table."""

    actions: Sequence[Action] | None = None  # played at once, the game is started for them; None: not started
    scripts: Mapping[int, Sequence[Plain]] = field(default_factory=dict)  # by seat, without the seat


@once_per_key
def sandbox_create(
    player: Player, wish: TableWish, sandbox: Sandbox, *, keyed: KeyedRequest | None = None
) -> Outcome:
    """Open a test table and play it to its initial position. A refusal rolls back the table too."""
    with opening(keyed=keyed) as change:
        set_up(change, player, wish)
        if sandbox.actions is not None:
            deal(change, player)
            _play(change, sandbox.actions)
        scripts_keep(change, sandbox.scripts)
    return change.outcome()


def _play(change: Change, actions: Sequence[Action]) -> None:
    for index, action in enumerate(actions):
        try:
            carry_out(change, action)
        except Refusal as why:
            data = {"index": index, "code": why.code, "reason": str(why)}
            raise TestActionRefused(**data, **({"rule": why.rule} if why.rule else {})) from None


@once_per_key
def clock_advance(
    game_id: UUID, player: Player, seconds: int, *, keyed: KeyedRequest | None = None
) -> Outcome:
    """Advance the clock of a test table. Players who thereby run out of time are timed out at once."""
    with changing(game_id, keyed=keyed) as change:
        check_host(change, player)
        change.decide(AdvanceClock(seconds))
        time_out_late(change)
    return change.outcome()
