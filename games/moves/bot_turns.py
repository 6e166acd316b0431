"""The turns of the server's own bots."""

from __future__ import annotations

import hmac
import time
from typing import Final
from uuid import UUID

from bots import play
from bots.registry import make
from games.log import store
from games.log.seeds import key_of
from games.moves.act import Expected, game_act
from games.moves.dispatch import attend, bots_send, place_leave
from games.moves.refusals import StaleVersion
from games.moves.scripts import scripted
from games.work.attempts import MovedOn, Work, game_attempt
from rules import Action, KeyedChance, State, ruleset, view_for
from rules.table.checks import NotPlaying, SeatPlayedByAnother
from rules.table.fold import Folded

BUSY_SECONDS: Final = 0.05  # then another task continues, so that no table monopolises a worker


def bots_play(game_id: UUID, version: int, host: UUID | None = None) -> None:
    """Decide for bots until a person has to act; with a delay, decide once.

    `host`: of a table of bots alone, whose message has a place in the queue.
    """
    try:
        done = _played(game_id, version)
    finally:
        if host:
            place_leave(host, game_id, version)
    # Dispatched after the lock is released: a task that ran while we held it was turned away.
    is_sent = done and attend(game_id, current(game_id))
    if host and not is_sent:
        bots_send(host)


def _played(game_id: UUID, version: int) -> bool:
    """Whether the next task is ours to dispatch."""
    if store.version_now(game_id) != version:
        return False  # a repeated or late message: the change that advanced the game has dispatched it
    try:
        return game_attempt(game_id, Work.BOTS, lambda: play_turns(game_id), version=version)
    except MovedOn:
        return True  # a newer task may have been turned away by our lock, so dispatch again


def play_turns(game_id: UUID) -> None:
    """Play bots' turns until a person has to act or the worker's time at one game is up."""
    end = time.monotonic() + BUSY_SECONDS
    folded = current(game_id)
    while (seat := seat_for_bot(folded)) is not None:
        try:
            folded = decide(game_id, folded, seat)
        except (StaleVersion, SeatPlayedByAnother, NotPlaying):
            folded = current(game_id)  # the game has advanced meanwhile
        if folded.table.bot_delay or time.monotonic() > end:
            break


def current(game_id: UUID) -> Folded:
    return store.states.load(game_id, store.version_now(game_id))


def seat_for_bot(folded: Folded) -> int | None:
    """The first seat that a bot has to decide for, if any."""
    chairs = folded.table.chairs
    return next((seat for seat in folded.to_act if chairs[seat].played_by), None)


def choose(game_id: UUID, state: State, folded: Folded, seat: int) -> Action:
    table = folded.table
    options = ruleset(table.ruleset).legal_actions(state, seat)
    bot = make(table.chairs[seat].played_by)
    return play.decide(bot, view_for(state, seat), options, bot_chance(game_id, folded, seat))


def bot_chance(game_id: UUID, folded: Folded, seat: int) -> KeyedChance:
    """The bot's source of chance. It is derived from the game key, so that its play is reproducible.

    During simultaneous choices the number of events so far depends on who was faster, so it is left out.
    """
    assert folded.state is not None  # noqa: S101 (somebody has to act)
    moment = folded.state.moment(seat)
    seq = 0 if folded.state.phase == "setup" else folded.seq
    label = f"bot#{seat}#{moment}#{seq}"
    return KeyedChance(hmac.digest(key_of(game_id, folded.table), label.encode(), "sha256"))


def decide(game_id: UUID, folded: Folded, seat: int) -> Folded:
    """One decision of one bot, which sees no more than a player in its seat."""
    assert folded.state is not None  # noqa: S101 (somebody has to act)
    name = folded.table.chairs[seat].played_by
    action = scripted(game_id, folded, seat) or choose(game_id, folded.state, folded, seat)
    return game_act(game_id, action, expected=Expected(version=folded.seq), bot=name).folded
