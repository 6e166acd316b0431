"""One game between bots."""

from __future__ import annotations

import time
from dataclasses import dataclass

from bots.base import Bot
from bots.play import decide
from bots.registry import make
from rules import KeyedChance, Ruleset, State, replay, ruleset, view_for


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who sits where, for one deal."""

    ruleset: str
    deal: str  # the same deal gives the same cards to the same seats
    bots: tuple[str, ...]  # by seat, as `registry.make` reads them
    entrants: tuple[int, ...]  # by seat: the place in the order the bots were named


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended; the rows are by entrant, not by seat."""

    deal: str
    wins: tuple[float, ...]  # a shared victory is shared out
    scores: tuple[int, ...]
    tickets: tuple[int, ...]  # completed
    thinking: tuple[tuple[float, ...], ...]  # seconds, decision by decision


def play(pairing: Pairing) -> Outcome:
    game, chance = ruleset(pairing.ruleset), KeyedChance.from_seed(pairing.deal)
    bots = [make(bot) for bot in pairing.bots]
    clock: list[list[float]] = [[] for _ in bots]
    state = replay(game.start(seats=len(bots), chance=chance))
    decisions = 0
    while state.to_act:
        seat = state.to_act[0]
        whims = KeyedChance.from_seed(f"{pairing.deal}/{decisions}/{pairing.bots[seat]}")
        state = _turn(game, state, bots[seat], (chance, whims), clock[seat])
        decisions += 1
    return _outcome(game, state, pairing, clock)


def _turn(
    game: Ruleset, state: State, bot: Bot, chances: tuple[KeyedChance, KeyedChance], clock: list[float]
) -> State:
    seat, (chance, whims) = state.to_act[0], chances
    view, options = view_for(state, seat), tuple(game.legal_actions(state, seat))
    began = time.perf_counter()
    action = decide(bot, view, options, whims)
    clock.append(time.perf_counter() - began)
    return game.follow(state, action, chance)[1]


def _outcome(game: Ruleset, state: State, pairing: Pairing, clock: list[list[float]]) -> Outcome:
    sheet = game.score(state)
    seats = [pairing.entrants.index(entrant) for entrant in range(len(pairing.entrants))]
    share = 1 / len(sheet.winners)
    return Outcome(
        deal=pairing.deal,
        wins=tuple(share if seat in sheet.winners else 0.0 for seat in seats),
        scores=tuple(sheet.total(seat) for seat in seats),
        tickets=tuple(sheet.completed(seat) for seat in seats),
        thinking=tuple(tuple(clock[seat]) for seat in seats),
    )
