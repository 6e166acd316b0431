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
from games.models import Game
from games.play.act import Expected, game_act
from games.play.attempts import MovedOn, game_attempt
from games.play.dispatch import attend
from games.play.sandbox import scripted
from games.play.selectors import version_now
from games.refusals.requests import StaleVersion
from rules import Action, KeyedChance, State, ruleset, view_for
from rules.table.checks import NotPlaying, SeatPlayedByAnother
from rules.table.fold import Folded

BUSY_SECONDS: Final = 0.05  # then another task continues, so that no table monopolises a worker


def bots_play(game_id: UUID, version: int) -> None:
    """Decide for bots until a person has to act; with a delay, decide once."""
    game = Game.objects.get(pk=game_id)
    if game.parked_at or game.version != version:
        return  # a repeated or late message: the change that advanced the game has dispatched the next task
    try:
        done = game_attempt(game_id, "bots", lambda: play_turns(game_id), version=version)
    except MovedOn:
        done = True  # a newer task may have been turned away by our lock, so dispatch again below
    if done:
        # Dispatched after the lock is released: a task that ran while we held it was turned away.
        attend(game_id, current(game_id))


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
    return store.states.load(game_id, version_now(game_id))


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
