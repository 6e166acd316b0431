"""What is spoilt of the end, and what is spoilt in a log that has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tests.properties.forgery.forger import (
    Absent,
    Spoil,
    changed,
    counted,
    cut,
    doubled,
    dropped,
    entry,
    last,
    places,
)
from tests.properties.forgery.recorded import Log
from tests.properties.forgery.spoils_of_games import CARDS, ROUTES


def raised(log: Log) -> None:
    """A line of the sheet and its total."""
    found = last(log, "seat_scored")["public"]
    found["lines"][0]["points"] += 10
    found["total"] += 10


def line_dropped(log: Log) -> None:
    found = last(log, "seat_scored")["public"]
    found["total"] -= found["lines"].pop(0)["points"]


def won_by(choose: Callable[[list[int], int], list[int]]) -> Spoil:
    def spoil(log: Log) -> None:
        found = entry(log, "game_ended")["public"]
        changed = choose(found["winners"], log[0]["public"]["seats"])
        if changed == found["winners"]:
            raise Absent
        found["winners"] = changed

    return spoil


def losers(winners: list[int], seats: int) -> list[int]:
    return [seat for seat in range(seats) if seat not in winners] or winners


def everybody(winners: list[int], seats: int) -> list[int]:
    return [*range(seats)]


def after_the_end(kind: str) -> Spoil:
    def spoil(log: Log) -> None:
        log.append({**entry(log, kind), "at": log[-1]["at"]})

    return spoil


def ends_before(*kinds: str, then: Spoil | None = None) -> Spoil:
    """The log is cut off before the first of these, after something was spoilt."""

    def spoil(log: Log) -> None:
        if then:
            then(log)
        cut(log, kinds)

    return spoil


def cut_after_a_sheet(log: Log) -> None:
    del log[places(log, "seat_scored")[0] + 1 :]


SHEETS: Final[dict[str, Spoil]] = {
    "a higher total": counted("seat_scored", "total", 1),
    "a higher line": raised,
    "a line left out": line_dropped,
    "a sheet left out": dropped("seat_scored"),
    "a sheet twice": doubled("seat_scored"),
    "another winner": won_by(losers),
    "everybody wins": won_by(everybody),
    "nobody wins": changed("game_ended", winners=[]),
}
ENDS: Final[dict[str, Spoil]] = {
    "no winner announced": dropped("game_ended"),
    "ended twice": doubled("game_ended"),
    "another seed": changed("seed_revealed", seed="22" * 32),
    "no seed": ends_before("seed_revealed"),
    "no seed and a higher total": ends_before("seed_revealed", then=counted("seat_scored", "total", 1)),
    "neither winner nor seed": ends_before("game_ended"),
    "one sheet and no more": cut_after_a_sheet,
    "an action after the end": after_the_end("card_taken"),
    "a seat taken after the end": after_the_end("seat_taken"),
    "the seed twice": after_the_end("seed_revealed"),
}


# With all seals open nothing is left that the seed would have to show.
WITHOUT_END: Final[dict[str, Spoil]] = {
    f"{name}, and no end": ends_before("seat_scored", then=spoil)
    for group in (CARDS, ROUTES)
    for name, spoil in group.items()
}
