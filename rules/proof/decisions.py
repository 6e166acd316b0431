"""Every action of a log decided again by the rules it was played by, and the score added up once more."""

from __future__ import annotations

from typing import Any

from rules.catalogue import ruleset
from rules.chance import TEST, KeyedChance
from rules.codec import plain_event
from rules.events import Deed, Event
from rules.proof.differences import difference
from rules.proof.log import Fault, Log, NotYet
from rules.refusals import Refusal
from rules.ruleset import Ruleset
from rules.state import State


def check_actions(log: Log) -> str:
    """Every action asked again of the ruleset it was played by, and its events compared."""
    rules, chance = ruleset(log.created["ruleset"]), KeyedChance(log.key)
    state, rest, count = State(), log.played, 0
    while rest:
        log.reach(rest[0][0])
        state, rest = _next_group(rules, chance, log, state, rest)
        count += 1
    return f"{count} decisions taken again by {rules.name}"


Played = list[tuple[int, Event]]
Decided = tuple[tuple[Event, ...], State]


def _next_group(
    rules: Ruleset, chance: KeyedChance, log: Log, state: State, rest: Played
) -> tuple[State, Played]:
    try:
        expected, after = _decided(rules, chance, log, state, rest)
    except Fault:
        raise
    except Refusal as refusal:
        raise Fault(rest[0][0], f"the rules refuse this action: {refusal}") from None
    except Exception as error:  # noqa: BLE001 (whatever the log asks for, its audit goes on)
        why = f"the rules cannot decide this: {type(error).__name__}: {error}"
        raise Fault(rest[0][0], why[:500]) from None
    for place, event in enumerate(expected):
        if place >= len(rest):
            raise Fault(rest[-1][0], f"the log ends here where {plain_event(event)['type']} is due")
        seq, found = rest[place]
        if found != event:
            raise Fault(seq, _difference(plain_event(found), plain_event(event)))
    return after, rest[len(expected) :]


def _difference(found: dict[str, Any], due: dict[str, Any]) -> str:
    """Which field of the event differs, or that it is another event."""
    if found["type"] != due["type"]:
        return f"{found['type']} stands where {due['type']} is due"
    names = [name for name in {**due, **found} if found.get(name) != due.get(name)]
    return f"{due['type']}, {difference(names[0], found.get(names[0]), due.get(names[0]))}"


def _decided(rules: Ruleset, chance: KeyedChance, log: Log, state: State, rest: Played) -> Decided:
    """What must stand next in the log: the deal, the settlement, or what follows from an action."""
    if not state.seats:
        created = log.created
        seats, options = created["seats"], created["options"]
        rules.agreed(options, seats, test=created.get("purpose") == TEST)
        return _folded(state, rules.start(seats=seats, chance=chance, options=options))
    if state.phase == "scoring":
        return _folded(state, rules.settle(state))
    seq, deed = rest[0]
    if not isinstance(deed, Deed):
        raise Fault(seq, "nobody asked for this")
    return rules.step(state, deed.asked(), chance)


def _folded(state: State, events: tuple[Event, ...]) -> Decided:
    after = state.copy()
    for event in events:
        event.fold(after)
    return events, after


def check_end(log: Log) -> str:
    """The score sheets are part of what was decided again; here they are added up once more."""
    ended = next(log.of("game_ended"), None)
    if ended is None:
        raise NotYet("the game is not over")
    sheets = {entry["public"]["seat"]: entry for entry in log.of("seat_scored")}
    for entry in sheets.values():
        total, due = entry["public"]["total"], sum(line["points"] for line in entry["public"]["lines"])
        if total != due:
            raise Fault(entry["seq"], f"the lines of the score sheet: {difference('total', total, due)}")
    best = max(entry["public"]["total"] for entry in sheets.values())
    for seat in ended["public"]["winners"]:
        if (total := sheets[seat]["public"]["total"]) != best:
            raise Fault(
                ended["seq"], f"seat {seat} is said to have won with {total} points, but {best} is the most"
            )
    totals = ", ".join(str(sheets[seat]["public"]["total"]) for seat in sorted(sheets))
    return f"totals {totals}; won by seat {', '.join(map(str, ended['public']['winners']))}"
