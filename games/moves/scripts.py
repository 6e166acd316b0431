"""The scripts of bots at test tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from games.log.models import Event, Script
from games.log.seeds import box_of
from games.moves.act import running
from games.moves.change import Change
from games.moves.refusals import NoBotThere
from rules import Action, read_action
from rules.refusals import Refusal
from rules.table.fold import Folded

Plain = dict[str, Any]


def scripts_keep(change: Change, scripts: Mapping[int, Sequence[Plain]]) -> None:
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
