"""Playing a guessed state to its end, quickly: players think once, then follow their plan until it breaks."""

from __future__ import annotations

from dataclasses import dataclass, field

from bots.atlas import Road
from bots.mind import Mind
from bots.planner import best
from bots.seen import Seen, seen_in_state
from bots.shopping import Worths, needs_of
from rules import Action, Chance, Ruleset, State
from rules.actions import ClaimRoute, DrawCard, TakeCard
from rules.cards import WILD


@dataclass(slots=True)
class Follower:
    """One seat of a playout."""

    game: Ruleset
    seat: int
    targets: list[Road] = field(default_factory=list)

    def act(self, state: State) -> Action:
        moment = state.moment(self.seat)
        if moment == "second card" or (moment == "turn" and not self.must_think(state)):
            seen = seen_in_state(state, self.seat)
            return self.claim(seen) or self.draw(state, seen) or self.think(state)
        return self.think(state)

    def must_think(self, state: State) -> bool:
        """At the very end, and whenever the plan is done or broken."""
        if state.turns_left is not None and state.turns_left < state.seats:
            return True
        return not self.targets or any(road.route.id in state.claims for road in self.targets)

    def think(self, state: State) -> Action:
        options = tuple(self.game.legal_actions(state, self.seat))
        if len(options) == 1:
            return options[0]
        mind = Mind(seen_in_state(state, self.seat))
        action = best(mind, options)
        self.targets = [mind.atlas.roads[number] for number in mind.targets]
        if isinstance(action, ClaimRoute):
            self.targets = [road for road in self.targets if road.route.id != action.route]
        return action

    def claim(self, seen: Seen) -> Action | None:
        """The first road on the list that the hand pays for."""
        if seen.drawn:
            return None
        for road in self.targets:
            if cards := cheapest_payment(seen, road):
                self.targets.remove(road)
                return ClaimRoute(self.seat, road.route.id, cards)
        return None

    def draw(self, state: State, seen: Seen) -> Action | None:
        """The card that the list needs most, out of the market or else unseen."""
        sources = state.sources
        if not sources:
            return None
        worths = Worths(seen, needs_of(seen, [road.number for road in self.targets]), {})
        unseen, pile = max((worths.unseen(pile), pile) for pile in sources)
        shown = {card for card in state.market if card and card != WILD}
        card = max(shown, key=worths.of, default=None)
        if card and worths.of(card) >= unseen:
            return TakeCard(self.seat, card, sources[0] if len(sources) > 1 else None)
        return DrawCard(self.seat, pile)


def cheapest_payment(seen: Seen, road: Road) -> tuple[str, ...] | None:
    """The payment with the fewest wilds, or None."""
    if not seen.can_place(road) or seen.is_closed(road):
        return None
    if seen.held[seen.seat] * 2 < road.spaces:
        return None
    payments = (
        cards for purse in road.payment.purses(seen.hand) for cards in road.payment.options(road.route, purse)
    )
    return min(payments, key=lambda cards: cards.count(WILD), default=None)


def play_out(game: Ruleset, state: State, chance: Chance) -> tuple[State, int]:
    """The end of the game, and how many decisions it took."""
    followers = [Follower(game, seat) for seat in range(state.seats)]
    decisions = 0
    while state.to_act:
        seat = state.to_act[0]
        state = game.follow(state, followers[seat].act(state), chance)[1]
        decisions += 1
    return state, decisions
