"""The flat rows of a game, taken from its log as anyone can take them from an export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from proof.chain import canonical
from rules.events import EVENTS
from rules.table.fold import table_of

Row = dict[str, Any]
Entry = Mapping[str, Any]

# The columns of each table, with their types in DuckDB. All times are UTC.
COLUMNS: Final[dict[str, dict[str, str]]] = {
    "games": {
        "game": "VARCHAR",
        "ruleset": "VARCHAR",
        "seats": "TINYINT",
        "options": "VARCHAR",  # JSON
        "clock": "VARCHAR",  # JSON
        "opened_at": "TIMESTAMP",
        "started_at": "TIMESTAMP",
        "finished_at": "TIMESTAMP",
        "first_seat": "TINYINT",
        "turns": "INTEGER",
        "actions": "INTEGER",
        "events": "INTEGER",
        "ended_by": "VARCHAR",
        "commitment": "VARCHAR",
        "seed": "VARCHAR",
        "hash": "VARCHAR",
    },
    "seats": {
        "game": "VARCHAR",
        "seat": "TINYINT",
        "player": "VARCHAR",  # a pseudonym; none for bots and deleted accounts
        "kind": "VARCHAR",  # person, program or bot
        "bot": "VARCHAR",
        "time_outs": "INTEGER",
        "stand_in": "VARCHAR",  # the bot that played the seat at the end
    },
    "results": {
        "game": "VARCHAR",
        "seat": "TINYINT",
        "score": "INTEGER",
        "won": "BOOLEAN",
        "rank": "TINYINT",
        "sheet": "VARCHAR",  # JSON: the lines of the score
    },
    "actions": {
        "game": "VARCHAR",
        "seq": "INTEGER",
        "acted_at": "TIMESTAMP",
        "seat": "TINYINT",
        "decided_by": "VARCHAR",
        "type": "VARCHAR",
        "route": "VARCHAR",
        "pile": "VARCHAR",
        "card": "VARCHAR",
        "points": "INTEGER",
        "detail": "VARCHAR",  # JSON: all members, hidden ones included
    },
}


def rows_of(
    entries: Sequence[Entry], players: Mapping[int, str], ranks: Mapping[int, int]
) -> Iterator[tuple[str, Row]]:
    """Each row with the name of its table."""
    actions = [_action(entry) for entry in entries if entry.get("actor") is not None and is_played(entry)]
    yield "games", _game(entries, len(actions))
    yield from (("seats", row) for row in _seats(entries, players))
    yield from (("results", row) for row in _results(entries, ranks))
    yield from (("actions", row) for row in actions)


def is_played(entry: Entry) -> bool:
    return entry["type"] in EVENTS.by_name


def _json(value: Any) -> str:
    return canonical(value).decode()


def _game(entries: Sequence[Entry], actions: int) -> Row:
    first, last = entries[0], entries[-1]
    created, by_type = first["public"], {entry["type"]: entry for entry in reversed(entries)}
    kinds = [entry["type"] for entry in entries]
    return {
        "game": first["game"],
        "ruleset": created["ruleset"],
        "seats": created["seats"],
        "options": _json(created["options"]),
        "clock": _json(created["clock"]),
        "opened_at": first["at"],
        "started_at": by_type["game_started"]["at"],
        "finished_at": last["at"],
        "first_seat": first_seat(by_type),
        "turns": kinds.count("turn_began"),
        "actions": actions,
        "events": len(entries),
        "ended_by": by_type["scoring_began"]["public"]["reason"],
        "commitment": created["commitment"],
        "seed": last["public"]["seed"],
        "hash": last["hash"],
    }


def first_seat(by_type: Mapping[str, Entry]) -> int:
    if drawn := by_type.get("first_seat_drawn"):
        return int(drawn["public"]["order"][0])
    return int(by_type["first_seat_named"]["public"]["seat"])


def _seats(entries: Sequence[Entry], players: Mapping[int, str]) -> list[Row]:
    """Who sat where when the game began, and who played the seat at its end."""
    return [
        {
            "game": entries[0]["game"],
            "seat": seat,
            "kind": "bot" if chair.bot else chair.account,
            "bot": chair.bot or None,
            "time_outs": chair.strikes,
            "stand_in": chair.stand_in or None,
            "player": players.get(seat),
        }
        for seat, chair in enumerate(table_of(entries).chairs)
    ]


def _results(entries: Sequence[Entry], ranks: Mapping[int, int]) -> Iterator[Row]:
    (winners,) = (entry["public"]["winners"] for entry in entries if entry["type"] == "game_ended")
    for entry in entries:
        if entry["type"] == "seat_scored":
            said = entry["public"]
            yield {
                "game": entry["game"],
                "seat": said["seat"],
                "score": said["total"],
                "won": said["seat"] in winners,
                "rank": ranks.get(said["seat"]),
                "sheet": _json(said["lines"]),
            }


def _action(entry: Entry) -> Row:
    said = {**entry["public"], **entry.get("private", {})}
    return {
        "game": entry["game"],
        "seq": entry["seq"],
        "acted_at": entry["at"],
        "seat": entry["actor"],
        "decided_by": entry.get("by"),
        "type": entry["type"],
        **{name: said.get(name) for name in ("route", "pile", "card", "points")},
        "detail": _json(said),
    }
