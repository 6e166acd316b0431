"""Positions that a deal rarely leads to, as the actions that lead there from the start of a test table."""

from __future__ import annotations

from typing import Any

from rules import Action, KeyedChance, State, replay, ruleset
from rules.actions import Pass
from rules.chance import TEST, game_key
from rules.codec import plain_action

MANY = 200


def nothing_to_do(name: str, seed: str) -> list[dict[str, Any]]:
    """Until the first seat can only pass: it spends what it has, and the second takes every card."""
    game, chance = ruleset(name), KeyedChance(game_key(bytes.fromhex(seed), TEST, ["", ""]))
    state = replay(game.start(seats=2, chance=chance, options={"first": "0"}))
    played: list[dict[str, Any]] = []
    for _ in range(MANY):
        seat = state.to_act[0]
        legal = list(game.legal_actions(state, seat=seat))
        if isinstance(legal[0], Pass):
            assert seat == 0
            return played
        action = _chosen(legal, state, seat)
        plain = plain_action(action)
        played.append({"seat": plain.pop("seat"), "action": plain})
        _, state = game.step(state, action, chance)
    raise AssertionError(f"There is always something to do in {MANY} actions.")


def _chosen(legal: list[Action], state: State, seat: int) -> Action:
    """Tickets before cards for the first seat, cards before tickets for the other."""
    spends = ("keep_tickets", "draw_tickets", "claim_route", "draw_card", "take_card")
    takes = ("keep_tickets", "draw_card", "take_card", "draw_tickets", "claim_route")
    order = takes if seat else spends
    kind = min(order.index(plain_action(action)["type"]) for action in legal)
    found = [action for action in legal if plain_action(action)["type"] == order[kind]]
    if order[kind] != "keep_tickets":
        return found[0]
    by_number = sorted(found, key=lambda action: len(plain_action(action)["tickets"]))
    return by_number[0] if seat and state.phase == "play" else by_number[-1]
