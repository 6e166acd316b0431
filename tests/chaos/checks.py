"""What must hold in the end, of what was shown to clients (the tape) and what there is (the truth)."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from rules import State, plain_view, read_event, view_for
from rules.events import EVENTS
from tests.chaos.breakage import Breakage
from tests.chaos.tape import Shown, Tape
from tests.chaos.truth import Entry, Log, Truth

Found = Iterator[Breakage]


def check_all(tape: Tape, truth: Truth) -> list[Breakage]:
    checks = (
        check_actions,
        check_asked,
        check_ends,
        check_shown,
        check_tokens,
        check_streams,
        check_notices,
        check_webhooks,
    )
    return [*tape.breakages, *(breakage for check in checks for breakage in check(tape, truth))]


# -- actions -----------------------------------------------------------------------------------------


def check_actions(tape: Tape, truth: Truth) -> Found:
    """What was acknowledged is in the log, as it was acknowledged."""
    for done in tape.acknowledged:
        log = truth.logs.get(done.game)
        for seq, head in done.hashes.items():
            entry = log.by_seq.get(seq) if log else None
            if entry is None:
                yield Breakage("lost", f"{done.key}: event {seq} of {done.game}")
            elif entry["hash"] != head:
                yield Breakage("changed", f"{done.key}: event {seq} of {done.game}")


def check_asked(tape: Tape, truth: Truth) -> Found:
    """Each decision of a person was acknowledged to one request, and to no other.

    Who opens a table or sits down is answered with the newest event alone.
    """
    keys: dict[tuple[str, int], set[str]] = defaultdict(set)
    for done in tape.acknowledged:
        for seq in done.hashes:
            keys[done.game, seq].add(done.key)
    for game, log in truth.logs.items():
        for entry in log.entries:
            if entry.get("by") != "person" or entry["type"] == "seat_taken":
                continue
            if not (asked := keys[game, entry["seq"]]):
                yield Breakage("unasked", f"nobody was told of event {entry['seq']} of {game}")
            elif len(asked) > 1:
                yield Breakage("doubled", f"event {entry['seq']} of {game} answers {sorted(asked)}")


# -- games -------------------------------------------------------------------------------------------


def check_ends(tape: Tape, truth: Truth) -> Found:
    for game, log in truth.logs.items():
        if not log.is_over:
            yield Breakage("stuck", f"{game} is {log.table['status']} at {log.table['version']}")
            continue
        counted = Counter(entry["type"] for entry in log.entries)
        for kind in ("game_created", "game_started", "game_ended", "seed_revealed"):
            if counted[kind] != 1:
                yield Breakage("doubled", f"{counted[kind]} × {kind} in {game}")
        if [entry["seq"] for entry in log.entries] != list(range(1, log.table["version"] + 1)):
            yield Breakage("lost", f"the log of {game} has a gap")


# -- what was shown ----------------------------------------------------------------------------------


def check_shown(tape: Tape, truth: Truth) -> Found:
    """Heads, entries and views are those of the log, and show no more than their viewer may see."""
    by_game: dict[str, list[Shown]] = defaultdict(list)
    for shown in tape.shown:
        by_game[shown.game].append(shown)
    for game, all_shown in by_game.items():
        if game not in truth.logs:
            yield Breakage("lost", f"the whole game {game}")
        else:
            yield from check_game(truth.logs[game], all_shown)


def check_game(log: Log, all_shown: list[Shown]) -> Found:
    """The views of a game that is stuck cannot be known: its log is still sealed."""
    seen = [shown for shown in all_shown if log.is_open or shown.kind != "view"]
    states = states_at(log, {shown.version for shown in seen if shown.kind == "view"})
    for shown in seen:
        if shown.kind == "view":
            expected = view_at(states, shown.version, log.seat_of(shown.viewer))
        else:
            entry = log.by_seq.get(shown.data["seq"])
            expected = entry and as_shown(entry, shown, log)
        if breakage := compared(shown, expected):
            yield breakage


def as_shown(entry: Entry, shown: Shown, log: Log) -> Entry:
    if shown.kind == "head":
        return {name: entry[name] for name in ("seq", "hash")}
    sealed = entry.get("sealed")
    is_open = sealed and (shown.version >= log.opened_at or sealed.get("to", -1) == log.seat_of(shown.viewer))
    return entry if is_open else {name: v for name, v in entry.items() if name not in ("private", "salt")}


def compared(shown: Shown, expected: Any) -> Breakage | None:
    where = f"{shown.kind} at {shown.version} of {shown.game} to {shown.viewer or 'nobody'}"
    if expected is None:
        return Breakage("lost", where)
    if shown.data == expected:
        return None
    too_much = set(paths(shown.data)) - set(paths(expected))
    return Breakage("leaked" if too_much else "changed", f"{where}: {sorted(too_much)[:5]}")


def paths(data: Any, at: str = "") -> Iterator[str]:
    yield at
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in inside:
        yield from paths(value, f"{at}/{name}")


def states_at(log: Log, versions: set[int]) -> dict[int, State]:
    """As far as the log can be folded."""
    state, found = State(), dict[int, State]()
    for entry in log.entries if versions else ():
        try:
            if entry["type"] in EVENTS.by_name:
                fields = {**entry["public"], **entry.get("private", {})}
                read_event({**fields, "type": entry["type"], "v": entry["v"]}).fold(state)
        except Exception:  # noqa: BLE001 (nothing in a damaged log can be relied on)
            break
        if entry["seq"] in versions:
            found[entry["seq"]] = state.copy()
    return found


def view_at(states: dict[int, State], version: int, seat: int | None) -> Any:
    if version not in states:
        return None
    return json.loads(json.dumps(plain_view(view_for(states[version], seat))))


def check_tokens(tape: Tape, truth: Truth) -> Found:
    """No salt of somebody else's seal and no seed stands anywhere in what was shown before the end."""
    for (game, viewer), tokens in tape.tokens.items():
        if game not in truth.logs:
            continue
        log = truth.logs[game]
        for secret in secrets_from(log, log.seat_of(viewer)):
            if tokens.get(secret, log.opened_at) < log.opened_at:
                yield Breakage("leaked", f"a secret of {game} to {viewer or 'nobody'} at {tokens[secret]}")


