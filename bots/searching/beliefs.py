"""States that fit a view: what the seat sees is as it is, what it cannot see is dealt anew."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

from bots.searching.opponents import likelihoods
from rules import Playout, State, View, ruleset
from rules.cards import Face, Hand
from rules.views import SeatView


class LooseChance:
    """Chance for games that are only imagined."""

    def __init__(self, whim: random.Random) -> None:
        self.whim = whim

    def shuffle(self, label: str, items: Iterable[str]) -> tuple[str, ...]:
        cards = list(items)
        self.whim.shuffle(cards)
        return tuple(cards)


class Beliefs:
    """All that a view leaves open, worked out once and dealt as often as wanted."""

    def __init__(self, view: View) -> None:
        if view.viewer is None or view.phase == "over":
            raise ValueError("there is nothing to guess for a spectator, or after the end")
        self.view, self.me = view, view.seats[view.viewer]
        self.game = ruleset(view.ruleset)
        self.others = [seat for seat in view.seats if seat is not self.me]
        self.open = self._open()
        self.cards = self._unseen_cards()
        self.tickets = self._unseen_tickets()
        self.leanings = {seat.seat: likelihoods(view, seat.seat, self.tickets) for seat in self.others}

    def sample(self, whim: random.Random) -> State:
        state = self.open.copy()
        self._deal_cards(state, whim)
        self._deal_tickets(state, whim)
        for seat in self.view.seats:
            if seat.has_chosen:
                state = self._choose(state, seat.seat, whim)
        return state

    # -- what is open ----------------------------------------------------------------------------

    def _open(self) -> State:
        """The state as far as the view shows it."""
        view, state = self.view, State()
        state.ruleset, state.options, state.seats = view.ruleset, view.options, len(view.seats)
        state.phase, state.market, state.sweeps = view.phase, view.market, view.sweeps
        state.pile_of = {face: pile for pile, faces in self.game.board.piles.items() for face in faces}
        state.discards = {pile: self._discards(pile) for pile in self.game.board.piles}
        state.shuffles, state.claims, state.harbours = view.shuffles, view.claims, view.harbours
        state.goods_left, state.first, state.turn = view.goods_left, view.first, view.turn or 0
        state.drawn, state.passes, state.turns_left = view.drawn, view.passes, view.turns_left
        state.choices = (None,) * state.seats
        state.scored = tuple(tuple(dict(line) for line in seat.sheet or ()) for seat in view.seats)
        for field in ("pieces", "box", "goods"):
            setattr(state, field, tuple(getattr(seat, field) for seat in view.seats))
        state.scores = tuple(seat.score for seat in view.seats)
        state.exchanged = tuple(self._exchanged(seat) for seat in view.seats)
        return state

    def _discards(self, pile: str) -> tuple[Face, ...]:
        faces = self.game.board.piles[pile]
        return tuple(face for face, n in self.view.discards.items() if face in faces for _ in range(n))

    def _exchanged(self, seat: SeatView) -> int:
        """Before the scoring a score is route points, less a point for each piece exchanged."""
        board = self.game.board
        owned = (board.routes[route] for route, owner in self.view.claims.items() if owner == seat.seat)
        return sum(board.points_for(route) for route in owned) - seat.score

    # -- what is hidden --------------------------------------------------------------------------

    def _unseen_cards(self) -> dict[str, list[Face]]:
        seen = Counter(self.me.hand or ()) + Counter(card for card in self.view.market if card)
        seen += Counter(self.view.discards)
        piles = self.game.board.piles.items()
        return {pile: [f for f, n in faces.items() for _ in range(n - seen[f])] for pile, faces in piles}

    def _unseen_tickets(self) -> list[str]:
        seen = {*(self.me.tickets or ()), *(self.me.offer or ())}
        return [ticket for ticket in self.game.board.tickets if ticket not in seen]

    def _deal_cards(self, state: State, whim: random.Random) -> None:
        hands: list[Hand] = [{} for _ in self.view.seats]
        hands[self.me.seat] = dict(sorted(Counter(self.me.hand or ()).items()))
        state.piles = {}
        for pile, unseen in self.cards.items():
            cards = list(unseen)
            whim.shuffle(cards)
            for seat in self.others:
                for _ in range(seat.cards[pile]):
                    card = cards.pop()
                    hands[seat.seat][card] = hands[seat.seat].get(card, 0) + 1
            state.piles = {**state.piles, pile: tuple(cards)}
        state.hands = tuple(hands)

    def _deal_tickets(self, state: State, whim: random.Random) -> None:
        held = [tuple(seat.tickets or ()) for seat in self.view.seats]
        for seat in whim.sample(self.others, len(self.others)):  # nobody is served first every time
            held[seat.seat] = self._likely_tickets(seat, {t for row in held for t in row}, whim)
        dealt = {ticket for row in held for ticket in row}
        tickets = [ticket for ticket in self.tickets if ticket not in dealt]
        whim.shuffle(tickets)
        offers: list[tuple[str, ...]] = []
        counts = self._offered()
        for seat in self.view.seats:
            mine = seat is self.me
            offers.append(tuple(seat.offer or ()) if mine else _pop(tickets, counts.get(seat.seat, 0)))
        state.tickets, state.offers = tuple(held), tuple(offers)
        state.keep = tuple(self._keep() if offer else 0 for offer in offers)
        state.piles = {**state.piles, "tickets": tuple(tickets)}

    def _likely_tickets(self, seat: SeatView, dealt: set[str], whim: random.Random) -> tuple[str, ...]:
        """Without putting any back, each with the chance that its likelihood gives it."""
        lots = zip(self.leanings[seat.seat], self.tickets, strict=True)
        waits = sorted((whim.expovariate(likely), t) for likely, t in lots if t not in dealt)
        return tuple(ticket for _, ticket in waits[: seat.tickets_held])

    def _offered(self) -> dict[int, int]:
        """How many tickets other seats have in front of them: those that are nowhere else."""
        view = self.view
        held = sum(seat.tickets_held for seat in self.others)
        astray = len(self.tickets) - held - view.piles["tickets"]
        asked = [seat.seat for seat in self.others if view.phase == "setup" or seat.seat == view.turn]
        return {seat: astray // len(asked) for seat in asked} if astray else {}

    def _keep(self) -> int:
        """In the set-up the same for all; later a player who draws has to keep one."""
        return self.me.keep or 1

    def _choose(self, state: State, seat: int, whim: random.Random) -> State:
        """A secret choice the seat may have made; it stays secret as long as somebody has to choose."""
        playout = Playout(self.game, state, LooseChance(whim))
        playout.follow(whim.choice(playout.offered(seat)))
        return playout.state


def _pop(tickets: list[str], count: int) -> tuple[str, ...]:
    return tuple(tickets.pop() for _ in range(count))
