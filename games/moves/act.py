"""The one service for every action, whether of a person, a bot or a stand-in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from uuid import UUID

from django.utils import timezone

from bots.registry import STAND_IN
from games.log.entries import Signature
from games.log.models import Event, Game
from games.log.outcome import Outcome
from games.moves.change import Change, change_by_move, changing
from games.moves.idempotency import KeyedRequest, once_per_key
from games.moves.refusals import StaleVersion
from games.moves.signatures import check_signed
from proof.signatures import resignation
from rules import Action, Ruleset, State, plain_action, ruleset
from rules import Event as RulesEvent
from rules.chance import Chance
from rules.declare import HIDDEN
from rules.events import EVENTS
from rules.refusals import Refusal
from rules.table.checks import check_present, playing
from rules.table.fold import Folded
from rules.table.stand_ins import Resign


@dataclass(frozen=True, slots=True)
class Expected:
    """The version or hash that a decision was based on."""

    version: int | None = None
    hash: str | None = None


@once_per_key
def game_act(  # noqa: PLR0913 – all that there is to say of an action
    game_id: UUID,
    action: Action,
    *,
    expected: Expected | None = None,
    keyed: KeyedRequest | None = None,
    bot: str = "",
    game: Game | None = None,
    signature: Signature | None = None,
) -> Outcome:
    """Carry out the action if the rules allow it and the game is as expected.

    `bot` names the bot that decided. No task is dispatched after its action: the bot's own task continues.
    `game` is the row of the game, if it has just been read. `signature`: of the player.
    """

    def act(change: Change) -> None:
        check_present(change.folded, action.seat, change.time, bot)
        check_fresh(game_id, change.folded, action.seat, expected)
        carry_out(change, action, signature)

    return change_by_move(game_id, act, keyed=keyed, attended=bool(bot), game=game)


def carry_out(change: Change, action: Action, signature: Signature | None = None) -> None:
    """Apply the rules to the action and write the resulting events."""
    check_signed(change.game.id, change.folded, action.seat, signature, partial(plain_action, action))
    state, rules = running(change.folded)
    change.write(decided(rules, state, action, change.chance), signature)


def decided(rules: Ruleset, state: State, action: Action, chance: Chance) -> tuple[RulesEvent, ...]:
    """The events that follow from the action. A refusal says of which game its rule is."""
    try:
        return rules.decide(state, action, chance)
    except Refusal as refusal:
        refusal.game = rules.id
        raise


@once_per_key
def game_resign(
    game_id: UUID, seat: int, *, keyed: KeyedRequest | None = None, signature: Signature | None = None
) -> Outcome:
    """Hand the seat to a stand-in bot."""
    with changing(game_id, keyed=keyed) as change:
        check_signed(game_id, change.folded, seat, signature, partial(resignation, seat))
        change.decide(Resign(seat, STAND_IN), signature)
    return change.outcome()


def running(folded: Folded) -> tuple[State, Ruleset]:
    return playing(folded), ruleset(folded.table.ruleset)


def check_fresh(game_id: UUID, folded: Folded, seat: int, expected: Expected | None) -> None:
    """Refuse a decision based on an old version, unless nothing since then concerns the seat."""
    if expected is None:
        return
    seen = seen_version(game_id, folded, expected)
    if seen == folded.seq:
        return
    if seen is None or seen > folded.seq or not only_others_chose(game_id, folded, seat, seen):
        raise StaleVersion(version=folded.seq, hash=folded.hash)


def seen_version(game_id: UUID, folded: Folded, expected: Expected) -> int | None:
    if expected.hash is None:
        return expected.version
    if expected.hash == folded.hash:
        return folded.seq
    events = Event.objects.filter(game_id=game_id, hash=expected.hash)
    return events.values_list("seq", flat=True).first()


def only_others_chose(game_id: UUID, folded: Folded, seat: int, seen: int) -> bool:
    """During simultaneous choices, another seat's choice does not make this one stale."""
    if folded.state is None or folded.state.phase != "setup":
        return False
    since = Event.objects.filter(game_id=game_id, seq__gt=seen, seq__lte=folded.seq)
    return all(actor not in (None, seat) for actor in since.values_list("actor", flat=True))


# -- dry run -----------------------------------------------------------------------------------


def game_preview(
    game_id: UUID,
    folded: Folded,
    action: Action,
    *,
    expected: Expected | None = None,
    signature: Signature | None = None,
) -> list[RulesEvent]:
    """The events the action would cause, as far as they can be known beforehand.

    They end at the first random draw, with the card hidden. In the set-up they end after the choice itself:
    the following events may reveal the choices of others.

    It needs no signature, not even of a player who demands them: it would be one of the action itself.
    """
    state, rules = running(folded)
    check_present(folded, action.seat, folded.time(timezone.now()))
    check_fresh(game_id, folded, action.seat, expected)
    if signature:
        check_signed(game_id, folded, action.seat, signature, partial(plain_action, action))
    events = decided(rules, state, action, Unknown())
    if state.phase == "setup":
        return [events[0]]
    known: list[RulesEvent] = []
    for event in events:
        drawn = EVENTS.shapes[type(event)].drawn
        known.append(replace(event, **dict.fromkeys(drawn, HIDDEN)))  # type: ignore[type-var]  # records are dataclasses
        if drawn:
            break
    return known


class Unknown:
    """Stands in for the game's chance: any order will do, because none is shown."""

    def shuffle(self, label: str, items: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(items))
