"""A report as data, from the entries of a log and the checks that an audit made of it.

The log may be damaged: a part that cannot be read is left out, and the checks say why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, TypeVar

from proof.audit import Check, is_sound
from proof.envelopes import Entry
from proof.reports.meanings import MEANINGS, conclusion
from proof.signatures import signature_of
from proof.stand_ins import stand_ins_of
from proof.story import DEEDS, DELETED, bot_name, deleted_names, story
from rules.catalogue import ruleset
from rules.sentences import Words
from rules.table import TOLD
from rules.table.fold import table_of
from rules.table.state import UNTIL_RETURN, Chair

T = TypeVar("T")
Plain = dict[str, Any]

FORMAT: Final = "signalbox-report"


@dataclass(frozen=True, slots=True)
class Facts:
    """What a report is made from. Names, and who looked, are not in a log; they come from the server."""

    entries: Sequence[Entry]
    checks: Sequence[Check]
    names: Mapping[int, str] = field(default_factory=dict)  # of people, by seat
    deleted: int = (
        0  # people without a name have deleted their account, and are numbered from here; 0: it is not known
    )
    repeat: Sequence[str] = ()  # the commands with which anyone can do all this again
    more: Mapping[str, Any] = field(default_factory=dict)  # receipt, proofs, looks, pictures


def report_on(facts: Facts) -> Plain:
    """All that a report says. Members that are not known are absent."""
    sound, over = is_sound(facts.checks), any(_of(facts, "seed_revealed"))
    found = {
        "format": FORMAT,
        **_tried(_heading, facts, Plain),
        **_tried(_times, facts, Plain),
        "sound": sound,
        "conclusion": conclusion(sound=sound, over=over),
        **_tried(_clock, facts, Plain),
        "seats": _tried(_seats, facts, list[Plain]),
        "sheets": _tried(_sheets, facts, list[Plain]),
        "checks": [_check(check) for check in facts.checks],
        "absences": _tried(_absences, facts, list[Plain]),
        "moves": _tried(_moves, facts, list[Plain]),
        "repeat": list(facts.repeat),
    }
    return found | dict(facts.more)


def moments(entries: Sequence[Entry]) -> dict[str, int]:
    """The events after which pictures show the start, the middle and the end; none before the start."""
    turns = [entry["seq"] for entry in entries if entry["type"] == "turn_began"]
    if not turns:
        return {}
    return {"start": turns[0], "middle": turns[len(turns) // 2], "end": entries[-1]["seq"]}


def _tried(part: Callable[[Facts], T], facts: Facts, nothing: Callable[[], T]) -> T:
    try:
        return part(facts)
    except Exception:  # noqa: BLE001 (no log, however odd, may stop its report)
        return nothing()


def _of(facts: Facts, *kinds: str) -> list[Entry]:
    return [entry for entry in facts.entries if entry.get("type") in kinds]


def _heading(facts: Facts) -> Plain:
    first, last = facts.entries[0], facts.entries[-1]
    created = first["public"]
    found = {
        "game": first["game"],
        "ruleset": created["ruleset"],
        "title": ruleset(created["ruleset"]).title,
        "version": last["seq"],
        "hash": last["hash"],
        "purpose": created.get("purpose"),
    }
    return {name: value for name, value in found.items() if value is not None}


def _times(facts: Facts) -> Plain:
    ends = {"opened_at": "game_created", "started_at": "game_started", "ended_at": "seed_revealed"}
    return {name: found[0]["at"] for name, kind in ends.items() if (found := _of(facts, kind))}


def _clock(facts: Facts) -> Plain:
    created = facts.entries[0]["public"]
    return {"clock": created["clock"], "stand_ins": created.get("stand_ins") or UNTIL_RETURN}


def _seats(facts: Facts) -> list[Plain]:
    results, stand_ins = _results(facts), _tried(_stand_ins, facts, dict[int, list[Plain]])
    chairs, signed = table_of(facts.entries).chairs, _tried(_signed, facts, dict[int, int])
    deleted = deleted_names(chairs, facts.names, facts.deleted) if facts.deleted else {}
    names = {**facts.names, **deleted}
    found = (
        {
            "seat": seat,
            **_seated(chair, names.get(seat, "")),
            "signed": signed.get(seat, ""),
            "stand_ins": stand_ins.get(seat, ""),
            **results.get(seat, {}),
        }
        for seat, chair in enumerate(chairs)
    )
    return [{name: value for name, value in seat.items() if value != ""} for seat in found]


def _seated(chair: Chair, name: str) -> Plain:
    if not chair.taken:
        return {}
    kind = "bot" if chair.bot else chair.account
    return {"kind": kind, "name": chair.bot or name, "client_seed": chair.client_seed, "key": chair.key}


def _signed(facts: Facts) -> dict[int, int]:
    """How many decisions each seat has signed, as far as the reader may know it."""
    return Counter(entry["actor"] for entry in facts.entries if signature_of(entry) is not None)


def _stand_ins(facts: Facts) -> dict[int, list[Plain]]:
    return {seat: [asdict(one) for one in found] for seat, found in stand_ins_of(facts.entries).items()}


def deleted_in(reports: Sequence[Plain]) -> int:
    """How many deleted players the reports name."""
    names = (seat.get("name", "") for report in reports for seat in report["seats"])
    return sum(name.startswith(f"{DELETED} ") for name in names)


def _results(facts: Facts) -> dict[int, Plain]:
    winners = {seat for entry in _of(facts, "game_ended") for seat in entry["public"]["winners"]}
    return {
        entry["public"]["seat"]: {
            "score": entry["public"]["total"],
            "won": entry["public"]["seat"] in winners,
        }
        for entry in _of(facts, "seat_scored")
    }


def _words(facts: Facts) -> Words:
    names = {seat["seat"]: seat_name(seat) for seat in _tried(_seats, facts, list[Plain])}
    return Words(ruleset(facts.entries[0]["public"]["ruleset"]).board, names)


def seat_name(seat: Mapping[str, Any]) -> str:
    """`ada`; of a bot `the bot random in seat 1`; `seat 2` where there is no name."""
    name, number = seat.get("name"), seat["seat"]
    if not name:
        return f"seat {number}"
    return bot_name(name, number) if seat["kind"] == "bot" else str(name)


def _sheets(facts: Facts) -> list[Plain]:
    words = _words(facts)
    return [
        {
            "seat": entry["public"]["seat"],
            "total": entry["public"]["total"],
            "lines": [
                {"rule": line["rule"], "what": words.scored(line["what"]), "points": line["points"]}
                for line in entry["public"]["lines"]
            ],
        }
        for entry in _of(facts, "seat_scored")
    ]


def _check(check: Check) -> Plain:
    found = {**asdict(check), "meaning": MEANINGS.get(check.name, "")}
    return {name: value for name, value in found.items() if value is not None}


def _absences(facts: Facts) -> list[Plain]:
    return [
        {"seq": entry["seq"], "at": entry["at"], "text": text}
        for entry, text in story(facts.entries, _words(facts), TOLD)
    ]


def _moves(facts: Facts) -> list[Plain]:
    """Every decision in play with its time, as far as the reader may know it."""
    return [
        {"seq": entry["seq"], "at": entry["at"], "seat": entry["actor"], "text": text, **_mark(entry)}
        for entry, text in story(facts.entries, _words(facts), DEEDS)
    ]


def _mark(entry: Entry) -> Plain:
    return {} if signature_of(entry) is None else {"signed": True}
