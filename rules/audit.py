"""A game's log, proved: the chain, the seals, the shuffles, every action decided again, the score.

The log is a list of entries as the API and an export show them. Nothing in it is trusted. While a
game runs its secrets are missing, so only the chain, the table and one's own seals can be checked; who
knows the seed, as the server does, can check the rest too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from rules.catalogue import catalogue, ruleset
from rules.chain import NOTHING_BEFORE, commit, link, salt_for
from rules.chance import KeyedChance, commitment, game_key
from rules.codec import read_event
from rules.events import EVENTS, Deed, Event, PileShuffled
from rules.refusals import Refusal
from rules.ruleset import Ruleset
from rules.state import State
from rules.table_log import SEATING, seats_of, walk

Entry = Mapping[str, Any]
Result = Literal["passed", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the report."""

    name: str
    result: Result
    detail: str
    seq: int | None = None  # the first entry that fails


class Fault(Exception):
    """The log is not what it claims to be, from this entry on."""

    def __init__(self, seq: int | None, why: str) -> None:
        super().__init__(why)
        self.seq, self.why = seq, why


class NotYet(Exception):
    """It cannot be checked without what is still secret."""


Progress = Callable[[str, int], None]  # the check that is at work, and the seq it has come to


def audit(
    entries: Sequence[Entry],
    progress: Progress = lambda _name, _seq: None,
    *,
    seed: bytes | None = None,
) -> list[Check]:
    """Every check, each on its own: one that fails does not hide another.

    `seed` is for whoever knows it before it is revealed; private parts and salts must then be there.
    `progress` must not raise.
    """
    log = Log(entries, seed)
    report = []
    for name, check in CHECKS.items():
        log.reach = partial(progress, name)
        log.reach(0)
        report.append(_checked(name, check, log))
    return report


def is_sound(report: Iterable[Check]) -> bool:
    return all(check.result != "failed" for check in report)


def _checked(name: str, check: Callable[[Log], str], log: Log) -> Check:
    try:
        return Check(name, "passed", check(log))
    except NotYet as reason:
        return Check(name, "skipped", str(reason))
    except Fault as fault:
        return Check(name, "failed", fault.why, fault.seq)
    except Exception as error:  # noqa: BLE001 (no log, however odd, may stop its auditor)
        return Check(name, "failed", f"the log cannot be read: {type(error).__name__}: {error}"[:500])


class Log:
    """The entries, and what the later checks need to know of them."""

    def __init__(self, entries: Sequence[Entry], seed: bytes | None = None) -> None:
        catalogue()  # each game brings events of its own; now all are known
        self.entries, self._seed = entries, seed
        self.reach: Callable[[int], None] = lambda _: None

    def of(self, kind: str) -> Iterator[Entry]:
        return (entry for entry in self.entries if entry["type"] == kind)

    @property
    def created(self) -> Mapping[str, Any]:
        first = self.entries[0]
        if first["type"] != "game_created":
            raise Fault(first["seq"], "the log does not begin with the opening of the table")
        public: Mapping[str, Any] = first["public"]
        return public

    @property
    def seed(self) -> bytes:
        revealed = next(self.of("seed_revealed"), None)
        if revealed is not None:
            return bytes.fromhex(revealed["public"]["seed"])
        if self._seed is None:
            raise NotYet("the game is not over, so its seed is secret")
        return self._seed

    @property
    def is_open(self) -> bool:
        """Whether nothing is hidden from the auditor."""
        return self._seed is not None or any(self.of("seed_revealed"))

    @property
    def client_seeds(self) -> list[str]:
        """In seat order, as they were when the game started."""
        seeds = [""] * seats_of(self.created)
        for entry in self.entries:
            if entry["type"] == "game_started":
                break
            if entry["type"] in SEATING:
                seeds[entry["public"]["seat"]] = entry["public"].get("client_seed", "")
        return seeds

    @property
    def key(self) -> bytes:
        return game_key(self.seed, self.entries[0]["game"], self.client_seeds)

    @property
    def played(self) -> list[tuple[int, Event]]:
        """The game's own events with their seq; those of the table are left out."""
        mine = (entry for entry in self.entries if entry["type"] in EVENTS.by_name)
        return [(entry["seq"], read_event(_fields(entry))) for entry in mine]


def _fields(entry: Entry) -> dict[str, Any]:
    if entry.get("sealed") and "private" not in entry:
        raise NotYet("parts of the log are still sealed")
    return {**entry["public"], **entry.get("private", {}), "type": entry["type"], "v": entry["v"]}


# -- the checks --------------------------------------------------------------------------------


def check_chain(log: Log) -> str:
    before = NOTHING_BEFORE
    for number, entry in enumerate(log.entries, start=1):
        if entry["seq"] != number:
            raise Fault(number, f"entry {number} has the seq {entry['seq']}")
        if entry["game"] != log.entries[0]["game"]:
            raise Fault(number, "the entry is of another game")
        if entry["prev"] != before:
            raise Fault(number, "prev is not the hash of the entry before")
        if entry["hash"] != link(before, entry):
            raise Fault(number, "the hash does not fit the entry")
        before = entry["hash"]
    return f"{len(log.entries)} entries, head {before}"