def secrets_from(log: Log, seat: int | None) -> Iterator[str]:
    for entry in log.entries:
        if entry["type"] == "seed_revealed":
            yield entry["public"]["seed"]
        if "salt" in entry and (seat is None or entry["sealed"].get("to") != seat):
            yield entry["salt"]


# -- streams, notices, webhooks ----------------------------------------------------------------------


def check_streams(tape: Tape, truth: Truth) -> Found:
    for (listener, game), seqs in tape.streams.items():
        log = truth.logs.get(game)
        if seqs != list(range(1, len(log.entries) + 1 if log else 0)):
            odd = next((at for at, seq in enumerate(seqs, start=1) if at != seq), len(seqs) + 1)
            yield Breakage("stream", f"of {game} to {listener}, from message {odd} on")


def check_notices(tape: Tape, truth: Truth) -> Found:
    """Numbered without a gap, never changed, and each game begins and ends for those who sit there."""
    for player, notices in truth.notices.items():
        if [notice["number"] for notice in notices] != list(range(1, len(notices) + 1)):
            yield Breakage("notice", f"the notices of {player} have a gap")
        received = tape.notices.get(player, [])
        if [n["number"] for n in received] != list(range(1, len(received) + 1)):
            yield Breakage("notice", f"{player} received notices with a gap or twice")
        for then, now in zip(received, notices, strict=False):
            if facts(then) != facts(now):
                yield Breakage("notice", f"notice {then['number']} of {player} has changed")
        yield from check_told(player, notices, truth)


def facts(notice: dict[str, Any]) -> dict[str, Any]:
    """What stays; whose turn it is now does not."""
    return {name: value for name, value in notice.items() if name in ("number", "kind", "game", "seq", "at")}


def check_told(player: str, notices: list[dict[str, Any]], truth: Truth) -> Found:
    counted = Counter((notice.get("game"), notice["kind"]) for notice in notices)
    for game, log in truth.logs.items():
        if log.seat_of(player) is None or not log.is_over:
            continue
        for kind in ("game.started", "game.finished"):
            if counted[game, kind] != 1:
                yield Breakage("notice", f"{counted[game, kind]} × {kind} of {game} for {player}")


def check_webhooks(tape: Tape, truth: Truth) -> Found:
    for game, log in truth.logs.items():
        missing = {entry["seq"] for entry in log.entries} - tape.posted[game]
        if missing:
            yield Breakage(
                "webhook", f"{len(missing)} events of {game} were not posted: {sorted(missing)[:9]}"
            )
