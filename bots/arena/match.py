"""One game between bots."""

from __future__ import annotations

import time
from dataclasses import dataclass

from bots.base import Bot
from bots.errors import Trouble
from bots.play import NotOffered, decide
from bots.specs import made, summary
from rules import KeyedChance, Playout, Ruleset, State, ruleset, view_for


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who sits where, for one deal."""

    ruleset: str
    deal: str  # the same deal gives the same cards to the same seats
    bots: tuple[str, ...]  # by seat, as `specs.made` reads them
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
    bots = [made(bot) for bot in pairing.bots]
    clock: list[list[float]] = [[] for _ in bots]
    _, playout = game.begin(seats=len(bots), chance=chance)
    decisions = 0
    while (seat := playout.acting()) is not None:
        whims = KeyedChance.from_seed(f"{pairing.deal}/{decisions}/{pairing.bots[seat]}")
        try:
            _turn(playout, seat, bots[seat], whims, clock[seat])
        except NotOffered as strange:
            raise Trouble(f"{strange} (deal {pairing.deal}).") from None
        except Exception as error:  # noqa: BLE001 – whatever somebody's code raises
            raise Trouble(f"{pairing.bots[seat]} fails in deal {pairing.deal}: {summary(error)}.") from None
        decisions += 1
    return _outcome(game, playout.state, pairing, clock)


def _turn(playout: Playout, seat: int, bot: Bot, whims: KeyedChance, clock: list[float]) -> None:
    view, options = view_for(playout.state, seat), tuple(playout.offered(seat))
    began = time.perf_counter()
    action = decide(bot, view, options, whims)
    clock.append(time.perf_counter() - began)
    playout.follow(action)


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
