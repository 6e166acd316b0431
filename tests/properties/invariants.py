"""What holds at every table at any time, whatever has been played."""

import json
from collections import Counter
from typing import Any

from rules import Ruleset, State
from rules.cards import WILD, listed


def check_everything(game: Ruleset, state: State) -> None:
    check_cards(game, state)
    check_tickets(game, state)
    check_pieces(game, state)
    check_market(state)
    check_claims(game, state)
    check_scores(game, state)
    check_offers(game, state)


def check_cards(game: Ruleset, state: State) -> None:
    """Every card is in one place: a pile, its discards, the market or a hand."""
    found: Counter[str] = Counter(card for card in state.market if card)
    for pile, faces in game.board.piles.items():
        for card in state.piles[pile] + state.discards[pile]:
            assert card in faces, f"{card} lies in {pile}"
        assert state.piles[pile] or not state.discards[pile], f"{pile} could be made anew"
        found.update(state.piles[pile] + state.discards[pile])
    for hand in state.hands:
        assert all(count > 0 for count in hand.values())
        found.update(listed(hand))
    assert found == Counter({card.id: card.count for card in game.board.cards.values()})


def check_tickets(game: Ruleset, state: State) -> None:
    lying = (state.piles["tickets"], *state.tickets, *state.offers)
    assert Counter(ticket for pile in lying for ticket in pile) == Counter(list(game.board.tickets))
    for offer, choice in zip(state.offers, state.choices, strict=True):
        assert not offer or choice is None or set(choice) <= set(offer)


def check_pieces(game: Ruleset, state: State) -> None:
    for seat in range(state.seats):
        found = Counter(state.pieces[seat]) + Counter(state.box[seat]) + placed(game, state, seat)
        assert found == Counter({piece.id: piece.count for piece in game.board.pieces.values()})
        assert all(count >= 0 for count in (*state.pieces[seat].values(), *state.box[seat].values()))
    assert sum(state.goods) + state.goods_left == game.board.goods


def placed(game: Ruleset, state: State, seat: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for route in owned(state, seat):
        piece, count = game.board.pieces_for(game.board.routes[route])
        found[piece] += count
    found["harbour"] += sum(owner == seat for owner in state.harbours.values())
    return +found


def owned(state: State, seat: int) -> list[str]:
    return [route for route, owner in state.claims.items() if owner == seat]


def check_market(state: State) -> None:
    """A gap is left only when no card could fill it; too many wilds only when a sweep would not help."""
    if None in state.market:
        assert not any(state.supply(pile) for pile in state.discards)
    if state.market.count(WILD) >= 3 and state.sweeps < 10:
        home = state.pile_of[WILD]
        shown = tuple(card for card in state.market if card and state.pile_of[card] == home)
        loose = shown + state.piles[home] + state.discards[home]
        assert sum(card != WILD for card in loose) <= len(state.market) - 3


def check_claims(game: Ruleset, state: State) -> None:
    for route, owner in state.claims.items():
        twin = game.board.twins.get(route)
        assert twin is None or state.claims.get(twin) != owner
    assert all(game.board.places[place].harbour for place in state.harbours)


def check_scores(game: Ruleset, state: State) -> None:
    if state.phase == "over":
        return
    for seat in range(state.seats):
        points = sum(game.board.points_for(game.board.routes[route]) for route in owned(state, seat))
        assert state.scores[seat] == points - state.exchanged[seat]


def check_offers(game: Ruleset, state: State) -> None:
    """Whoever is asked has an answer, nobody else has one, and every answer offered is accepted."""
    assert bool(state.to_act) == (state.phase in ("setup", "play"))
    for seat in range(state.seats):
        legal = game.legal_actions(state, seat)
        offered = list(legal)
        assert bool(offered) == bool(legal) == (seat in state.to_act)
        assert legal.count() == len(offered) == len(set(offered))
        assert all(action in legal for action in offered)
        assert all(action.seat == seat for action in offered)


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
