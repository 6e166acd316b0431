"""Every field of every kind of event, changed one at a time: each is found, and the report names its seq."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from games.log.viewer import SPECTATOR
from games.reading.visible_log import log_entries
from proof.audit import CHECKS, audit
from proof.envelopes import is_plain
from proof.faults import Fault
from proof.log import Log
from rules.events import EVENTS
from tests.games.audits.test_audit import Entries, rehash
from tests.support.tables import folded_now, played_out

pytestmark = pytest.mark.django_db

Path = tuple[Any, ...]
JUNK: tuple[Any, ...] = (None, True, 1.5, -1, 10**30, "", "\ud800", [], {}, [[]], {"x": {}})


@cache
def played(name: str) -> Entries:
    game = played_out(name, 2)
    return list(log_entries(game, folded_now(game.id), SPECTATOR))


def one_of_each(entries: Entries) -> Iterator[tuple[int, dict[str, Any]]]:
    """The first event of every kind, and its place."""
    known = set[str]()
    for place, entry in enumerate(entries):
        if entry["type"] not in known:
            known.add(entry["type"])
            yield place, entry


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every text and number in it; of a list the last."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from leaves(part, (*path, name))
    elif isinstance(value, list):
        if value:
            yield from leaves(value[-1], (*path, len(value) - 1))
    else:
        yield path, value


def with_other(entries: Entries, place: int, path: Path, value: Any) -> Entries:
    forged = list(entries)
    target = forged[place] = copy.deepcopy(entries[place])
    for name in path[:-1]:
        target = target[name]
    target[path[-1]] = value
    return forged


def one_bit(value: Any) -> Any:
    if isinstance(value, int):
        return value ^ 1
    return value[:-1] + chr(ord(value[-1]) ^ 1) if value else "x"


def fault_in(entries: Entries, member: str) -> int | None:
    """The seq named by the check that is there for this member."""
    check = CHECKS["seals" if member in ("private", "salt") else "chain"]
    with pytest.raises(Fault) as found:
        check(Log(entries))
    return found.value.seq


def failures(entries: Entries) -> dict[str, int | None]:
    return {check.name: check.seq for check in audit(entries) if check.result == "failed"}


@pytest.mark.parametrize("name", ["london", "world"])
def test_one_bit_of_any_field_is_found_at_its_seq(name):
    entries, count = played(name), 0
    for place, entry in one_of_each(entries):
        for path, value in leaves(entry):
            forged = with_other(entries, place, path, one_bit(value))
            assert fault_in(forged, path[0]) == place + 1, (entry["type"], path)
            count += 1
    assert count > 150


@pytest.mark.parametrize("junk", JUNK, ids=map(ascii, JUNK))
def test_whatever_is_put_in_the_place_of_a_member_is_found_at_its_seq(junk):
    entries = played("london")
    for place, entry in one_of_each(entries):
        for member in entry:
            if junk == entry[member] == {}:
                continue
            forged = with_other(entries, place, (member,), junk)
            assert fault_in(forged, member) == place + 1, (entry["type"], member)


@pytest.mark.parametrize("name", ["london", "world"])
def test_one_bit_of_any_public_fact_of_the_game_is_found_by_the_rules_though_the_chain_fits(name):
    entries = played(name)
    for place, entry in one_of_each(entries):
        if entry["type"] not in EVENTS.by_name:
            continue
        for path, value in leaves(entry["public"], ("public",)):
            forged = with_other(entries, place, path, one_bit(value))
            forged[place:] = [dict(later) for later in forged[place:]]
            rehash(forged, place + 1)
            found = failures(forged)
            assert "chain" not in found
            assert found, (entry["type"], path)
            assert min(filter(None, found.values())) == place + 1, (entry["type"], path, found)


@pytest.mark.parametrize(("was", "forged"), [(1, True), (0, False)])
def test_true_is_not_one(was, forged):
    """Python takes one for the other; a log that holds the one was not written by a table."""
    entries = copy.deepcopy(played("london"))
    place = next(
        place for place, e in enumerate(entries) if e["type"] == "turn_began" and e["public"]["seat"] == was
    )
    entries[place]["public"]["seat"] = forged
    rehash(entries, place + 1)

    assert failures(entries)["table"] == place + 1


@pytest.mark.parametrize("name", ["berlin", "london", "amsterdam", "world"])
def test_a_log_holds_texts_and_whole_numbers_only(name):
    assert is_plain(played(name))
