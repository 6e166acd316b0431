"""Players for guessed states: they plan once, then follow the plan until it is done or broken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bots.planner import best
from bots.planning.atlas import Road
from bots.planning.evaluation import Mind
from bots.planning.harbours import harbours_left, with_harbours
from bots.planning.observation import Seen, seen_in_state
from bots.planning.paths import parts
from bots.planning.purchases import Worths, needs_of
from rules import Action, Ruleset, State
from rules.actions import ClaimRoute, DrawCard, TakeCard
from rules.cards import WILD
from rules.moments import SECOND_CARD, TURN

SPARE_TURNS: Final = 4.0  # turns that a plan may take longer than the game seems to last
WILD_COST: Final = 1.3  # in cards that are waited for


@dataclass(slots=True)
class Follower:
    """One seat of a playout."""

    game: Ruleset
    seat: int
    targets: list[Road] = field(default_factory=list)

    def act(self, state: State) -> Action:
        if state.moment(self.seat) not in (TURN, SECOND_CARD):
            return self.think(state)
        seen = seen_in_state(state, self.seat)
        if self.is_last_turn(state) and not harbours_left(seen):  # a harbour may bring more than a road
            return self.finish(seen) or self.draw(state, seen) or self.think(state)
        if not self.targets or any(road.route.id in state.claims for road in self.targets):
            mind = Mind(seen)
            mind.turns += SPARE_TURNS
            self.targets = [mind.atlas.roads[number] for number in mind.plan.roads + mind.fillers(1)]
        return self.claim(seen) or self.draw(state, seen) or self.think(state)

    def is_last_turn(self, state: State) -> bool:
        return state.turns_left is not None and state.turns_left < state.seats

    def finish(self, seen: Seen) -> Action | None:
        """The most points that one more road brings."""
        if seen.drawn:
            return None
        for road in by_points_at_once(seen):
            if cards := cheapest_payment(seen, road):
                return ClaimRoute(self.seat, road.route.id, cards)
        return None

    def think(self, state: State) -> Action:
        """As the planner does, with all that is offered."""
        options = tuple(self.game.legal_actions(state, self.seat))
        self.targets = []
        return best(Mind(seen_in_state(state, self.seat)), options) if len(options) > 1 else options[0]

    def claim(self, seen: Seen) -> Action | None:
        """The first road on the list that the hand pays for."""
        if seen.drawn:
            return None
        for road in self.targets:
            others = [other for other in self.targets if other is not road]
            if cards := cheapest_payment(seen, road, others):
                self.targets.remove(road)
                return ClaimRoute(self.seat, road.route.id, cards)
        return None

    def draw(self, state: State, seen: Seen) -> Action | None:
        """The card that the list needs most, out of the market or else unseen."""
        sources = state.sources()
        if not sources:
            return None
        worths = Worths(seen, needs_of(seen, [road.number for road in self.targets]), {})
        shown = [card for card in state.market if card and card != WILD]
        card = max(shown, key=worths.of, default=None)
        if card and worths.of(card) >= 1:  # the list needs it: no unseen card is better on average
            return TakeCard(self.seat, card, sources[0] if len(sources) > 1 else None)
        return DrawCard(self.seat, max(sources, key=worths.unseen) if len(sources) > 1 else sources[0])


def by_points_at_once(seen: Seen) -> list[Road]:
    """The roads nobody has, by their points and those of the goals that each would reach."""
    atlas, gains = seen.atlas, gains_of_joining(seen)
    part, by_parts = gains
    free = [road for road in atlas.roads if road.route.id not in seen.claims]
    return sorted(free, key=lambda r: -(r.points + by_parts.get(frozenset((part[r.a], part[r.b])), 0)))


def gains_of_joining(seen: Seen) -> tuple[list[int], dict[frozenset[int], int]]:
    """The parts of the seat's network, and what it gains by joining two of them."""
    atlas = seen.atlas
    part = parts(atlas, (atlas.road[r].number for r, owner in seen.claims.items() if owner == seen.seat))
    gains: dict[frozenset[int], int] = {}
    tickets = with_harbours(seen, [atlas.tickets[ticket] for ticket in seen.tickets])
    for goal in (*tickets, *atlas.districts):
        apart = frozenset([part[place] for place in goal.places])
        if len(apart) == 2:
            gains[apart] = gains.get(apart, 0) + goal.gain
    return part, gains


def cheapest_payment(seen: Seen, road: Road, others: Sequence[Road] = ()) -> tuple[str, ...] | None:
    """The payment that takes the fewest wilds, and cards that other roads wait for, or None."""
    if not _may_pay(seen, road) or not seen.can_place(road) or seen.is_closed(road):
        return None
    payments = [
        cards for purse in road.payment.purses(seen.hand) for cards in road.payment.options(road.route, purse)
    ]
    if len(payments) < 2:
        return payments[0] if payments else None
    wanted: dict[tuple[int, str], int] = {}
    for other in others:
        if other.color:
            where = other.purse, other.color
            wanted[where] = wanted.get(where, 0) + other.spaces
    return min(payments, key=lambda cards: _missed(seen, cards, wanted))


def _missed(seen: Seen, cards: Sequence[str], wanted: Mapping[tuple[int, str], int]) -> float:
    missed = 0.0
    for face in dict.fromkeys(cards):
        count = cards.count(face)
        if face == WILD:
            missed += WILD_COST * count
        else:
            spare = seen.hand[face] - wanted.get(seen.atlas.purse_of[face], 0)
            missed += max(0, count - max(0, spare))
    return missed


def _may_pay(seen: Seen, road: Road) -> bool:
    """A quick look before payments are worked out: whether the cards of one color and the wilds reach."""
    hand, spaces, faces = seen.hand, seen.atlas.spaces, road.payment.faces
    short = road.spaces - hand.get(WILD, 0)
    if road.route.pair_spaces:
        return seen.held[seen.seat] >= road.spaces  # the colors of pairs may differ
    colors = faces if road.color is None else (road.color,)
    return any(sum(hand.get(face, 0) * spaces[face] for face in faces[color]) >= short for color in colors)
