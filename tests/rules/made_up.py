"""Maps of a few letters, for tests of a rule that needs no real one."""

from collections import Counter
from dataclasses import replace

from rules import Board, Ruleset, ruleset
from rules.board import Place, Route, Ticket
from rules.plays.claim_route import ClaimRoutePlay


def on_board(game: str, routes: str, tickets: str = "") -> Ruleset:
    """The game's rules on another map; its cards, pieces and kinds of route stay."""
    rules = ruleset(game)
    board = made_up(rules.board, routes, tickets)
    plays = tuple(_moved(play, board) if isinstance(play, ClaimRoutePlay) else play for play in rules.plays)
    return replace(rules, board=board, plays=plays)


def _moved(play: ClaimRoutePlay, board: Board) -> ClaimRoutePlay:
    return ClaimRoutePlay(board, play.payment_for, doubles_from=play.doubles_from, also=play.also)


def made_up(board: Board, routes: str, tickets: str) -> Board:
    """`A-B:2:red`, a kind and marks after it: `A-B:3:gray:rail:pairs=2`, `A-B:1:blue:goods`.

    Several between the same places are told apart by number: `A-B.1`, `A-B.2`. A ticket is
    `A-C:8`, a tour `A-B-C:9/6/15` with its three values.
    """
    ends = Counter(text.split(":")[0] for text in routes.split())
    seen: Counter[str] = Counter()
    found: dict[str, Route] = {}
    for text in routes.split():
        name = text.split(":")[0]
        seen[name] += 1
        id_ = f"{name}.{seen[name]}" if ends[name] > 1 else name
        found[id_] = _route(id_, text, board)
    letters = sorted({place for route in found.values() for place in route.ends})
    places = {p: Place(id=p, name=p, x=0, y=0, harbour=True, confidence="confirmed") for p in letters}
    printed = {text.split(":")[0]: _ticket(text) for text in tickets.split()}
    return replace(board, places=places, routes=found, tickets=printed, districts={})


def _route(id_: str, text: str, board: Board) -> Route:
    ends, length, color, *marks = text.split(":")
    a, b = ends.split("-")
    return Route(
        id=id_,
        a=a,
        b=b,
        kind=next((mark for mark in marks if mark in board.kinds), next(iter(board.kinds))),
        length=int(length),
        color=color,
        pair_spaces=sum(int(mark[6:]) for mark in marks if mark.startswith("pairs=")),
        goods="goods" in marks,
        confidence="confirmed",
    )


def _ticket(text: str) -> Ticket:
    places, values = text.split(":")
    points, *tour = map(int, values.split("/"))
    any_order, penalty = tour or (None, None)
    return Ticket(
        id=places,
        places=tuple(places.split("-")),
        points=points,
        points_any_order=any_order,
        penalty=penalty,
        confidence="confirmed",
    )
