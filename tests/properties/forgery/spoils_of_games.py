"""What is spoilt of shuffles, cards, routes and turns."""

from __future__ import annotations

from typing import Final

from tests.properties.forgery.forger import (
    Absent,
    Spoil,
    changed,
    counted,
    doubled,
    dropped,
    entry,
    enveloped,
    first,
    place,
    places,
    table_entry,
)
from tests.properties.forgery.recorded import Log


def swapped(kind: str, part: str, name: str) -> Spoil:
    """Two that differ change places."""

    def spoil(log: Log) -> None:
        order = entry(log, kind)[part][name]
        other = next((at for at, one in enumerate(order) if one != order[0]), None)
        if other is None:
            raise Absent
        order[0], order[other] = order[other], order[0]

    return spoil


def first_replaced(kind: str, part: str, name: str, by: str) -> Spoil:
    def spoil(log: Log) -> None:
        found = entry(log, kind)[part]
        if found[name][0] == by or len(found[name]) == 1:  # the order of one alone proves nothing
            raise Absent
        found[name] = [by, *found[name][1:]]

    return spoil


def one_less(kind: str, part: str, name: str) -> Spoil:
    def spoil(log: Log) -> None:
        found = entry(log, kind)[part]
        if not found[name]:
            raise Absent
        found[name] = found[name][1:]

    return spoil


def another_card(log: Log) -> None:
    found = entry(log, "card_drawn")["private"]
    faces = {card for one in log if one["type"] == "card_drawn" for card in one["private"].values()}
    found["card"] = min(faces - {found["card"]})


def card_of_another_seat(log: Log) -> None:
    found = entry(log, "cards_dealt")
    found["public"]["seat"] = found["sealed"]["to"] = 1 - min(1, found["public"]["seat"])


def third_card(log: Log) -> None:
    """After the second card of a turn one more is drawn."""
    found = [at for at in places(log, "card_drawn") if log[at - 1]["type"] != "turn_began"]
    if not found:
        raise Absent
    log.insert(found[0], {**log[found[0]]})


def second_card(log: Log) -> int:
    """The place of a second card that was drawn."""
    for at in places(log, "card_drawn"):
        if log[at - 1]["type"] == "card_drawn":
            return at
    raise Absent


def wild_second(log: Log) -> None:
    """A wild card from the market as the second card of a turn."""
    at = second_card(log)
    drawn = log[at]
    for name in ("sealed", "private"):
        drawn.pop(name)
    drawn["type"] = "card_taken"
    drawn["public"] = {"seat": drawn["actor"], "card": "wild", "slot": 0, "draws": 2}


def one_card_only(log: Log) -> None:
    del log[second_card(log)]


def held_not(log: Log) -> None:
    """A route is paid with cards of which the seat has never had so many."""
    found = entry(log, "route_claimed")["public"]
    if set(found["cards"]) == {"wild"}:
        raise Absent
    found["cards"] = ["wild"] * len(found["cards"])


def claimed_again(log: Log) -> None:
    found = places(log, "route_claimed")
    log[found[-1]]["public"]["route"] = log[found[0]]["public"]["route"]


