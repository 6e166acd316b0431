"""What is spoilt in envelopes, times and seats. A verifier notices it without knowing any game."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from rules.table.clock import timestamp
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
    inserted,
    last,
    place,
    places,
    table_entry,
)
from tests.properties.forgery.recorded import Log


def later(at: str, **span: float) -> str:
    return timestamp(datetime.fromisoformat(at) + timedelta(**span))


def dated_back(kind: str, **span: float) -> Spoil:
    """The entry is older than the one before it."""

    def spoil(log: Log) -> None:
        at = place(log, kind)
        log[at]["at"] = later(log[at - 1]["at"], **{name: -value for name, value in span.items()})

    return spoil


def action_dated_back(log: Log) -> None:
    """A whole action with all that follows from it."""
    start = place(log, "turn_began") + 1
    end = next(at for at in range(start, len(log)) if log[at]["at"] != log[start]["at"])
    for one in log[start:end]:
        one["at"] = later(log[start - 1]["at"], minutes=-5)


def opened_late(log: Log) -> None:
    log[0]["at"] = later(log[-1]["at"], days=1)


def of_another_seat(log: Log) -> None:
    found = entry(log, "route_claimed")
    found["actor"] = 1 - min(1, found["actor"])


def by_another_sort(log: Log) -> None:
    found = entry(log, "route_claimed")
    found["by"] = "person" if found["by"] == "program" else "program"


def seal_for_all(log: Log) -> None:
    entry(log, "card_drawn")["sealed"].pop("to")


def seal_for_another(log: Log) -> None:
    sealed = entry(log, "tickets_dealt")["sealed"]
    sealed["to"] = 1 - min(1, sealed["to"])


def nothing_sealed(log: Log) -> None:
    found = entry(log, "card_drawn")
    found.pop("sealed")
    found["public"] |= found.pop("private")


def unsealed(log: Log) -> None:
    entry(log, "card_drawn").pop("sealed")


def closed_for_ever(log: Log) -> None:
    entry(log, "card_drawn").pop("private")


def sealed_without_need(log: Log) -> None:
    entry(log, "route_claimed").update(sealed={"commit": ""}, private={"card": "wild"})


def another_salt(log: Log) -> None:
    entry(log, "card_drawn")["salt"] = "11" * 32


def shown_otherwise(log: Log) -> None:
    entry(log, "tickets_chosen")["shown"] = {"tickets": ["t01"]}


def nobody_there(log: Log) -> None:
    """The game begins with an empty seat."""
    starts, found = place(log, "game_started"), places(log, "seat_taken")
    log.insert(starts, table_entry(log, "seat_cleared", starts, seat=log[found[-1]]["public"]["seat"]))


def held_for_nobody(log: Log) -> None:
    starts = place(log, "game_started")
    log.insert(starts, table_entry(log, "seat_held", starts, seat=0))


def held_at_the_start(log: Log) -> None:
    """A seat is cleared and held, and the game begins all the same."""
    starts = place(log, "game_started")
    log.insert(starts, table_entry(log, "seat_held", starts, seat=0))
    log.insert(starts, table_entry(log, "seat_cleared", starts, seat=0))


def seat_taken_twice(log: Log) -> None:
    at = places(log, "seat_taken")[-1]
    log.insert(at + 1, {**log[at]})


def taken_by(player: str) -> Spoil:
    def spoil(log: Log) -> None:
        found = last(log, "seat_taken")
        if found["public"]["player"] == player:
            raise Absent
        found["public"]["player"] = player

    return spoil


def beyond_the_table(log: Log) -> None:
    at = places(log, "seat_taken")[-1]
    log.insert(at + 1, {**log[at], "actor": 9, "public": {**log[at]["public"], "seat": 9}})


def another_client_seed(log: Log) -> None:
    last(log, "seat_taken")["public"]["client_seed"] = "c405e4"


def seed_of_no_kind(log: Log) -> None:
    last(log, "seat_taken")["public"]["client_seed"] = "ada@example.org"


def seed_given(seat: int, times: int = 1) -> Spoil:
    """Whoever sits there gives a share in the chance, as often as they like."""

    def spoil(log: Log) -> None:
        starts = place(log, "game_started")
        for _ in range(times):
            log.insert(starts, table_entry(log, "seed_given", starts, seat, client_seed="5eed"))

    return spoil


def clock_moved(log: Log) -> None:
    if log[0]["public"].get("purpose"):
        raise Absent
    inserted("clock_advanced", "turn_began", seconds=60)(log)


def clock_moved_by(seconds: int) -> Spoil:
    """At the end of a test table, where nobody runs out of time any more."""

    def spoil(log: Log) -> None:
        if not log[0]["public"].get("purpose"):
            raise Absent
        at = places(log, "turn_began")[-1]
        log.insert(at, table_entry(log, "clock_advanced", at, seconds=seconds))

    return spoil


def private_no_more(log: Log) -> None:
    if not log[0]["public"].get("purpose"):
        raise Absent
    log[0]["public"]["visibility"] = "public"


def unversioned(log: Log) -> None:
    created = log[0]["public"]
    created["ruleset"] = created["ruleset"].split("@")[0]


def opened_twice(log: Log) -> None:
    log.insert(1, {**log[0]})


def not_opened(log: Log) -> None:
    first(log, "game_created")["type"] = "seat_held"


# Of what only those know who know the events of each game.
FORMS: Final[dict[str, Spoil]] = {
    "the table acts for a seat": enveloped("turn_began", actor=0, by="person"),
    "an event that there is not": enveloped("turn_began", type="turn_ended"),
    "an action of nobody": enveloped("route_claimed", actor=None, by=None),
    "another version": enveloped("route_claimed", v=2),
    "a member too many": changed("route_claimed", hint="x"),
    "a member too few": changed("route_claimed", points=None),
    "a seal to all": seal_for_all,
    "a secret told": nothing_sealed,
    "a seal on nothing": sealed_without_need,
}
ENVELOPES: Final[dict[str, Spoil]] = {
    "an action of another seat": of_another_seat,
    "an action by nobody": enveloped("route_claimed", by=None),
    "an action by another sort of player": by_another_sort,
    "an action by a stand-in": enveloped("tickets_chosen", by="stand_in"),
    "an action by a cover": enveloped("card_drawn", by="cover"),
    "the table acts by a person": enveloped("market_filled", by="person"),
    "a version in words": enveloped("route_claimed", v="1"),
    "true for one": changed("turn_began", seat=True),
    "no time": enveloped("turn_began", at=None),
    "a seal to another": seal_for_another,
    "a secret without a seal": unsealed,
    "a seal that never opens": closed_for_ever,
    "another salt": another_salt,
    "a secret exchanged": shown_otherwise,
}
TIMES: Final[dict[str, Spoil]] = {
    "a microsecond back": dated_back("turn_began", microseconds=1),
    "an hour back": dated_back("route_claimed", hours=1),
    "years back": dated_back("card_taken", days=4000),
    "an action earlier": action_dated_back,
    "opened after the end": opened_late,
    "the seed before the end": dated_back("seed_revealed", seconds=1),
    "the start before the seats": dated_back("game_started", minutes=1),
    "no such day": enveloped("turn_began", at="2026-02-30T12:00:00.000000Z"),
    "no microseconds": enveloped("turn_began", at="2026-01-31T12:30:00Z"),
    "another zone": enveloped("turn_began", at="2026-01-31T14:30:00.000000+02:00"),
}
SEATS: Final[dict[str, Spoil]] = {
    "a seat taken twice": seat_taken_twice,
    "a seat beyond the table": beyond_the_table,
    "a bot on a taken seat": inserted("bot_seated", "game_started", seat=0, bot="random"),
    "an empty seat is left": inserted("seat_left", "seat_taken", 1),
    "an empty seat is cleared": inserted("seat_cleared", "seat_taken", seat=1),
    "a taken seat is held": held_for_nobody,
    "a seat held at the start": held_at_the_start,
    "a seat released that nobody held": inserted("seat_released", "game_started", seat=0),
    "an empty seat at the start": nobody_there,
    "started twice": doubled("game_started"),
    "never started": dropped("game_started"),
    "a seat taken in play": inserted("seat_taken", "turn_began", 0, player="person"),
    "a seat left in play": inserted("seat_left", "turn_began", 0),
    "a seat cleared in play": inserted("seat_cleared", "turn_began", seat=0),
    "closed in play": inserted("game_closed", "turn_began"),
    "opened twice": opened_twice,
    "not opened": not_opened,
    "a player who is a robot": taken_by("robot"),
    "a player who is a bot": taken_by("bot"),
    "a program for a person": taken_by("program"),
    "more seats": counted("game_created", "seats", 1),
    "fewer seats": counted("game_created", "seats", -1),
    "seats without end": changed("game_created", seats=10**9),
    "another purpose": changed("game_created", purpose="friendly"),
    "a ruleset without a version": unversioned,
    "another visibility": changed("game_created", visibility="nobody"),
    "a test table for all": private_no_more,
    "other stand-ins": changed("game_created", stand_ins="sometimes"),
    "bots that act before their turn": changed("game_created", bot_delay=-1),
    "a clock of two sorts": changed("game_created", clock={"bank": 3600, "per_action": 3600}),
    "a clock of no sort": changed("game_created", clock={"strikes": 3}),
    "a number that no clock has": changed("game_created", clock={"per_action": 3600, "nonsense": -5}),
    "a clock without end": changed("game_created", clock={"per_action": 10**9}),
    "an increment of no bank": changed("game_created", clock={"per_action": 3600, "increment": 5}),
    "another seed promised": changed("game_created", commitment="00" * 32),
    "no seed promised": changed("game_created", commitment=None),
    "another client seed": another_client_seed,
    "no account": changed("seat_taken", account=None),
    "an account by its id": changed("seat_taken", account="0b6f7ad5-8f4c-4f0c-9f0e-0f6c5a0f3a11"),
    "a client seed that could be a name": seed_of_no_kind,
    "a client seed given twice": seed_given(0, times=2),
    "a client seed of no seat": seed_given(9),
    "a client seed given in play": inserted("seed_given", "turn_began", 0, client_seed="5eed"),
    "a client seed that is none": inserted("seed_given", "game_started", 0),
    "a place in the log without a size": changed("game_started", log={"index": 3}),
    "a place beyond the log": changed("game_started", log={"index": 3, "size": 3}),
    "a place in the log in words": changed("game_started", log="3 of 4"),
    "a clock moved where none is tried": clock_moved,
    "a clock moved back": clock_moved_by(-1_000_000),
    "a clock moved by nothing": clock_moved_by(0),
}
