"""Test tables: a deal chosen by the client, a position to begin from, scripted bots, a clock on request.

The log of such a table states its purpose. Everything else works as at any other table, so the log can be
audited like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from games.log.seeds import box_of
from games.models import Event, Player, Script
from games.play.act import carry_out, running
from games.play.change import Change, changing, opening
from games.play.clock import time_out_late
from games.play.idempotency import KeyedRequest, once_per_key
from games.play.lobby import TableWish, check_host, deal, set_up
from games.play.outcome import Outcome
from games.refusals.test_tables import NoBotThere, TestActionRefused
from rules import Action, read_action
from rules.refusals import Refusal
from rules.table.fold import Folded
from rules.table.life import AdvanceClock

Plain = dict[str, Any]


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
        _keep_scripts(change, sandbox.scripts)
    return change.outcome()


def _play(change: Change, actions: Sequence[Action]) -> None:
    for index, action in enumerate(actions):
        try:
            carry_out(change, action)
        except Refusal as why:
            data = {"index": index, "code": why.code, "reason": str(why)}
            raise TestActionRefused(**data, **({"rule": why.rule} if why.rule else {})) from None


# -- scripted bots -----------------------------------------------------------------------------


def _keep_scripts(change: Change, scripts: Mapping[int, Sequence[Plain]]) -> None:
    chairs = change.folded.table.chairs
    for seat in scripts:
        if seat >= len(chairs) or not chairs[seat].bot:
            raise NoBotThere(seat=seat)
    Script.objects.bulk_create(
        Script(
            game=change.game,
            seat=seat,
            actions=box_of(change.game.id).seal(list(actions), _place(seat)),
            after=change.folded.seq,
        )
        for seat, actions in scripts.items()
    )


def scripted(game_id: UUID, folded: Folded, seat: int) -> Action | None:
    """The scripted action for this decision, if there is one and it is legal."""
    if not folded.table.is_test or folded.state is None:
        return None
    script = Script.objects.filter(game_id=game_id, seat=seat).first()
    if script is None:
        return None
    decided = Event.objects.filter(game_id=game_id, actor=seat, seq__gt=script.after).count()
    for plain in _actions(script)[decided : decided + 1]:
        action = read_action({**plain, "seat": seat})
        if _is_legal(folded, action):
            return action
    return None


def _actions(script: Script) -> list[Plain]:
    actions: list[Plain] = box_of(script.game_id).open(bytes(script.actions), _place(script.seat))
    return actions


def _place(seat: int) -> str:
    return f"script of seat {seat}"


def _is_legal(folded: Folded, action: Action) -> bool:
    state, rules = running(folded)
    try:
        rules.check(state, action)
    except Refusal:
        return False
    return True


# -- the clock ---------------------------------------------------------------------------------


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
