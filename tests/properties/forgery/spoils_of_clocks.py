"""What is spoilt of time-outs, absences and stand-ins."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from rules.table.more_time import MAX_GIFT
from tests.properties.forgery.forger import (
    Absent,
    Spoil,
    changed,
    dropped,
    entry,
    first,
    inserted,
    place,
    places,
    table_entry,
    where,
)
from tests.properties.forgery.recorded import BANK, Log
from tests.properties.forgery.spoils_of_tables import later
from tests.rules.table.written import STAND_IN


def turn(log: Log) -> tuple[int, int]:
    """A turn in the middle that a person or a program begins: the place after it, and its seat."""
    found = [at for at in places(log, "turn_began") if log[at + 1].get("by") in ("person", "program")]
    if not found:
        raise Absent
    return found[len(found) // 2] + 1, log[found[len(found) // 2]]["public"]["seat"]


def timed_out(wait: int = 0) -> Spoil:
    """Somebody runs out of time after so many seconds, and a bot decides. The rest is later by as much."""

    def spoil(log: Log) -> None:
        at, seat = turn(log)
        postponed(log, at, wait)
        log[at]["by"] = "cover"
        log.insert(at, table_entry(log, "seat_timed_out", at, seat=seat, cover=STAND_IN))
        log[at]["at"] = log[at + 1]["at"] if wait else log[at - 1]["at"]

    return spoil


def waiting_timed_out(log: Log) -> None:
    """It is not even the turn of the seat."""
    at, seat = turn(log)
    postponed(log, at, 90_000)
    other = (seat + 1) % log[0]["public"]["seats"]
    log.insert(at, table_entry(log, "seat_timed_out", at, seat=other, cover=STAND_IN))


def postponed(log: Log, start: int, seconds: int) -> None:
    for one in log[start:]:
        one["at"] = later(one["at"], seconds=seconds)


def earlier(log: Log) -> None:
    """The time-out comes a second after what was before it."""
    at = place(log, "seat_timed_out")
    if log[0]["public"].get("purpose"):
        raise Absent  # the clock of a test table does not follow the times
    passed = datetime.fromisoformat(log[at]["at"]) - datetime.fromisoformat(log[at - 1]["at"])
    postponed(log, at, 1 - round(passed.total_seconds()))


def first_time_out_dropped(log: Log) -> None:
    del log[places(log, "seat_timed_out")[0]]


def without_clock(log: Log) -> None:
    """The clock was never agreed on."""
    places(log, "seat_timed_out")
    log[0]["public"]["clock"] = {}


def slower_clock(log: Log) -> None:
    places(log, "seat_timed_out")
    found = log[0]["public"]["clock"]
    for name in {"per_action", "bank"} & found.keys():
        found[name] *= 4


def bot_timed_out(log: Log) -> None:
    """A bot has no clock."""
    found = [at for at in places(log, "turn_began") if log[at + 1].get("by") == "bot"]
    if not found:
        raise Absent
    at = found[0]
    log.insert(at + 1, table_entry(log, "seat_timed_out", at, seat=log[at]["public"]["seat"], cover=STAND_IN))
    postponed(log, at + 1, 4000)


def timed_out_twice(log: Log) -> None:
    at = places(log, "seat_timed_out")[0]
    log.insert(at + 1, {**log[at]})


def while_away(log: Log) -> None:
    """The vacation ends after the time-out, which comes while the clock stands."""
    at, seat = turn(log)
    log.insert(at, table_entry(log, "vacation_began", at, seat, days=1))
    log[at]["at"] = log[at - 1]["at"]
    timed_out_at(log, at + 1, seat)


def while_paused(log: Log) -> None:
    at, seat = turn(log)
    seats = log[0]["public"]["seats"]
    before = [table_entry(log, "pause_proposed", at, 0, days=1)]
    before += [table_entry(log, "pause_agreed", at, other) for other in range(1, seats)]
    before += [table_entry(log, "game_paused", at, days=1)]
    log[at:at] = [{**made, "at": log[at - 1]["at"]} for made in before]
    timed_out_at(log, at + len(before), seat)


def timed_out_at(log: Log, at: int, seat: int) -> None:
    if not log[0]["public"]["clock"]:
        raise Absent
    postponed(log, at, 9000)
    log.insert(at, table_entry(log, "seat_timed_out", at, seat=seat, cover=STAND_IN))
    log[at + 1]["by"] = "cover"


def too_often(kind: str, **public: object) -> Spoil:
    """The same 21 times."""

    def spoil(log: Log) -> None:
        at, seat = turn(log)
        for _ in range(21):
            log.insert(at, table_entry(log, kind, at, (seat + 1) % 2, **{**public, "receiver": seat}))
            log[at]["at"] = log[at - 1]["at"]

    return spoil


def given(seconds: int, to: int = 0) -> Spoil:
    """Time is given by the next seat to the one whose turn it is, or to a seat so many places on."""

    def spoil(log: Log) -> None:
        at, seat = turn(log)
        seats = log[0]["public"]["seats"]
        giver, receiver = (seat + 1) % seats, (seat + to) % seats
        log.insert(at, table_entry(log, "time_given", at, giver, receiver=receiver, seconds=seconds))
        log[at]["at"] = log[at - 1]["at"]

    return spoil


def untimed(spoil: Spoil) -> Spoil:
    """For tables without a clock."""

    def checked(log: Log) -> None:
        if log[0]["public"]["clock"]:
            raise Absent
        spoil(log)

    return checked


def resigned_twice(log: Log) -> None:
    at = places(log, "seat_resigned")[0]
    log.insert(at + 1, {**log[at], "by": "stand_in"})


def still_a_person(log: Log) -> None:
    """Whoever has resigned plays on."""
    seat = entry(log, "seat_resigned")["public"]["seat"]
    first_of = next(e for e in log[place(log, "seat_resigned") + 1 :] if e.get("actor") == seat)
    first_of["by"] = "person" if log[0]["public"].get("stand_ins") else "program"


def decided_alone(log: Log) -> None:
    """After a time-out the player decides all the same."""
    at = places(log, "seat_timed_out")[0]
    next(one for one in log[at:] if one.get("by") == "cover")["by"] = "person"


def cut_amid_a_time_out(log: Log) -> None:
    del log[place(log, "seat_handed_over") :]


CLOCKS: Final[dict[str, Spoil]] = {
    "a time-out at once": timed_out(),
    "a time-out a minute later": timed_out(60),
    "a time-out of a seat that waits": waiting_timed_out,
    "a time-out before its time": earlier,
    "a time-out without a clock": without_clock,
    "a time-out by a faster clock": slower_clock,
    "a time-out of a bot": bot_timed_out,
    "a time-out twice": timed_out_twice,
    "a time-out on vacation": while_away,
    "a time-out in a pause": while_paused,
    "a time-out after a gift of a week": changed("time_given", seconds=MAX_GIFT),
    "a time-out that was not": first_time_out_dropped,
    "a player who decides after a time-out": decided_alone,
    "no hand-over after the last strike": dropped("seat_handed_over"),
    "the end between a time-out and its hand-over": cut_amid_a_time_out,
    "a hand-over to another bot": changed("seat_handed_over", stand_in="greedy"),
    "a hand-over of a bot": inserted("seat_handed_over", "turn_began", seat=1, stand_in=STAND_IN),
}
ABSENCES: Final[dict[str, Spoil]] = {
    "a return of one who was there": inserted("seat_returned", "turn_began", 0),
    "a return to a stand-in that stays": where(
        "seat_returned", changed("game_created", stand_ins="to_the_end")
    ),
    "resigned twice": resigned_twice,
    "a stand-in that came unasked": dropped("seat_resigned"),
    "a player who plays on": still_a_person,
    "no vacation left": changed("vacation_began", days=6),
    "no vacation agreed": where("vacation_began", changed("game_created", clock={"per_action": 3600})),
    "a vacation of no day": changed("vacation_began", days=0),
    "a vacation without a clock": untimed(inserted("vacation_began", "turn_began", 0, days=1)),
    "back without a vacation": dropped("vacation_began"),
    "back twice": lambda log: log.insert(place(log, "vacation_ended"), {**entry(log, "vacation_ended")}),
    "a pause for ever": changed("pause_proposed", days=31),
    "a pause of no day": changed("pause_proposed", days=0),
    "a pause longer than agreed": changed("game_paused", days=4),
    "a pause without the last yes": dropped("pause_agreed"),
    "a pause out of the blue": inserted("game_paused", "turn_began", days=1),
    "a pause that did not come": dropped("game_paused"),
    "agreed twice": lambda log: log.insert(place(log, "pause_agreed"), {**first(log, "pause_agreed")}),
    "a yes to nothing": inserted("pause_agreed", "turn_began", 0),
    "a no to nothing": inserted("pause_declined", "turn_began", 0),
    "a pause without a clock": untimed(inserted("pause_proposed", "turn_began", 0, days=1)),
    "the end of no pause": inserted("resume_asked", "turn_began", 0),
    "a pause ended by nobody": inserted("game_resumed", "turn_began"),
    "a pause ended by few": dropped("resume_asked"),
    "a pause that did not end": dropped("game_resumed"),
    "a gift of a moment": given(4),
    "a gift of a month": given(30 * 86_400),
    "a gift to oneself": given(60, to=1),
    "gifts without end": too_often("time_given", seconds=60),
    "a gift without a clock": untimed(given(60)),
    "another bank": where("seat_timed_out", changed("game_created", clock={**BANK, "bank": 86_400})),
}
