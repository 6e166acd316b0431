"""Players for recordings: they follow their tickets, so that tickets, tours and harbours get done."""

import heapq
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import pairwise

from rules import Action, Board, Ruleset, State
from rules.actions import ClaimRoute, DrawCard, DrawTickets, KeepTickets, TakeCard

Player = Callable[[Ruleset, State, int, random.Random], Action]
Kinds = dict[str, list[Action]]


def offered(game: Ruleset, state: State, seat: int) -> Kinds:
    kinds: Kinds = defaultdict(list)
    for action in game.legal_actions(state, seat):
        kinds[type(action).__name__].append(action)
    return kinds


def planner(game: Ruleset, state: State, seat: int, rng: random.Random) -> Action:
    """Claims what its tickets need, builds where it can, and collects cards for the rest."""
    kinds = offered(game, state, seat)
    wanted = wanted_routes(game.board, state, seat)
    useful = [
        claim for claim in kinds["ClaimRoute"] if isinstance(claim, ClaimRoute) and claim.route in wanted
    ]
    if kinds["BuildHarbour"] and rng.random() < 0.9:
        return rng.choice(kinds["BuildHarbour"])
    if useful and rng.random() < 0.9:
        return min(useful, key=lambda claim: (claim.cards.count("wild"), len(claim.cards), claim.route))
    if kinds["ExchangePieces"] and rng.random() < 0.01:
        return rng.choice(kinds["ExchangePieces"])
    if kinds["DrawTickets"] and (not wanted or rng.random() < 0.03):
        return kinds["DrawTickets"][0]
    if kinds["ClaimRoute"] and not wanted:
        return max(kinds["ClaimRoute"], key=lambda claim: (len(getattr(claim, "cards", ())), repr(claim)))
    return collect(game, state, kinds, wanted, rng)


def collect(game: Ruleset, state: State, kinds: Kinds, wanted: set[str], rng: random.Random) -> Action:
    """A card of a color it needs, or an unseen one; whatever there is where there is no card."""
    needed = Counter(game.board.routes[route].color for route in wanted if route not in state.claims)
    takes = [take for take in kinds["TakeCard"] if isinstance(take, TakeCard)]
    fitting = [take for take in takes if needed[game.board.cards[take.card].color or ""]]
    if fitting and rng.random() < 0.7:
        return rng.choice(fitting)
    if kinds["KeepTickets"]:
        return keep(kinds["KeepTickets"], rng)
    for kind in ("DrawCard", "TakeCard", "ChooseFleet", "ClaimRoute", "DrawTickets"):
        if kinds[kind]:
            return rng.choice(kinds[kind])
    return rng.choice([action for actions in kinds.values() for action in actions])


def keep(actions: list[Action], rng: random.Random) -> Action:
    """The fewest it may, a tour among them if there is one."""
    choices = [action for action in actions if isinstance(action, KeepTickets)]
    fewest = min(len(choice.tickets) for choice in choices)
    with_tour = [c for c in choices if any(ticket.startswith("tour") for ticket in c.tickets)]
    few = [choice for choice in with_tour or choices if len(choice.tickets) == fewest]
    return rng.choice(few or choices)


def hoarder(game: Ruleset, state: State, seat: int, rng: random.Random) -> Action:
    """Draws all the cards there are before it does anything else."""
    kinds = offered(game, state, seat)
    for kind in (DrawCard, TakeCard, ClaimRoute):
        if kinds[kind.__name__]:
            return rng.choice(kinds[kind.__name__])
    return rng.choice([action for actions in kinds.values() for action in actions])


def spender(game: Ruleset, state: State, seat: int, rng: random.Random) -> Action:
    """Claims the shortest route it can, keeps every ticket, and draws a card only when it must."""
    kinds = offered(game, state, seat)
    if kinds["ClaimRoute"]:
        return min(kinds["ClaimRoute"], key=lambda claim: (len(getattr(claim, "cards", ())), repr(claim)))
    for kind in (DrawTickets, DrawCard, TakeCard):
        if kinds[kind.__name__]:
            return rng.choice(kinds[kind.__name__])
    return [action for actions in kinds.values() for action in actions][-1]


# -- what a planner wants ----------------------------------------------------------------------


def wanted_routes(board: Board, state: State, seat: int) -> set[str]:
    """The routes still to claim on the cheapest ways between the places of each ticket."""
    wanted: set[str] = set()
    for ticket in state.tickets[seat]:
        places = board.tickets[ticket].places
        for here, there in pairwise(places):
            wanted |= cheapest_way(board, state, seat, here, there)
    return {route for route in wanted if route not in state.claims}


def cheapest_way(board: Board, state: State, seat: int, start: str, goal: str) -> set[str]:
    """Own routes cost nothing, those of others cannot be used; no way, no routes."""
    queue: list[tuple[int, str, tuple[str, ...]]] = [(0, start, ())]
    seen: set[str] = set()
    while queue:
        cost, place, way = heapq.heappop(queue)
        if place == goal:
            return set(way)
        if place in seen:
            continue
        seen.add(place)
        for route in board.routes_at[place]:
            owner = state.claims.get(route.id, seat)
            if owner == seat and is_open(board, state, route.id):
                step = 0 if route.id in state.claims else route.length
                (other,) = route.ends - {place}
                heapq.heappush(queue, (cost + step, other, (*way, route.id)))
    return set()


def is_open(board: Board, state: State, route: str) -> bool:
    return route in state.claims or board.twins.get(route) not in state.claims
