"""What is made of a game of signed moves by somebody who has everything but the keys of the players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tests.properties.forgery.forger import Absent, Spoil, first, last, places
from tests.properties.forgery.recorded import Log
from tests.support.signing import Signer

Entry = dict[str, Any]
FORGER: Final = Signer(9)


def signed(log: Log, *kinds: str) -> list[int]:
    """Where the entries are that are signed in the open, of these kinds or of any."""
    found = [at for at, one in enumerate(log) if "signature" in one and (not kinds or one["type"] in kinds)]
    if not found:
        raise Absent
    return found


def on_the_last(change: Callable[[Entry], None], *kinds: str) -> Spoil:
    """No signature after it tells what stood before."""

    def spoil(log: Log) -> None:
        change(log[signed(log, *kinds)[-1]])

    return spoil


def on_a_sealed_one(change: Callable[[Entry], None]) -> Spoil:
    def spoil(log: Log) -> None:
        found = [one for one in log if "signature" in one.get("private", {})]
        if not found:
            raise Absent
        change(found[-1])

    return spoil


def of_another_move(log: Log) -> None:
    """An old signature again, on a move of the same kind by the same player."""
    *_, new = drawn = signed(log, "card_drawn")
    old = next(at for at in drawn if log[at]["actor"] == log[new]["actor"])
    log[new]["signature"] = log[old]["signature"]


def by_the_forger(one: Entry) -> None:
    one["signature"] = FORGER.sign(
        one["game"], one["signature"]["after"], {"type": "pass", "seat": one["actor"]}
    )


def with_the_key_of_the_forger(log: Log) -> None:
    """The key comes before the first move that is signed with the old one."""
    first(log, "key_changed")["public"]["key"] = FORGER.key


def key_of_everybody(log: Log) -> None:
    first(log, "key_changed")["public"]["key"] = "AQ" + "A" * 41


def key_of_another_form(log: Log) -> None:
    first(log, "key_changed")["public"]["key"] = "none"


def key_of_nobody(log: Log) -> None:
    """In a seat where nobody sits yet."""
    log.insert(1, log.pop(places(log, "key_changed")[0]))


def key_taken_away(log: Log) -> None:
    """Just before the last move that is signed, which is left as it was."""
    at = signed(log)[-1]
    public = {"seat": log[at]["actor"]}
    log.insert(at, {"type": "key_changed", "v": 1, "at": log[at]["at"], "public": public})


def on_what_nobody_decided(log: Log) -> None:
    last(log, "turn_began")["signature"] = log[signed(log)[-1]]["signature"]


def on_a_stand_in(log: Log) -> None:
    found = [one for one in log if one.get("by") == "stand_in"]
    if not found:
        raise Absent
    found[-1]["signature"] = log[signed(log)[-1]]["signature"]


def moved_into_the_open(one: Entry) -> None:
    one["signature"] = one["private"].pop("signature")


def without(one: Entry) -> None:
    del one["signature"]


def without_sealed(one: Entry) -> None:
    del one["private"]["signature"]


def after_nothing(one: Entry) -> None:
    one["signature"] = {**one["signature"], "after": "0" * 64}


def after_itself(one: Entry) -> None:
    one["signature"] = {**one["signature"], "after": "1" * 64}


def of_another_pile(one: Entry) -> None:
    one["public"]["pile"] = "tickets"


def with_more(one: Entry) -> None:
    one["signature"] = {**one["signature"], "note": "1"}


def without_demand(log: Log) -> None:
    """The demand is gone from the first entry that has it, and with it the first signature."""
    first(log, "key_changed")["public"]["signing"] = "optional"


SIGNATURES: Final[dict[str, Spoil]] = {
    "the resignation of one who demands signatures has none": on_the_last(without, "seat_resigned"),
    "a choice of tickets of one who demands signatures has none": on_a_sealed_one(without_sealed),
    "the signature of another move": of_another_move,
    "a signature of the forger's": on_the_last(by_the_forger),
    "the forger's key": with_the_key_of_the_forger,
    "a key with which anybody can sign": key_of_everybody,
    "a key that is none": key_of_another_form,
    "a key where nobody sits": key_of_nobody,
    "a key that was taken away before a signed move": key_taken_away,
    "a signature where nobody has decided": on_what_nobody_decided,
    "a signature on a stand-in's move": on_a_stand_in,
    "a signature on a hidden choice in the open": on_a_sealed_one(moved_into_the_open),
    "signed after an entry that is not there": on_the_last(after_nothing),
    "signed after an entry of nobody's": on_the_last(after_itself),
    "another action than was signed": on_the_last(of_another_pile, "card_drawn"),
    "a signature with room for a note": on_the_last(with_more),
    "the demand is struck out": without_demand,
}