def two_claims(log: Log) -> None:
    """Two actions in one turn."""
    found = places(log, "route_claimed")
    at = found[len(found) // 2]
    log.insert(at + 1, {**log[at], "public": {**log[found[-1]]["public"], "seat": log[at]["actor"]}})


def claimed_by_another(log: Log) -> None:
    found = entry(log, "route_claimed")
    found["actor"] = found["public"]["seat"] = 1 - min(1, found["actor"])


def passed(log: Log) -> None:
    found = entry(log, "route_claimed")
    found["type"], found["public"] = "turn_passed", {"seat": found["actor"]}


def turn_of_another(log: Log) -> None:
    found = entry(log, "turn_began")["public"]
    found["seat"] = 1 - min(1, found["seat"])


def goods_for_nothing(log: Log) -> None:
    at = place(log, "goods_taken")
    log.insert(place(log, "turn_began") + 1, {**log[at]})


def swept_for_nothing(log: Log) -> None:
    at = place(log, "turn_began")
    log.insert(at, table_entry(log, "market_swept", at, cards=first(log, "market_filled")["public"]["cards"]))


def last_round_early(log: Log) -> None:
    found = log.pop(places(log, "last_round_began")[0])
    log.insert(place(log, "turn_began"), found)


def play_cut(log: Log) -> None:
    """From the middle of play straight to the scoring."""
    del log[place(log, "turn_began") : places(log, "scoring_began")[0]]


SHUFFLES: Final[dict[str, Spoil]] = {
    "a pile arranged": swapped("pile_shuffled", "private", "order"),
    "a card too few in a pile": one_less("pile_shuffled", "private", "order"),
    "a card of no pile": first_replaced("pile_shuffled", "private", "order", "joker"),
    "the number of a shuffle": counted("pile_shuffled", "nth", 1),
    "the size of a pile": counted("pile_shuffled", "count", 1),
    "lots arranged": swapped("first_seat_drawn", "public", "order"),
}
CARDS: Final[dict[str, Spoil]] = {
    "a shuffle left out": dropped("pile_shuffled"),
    "no lots drawn": dropped("first_seat_drawn"),
    "a first seat that was named": enveloped("first_seat_drawn", type="first_seat_named", public={"seat": 0}),
    "another deal": first_replaced("cards_dealt", "private", "cards", "wild"),
    "a deal to another seat": card_of_another_seat,
    "a card too few in a deal": one_less("cards_dealt", "private", "cards"),
    "other tickets in a deal": first_replaced("tickets_dealt", "private", "tickets", "t01"),
    "fewer tickets to keep": counted("tickets_dealt", "keep", -1),
    "a table set otherwise": changed("table_set", goods=99),
    "more pieces for all": changed("table_set", pieces={"train": 99}),
    "a market filled otherwise": first_replaced("market_filled", "public", "cards", "wild"),
    "a market not filled": dropped("market_filled"),
    "a market swept for nothing": swept_for_nothing,
    "a market not swept": dropped("market_swept"),
    "a card drawn from below": another_card,
    "a card from another pile": changed("card_drawn", pile="nowhere"),
    "a card not in the market": changed("card_taken", card="joker"),
    "a card from another slot": counted("card_taken", "slot", 1),
    "a card that costs no draw": changed("card_taken", draws=0),
    "a third card": third_card,
    "one card only": one_card_only,
    "a wild as second card": wild_second,
    "no starting ticket kept": one_less("tickets_chosen", "private", "tickets"),
    "a starting ticket not offered": first_replaced("tickets_chosen", "private", "tickets", "t99"),
    "other starting tickets than chosen": first_replaced(
        "starting_tickets_kept", "private", "tickets", "t01"
    ),
    "a ticket not returned": one_less("tickets_kept", "private", "returned"),
    "a ticket kept that was not drawn": first_replaced("tickets_kept", "private", "tickets", "t01"),
    "fewer tickets drawn": counted("tickets_drawn", "count", -1),
    "other tickets drawn": swapped("tickets_drawn", "private", "tickets"),
    "drawn tickets forgotten": dropped("tickets_kept"),
    "another fleet": changed("fleet_chosen", "private", trains=30, ships=30),
    "too large a fleet": counted("fleet_chosen", "ships", 1, "private"),
    "a fleet shown otherwise": changed("fleet_revealed", pieces={"train": 1, "ship": 59, "harbour": 3}),
    "pieces exchanged for nothing": changed("pieces_exchanged", points=0),
    "more pieces exchanged": counted("pieces_exchanged", "count", 1),
}
ROUTES: Final[dict[str, Spoil]] = {
    "cards that the seat has not": held_not,
    "a card too few for a route": one_less("route_claimed", "public", "cards"),
    "points too many": counted("route_claimed", "points", 1),
    "no piece placed": changed("route_claimed", pieces={}),
    "a route claimed again": claimed_again,
    "a route of no board": changed("route_claimed", route="x--y--1"),
    "two claims in a turn": two_claims,
    "a claim out of turn": claimed_by_another,
    "a claim left out": dropped("route_claimed"),
    "goods left out": dropped("goods_taken"),
    "goods for nothing": goods_for_nothing,
    "a harbour elsewhere": changed("harbour_built", place="nowhere"),
    "a harbour too cheap": one_less("harbour_built", "public", "cards"),
    "passed without need": passed,
    "a turn left out": dropped("turn_began"),
    "a turn twice": doubled("turn_began"),
    "another seat's turn": turn_of_another,
    "no last round": dropped("last_round_began"),
    "a last round too early": last_round_early,
    "a longer last round": counted("last_round_began", "turns", 1),
    "the end amid play": play_cut,
    "another reason for the end": changed("scoring_began", reason="stalemate"),
}