def check_seed(log: Log) -> str:
    if commitment(log.seed) != log.created["commitment"]:
        seq = next((entry["seq"] for entry in log.of("seed_revealed")), 1)
        raise Fault(seq, "the seed is not the one committed to")
    return "the seed is the one committed to at the opening"


def check_table(log: Log) -> str:
    """The table's own life and every envelope: nothing unknown, nobody else's doing, nothing after."""
    created = log.created
    return f"{seats_of(created)} seats, {walk(log.entries, seats_of(created), Fault)}"


def check_seals(log: Log) -> str:
    """Every seal that can be opened; after the end all of them, with the salts that follow from the key."""
    over, opened, closed = log.is_open, 0, 0
    key = log.key if over else b""
    for entry in log.entries:
        if not entry.get("sealed"):
            continue
        if "private" not in entry and not over:
            closed += 1
            continue
        opened += 1
        _check_seal(entry, key if over else None)
    if closed and not opened:
        raise NotYet(f"{closed} seals are still closed")
    return f"{opened} seals opened" + (f", {closed} still closed" if closed else "")


def _check_seal(entry: Entry, key: bytes | None) -> None:
    seq = entry["seq"]
    if "private" not in entry or "salt" not in entry:
        raise Fault(seq, "the sealed part is missing though nothing is hidden any more")
    salt = bytes.fromhex(entry["salt"])
    if key is not None and salt != salt_for(key, seq):
        raise Fault(seq, "the salt does not follow from the game key")
    if commit(salt, entry["private"]) != entry["sealed"]["commit"]:
        raise Fault(seq, "the sealed part is not the one committed to")


def check_shuffles(log: Log) -> str:
    chance, count = KeyedChance(log.key), 0
    nths: dict[str, int] = {}
    for entry in log.of("pile_shuffled"):
        pile, nth = entry["public"]["pile"], entry["public"]["nth"]
        nths[pile] = nths.get(pile, 0) + 1
        if nth != nths[pile]:
            raise Fault(entry["seq"], f"this is shuffle {nths[pile]} of {pile}, not {nth}")
        _check_shuffle(chance, f"{pile}#{nth}", entry, _fields(entry)["order"])
        count += 1
    for entry in log.of("first_seat_drawn"):
        _check_shuffle(chance, "first-seat#1", entry, entry["public"]["order"])
        count += 1
    return f"{count} shuffles repeated"


def _check_shuffle(chance: KeyedChance, label: str, entry: Entry, order: list[str]) -> None:
    if chance.shuffle(label, order) != tuple(order):
        raise Fault(entry["seq"], f"the shuffle {label} does not follow from the game key")


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
    seq = rest[0][0]
    try:
        expected, after = _decided(rules, chance, log, state, rest)
    except Refusal as refusal:
        raise Fault(seq, f"the rules refuse this action: {refusal}") from None
    for place, event in enumerate(expected):
        if place >= len(rest) or rest[place][1] != event:
            at = rest[place][0] if place < len(rest) else rest[-1][0]
            raise Fault(at, f"the rules say {type(event).__name__} here, the log says otherwise")
    return after, rest[len(expected) :]


def _decided(rules: Ruleset, chance: KeyedChance, log: Log, state: State, rest: Played) -> Decided:
    """What must stand next in the log: the deal, the settlement, or what follows from an action."""
    if not state.seats:
        created = log.created
        return _folded(state, rules.start(seats=created["seats"], chance=chance, options=created["options"]))
    if state.phase == "scoring":
        return _folded(state, rules.settle(state))
    deed = next((event for _, event in rest if not isinstance(event, PileShuffled)), None)
    if not isinstance(deed, Deed):
        raise Fault(rest[0][0], "nobody asked for this")
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
        if sum(line["points"] for line in entry["public"]["lines"]) != entry["public"]["total"]:
            raise Fault(entry["seq"], "the lines of the score sheet do not add up")
    best = max(entry["public"]["total"] for entry in sheets.values())
    for seat in ended["public"]["winners"]:
        if sheets[seat]["public"]["total"] != best:
            raise Fault(ended["seq"], f"seat {seat} has not the most points")
    totals = ", ".join(str(sheets[seat]["public"]["total"]) for seat in sorted(sheets))
    return f"totals {totals}; won by seat {', '.join(map(str, ended['public']['winners']))}"


CHECKS: Mapping[str, Callable[[Log], str]] = {
    "chain": check_chain,
    "table": check_table,
    "seed": check_seed,
    "seals": check_seals,
    "shuffles": check_shuffles,
    "actions": check_actions,
    "score": check_end,
}
