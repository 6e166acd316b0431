"""The vectors of seats, clocks, ranks and the public log, which the rules have not: each is computed anew."""

import json
from datetime import timedelta
from importlib.resources import files

import pytest

from proof.looks import NOTHING, look_link
from proof.ratings.rule import Strength, compared, text_of
from proof.times import parsed_time
from proof.transparency.checkpoints import checkpoint_opened
from proof.transparency.notes import NoteError, Verifier, verifier_from
from proof.transparency.policy import NotCosigned, policy_from
from proof.transparency.tiles import Tile, bundle
from proof.transparency.tree import is_consistent, leaf_hash
from rules.scoring import ScoreLine, ScoreSheet
from rules.table.base import TABLE_EVENTS
from rules.table.clock import GRACE, Clocks, timestamp
from rules.table.fold import read_table_event
from rules.table.state import Chair, Table
from tests.proof.transparency.logs import LogOfOne

VECTORS = json.loads((files("proof") / "vectors.json").read_text(encoding="utf-8"))


def seated(vector):
    return Table(chairs=(Chair(),) * vector["seats"])


def client_seeds(vector):
    table = seated(vector)
    for entry in vector["entries"]:
        table = made(entry, table)[1]
    return {"client_seeds": table.client_seeds}


def makers(vector):
    table, found = seated(vector), []
    for entry in vector["entries"]:
        by, table = made(entry, table)
        found.append({**entry, "by": by} if by else entry)
    return {"entries": found}


def made(entry, table):
    """Who decided an entry, and the table after it."""
    seat = entry.get("actor")
    if shape := TABLE_EVENTS.by_name.get(entry["type"]):
        event = read_table_event(shape, {"account": "", **entry["public"]})
        return event.maker(table) if seat is not None else None, event.fold(table)
    chair = table.chairs[seat]
    return chair.maker, table.with_chair(seat, chair.decided())


def deadlines(vector):
    """When the time of a seat is up, and the last moment at which it may decide."""
    clocks = Clocks(
        since={0: parsed_time(vector["since"])},
        banks={0: timedelta(seconds=vector["bank"])} if "bank" in vector else {},
        given={0: timedelta(seconds=vector["given"])},
        vacations={0: tuple((parsed_time(start), parsed_time(end)) for start, end in vector["standing"])},
    )
    due = clocks.deadline(0, vector["clock"])
    assert due
    return {"deadline": timestamp(due), "last": timestamp(due + GRACE)}


def ranks(vector):
    merits = [*zip(vector["points"], vector["completed"], strict=True)]
    sheet = ScoreSheet(tuple(sheet_of(*one) for one in merits))
    winners = {seat for seat, rank in enumerate(vector["ranks"]) if rank == 1}
    assert winners == set(sheet.winners)
    return {"ranks": [1 + sum(other > one for other in merits) for one in merits]}


def ratings(vector):
    before = [Strength(float(mean), float(deviation)) for mean, deviation in vector["before"]]
    return {"after": [[text_of(number) for number in one] for one in compared(before, vector["ranks"])]}


def sheet_of(points, completed):
    tickets = (ScoreLine("SCORE-1", f"t{at}", 0, ("there",), completed=True) for at in range(completed))
    return (ScoreLine("CLAIM-4", "routes", points), *tickets)


def leaves(vector):
    return {"hash": leaf_hash(vector["entry"].encode()).hex()}


def roots(vector):
    return {"root": LogOfOne("", [one.encode() for one in vector["entries"]]).root.hex()}


def consistencies(vector):
    old, new, *hashes = map(bytes.fromhex, (vector["old_root"], vector["root"], *vector["hashes"]))
    is_good = is_consistent(vector["old"], vector["size"], hashes, old, new)
    return {"result": "passed" if is_good else "failed"}


def bundles(vector):
    return {"bytes": bundle([one.encode() for one in vector["entries"]]).hex()}


def tiles(vector):
    return {"path": Tile(vector["level"], vector["index"], vector["width"]).path}


def keys(vector):
    key = Verifier(vector["name"], bytes.fromhex(vector["public"]), vector["kind"])
    assert verifier_from(vector["vkey"]) == key
    return {"id": key.key_id.hex(), "vkey": str(key)}


def checkpoints(vector):
    try:
        found = checkpoint_opened(vector["checkpoint"], verifier_from(vector["vkey"]))
    except NoteError:
        return {"result": "failed"}
    return {"result": "passed", "origin": found.origin, "size": found.size, "root": found.root.hex()}


def policies(vector):
    try:
        return {"result": "passed", "witnesses": policy_from(vector["policy"]).check(vector["checkpoint"])}
    except NotCosigned:
        return {"result": "skipped"}
    except NoteError:
        return {"result": "failed"}


def looks(vector):
    before, told = NOTHING, []
    for look in vector["looks"]:
        before = look_link(before, vector["game"], look)
        told.append({**look, "hash": before})
    return {"looks": told}


COMPUTED = (
    *(client_seeds, makers, deadlines, ranks, ratings, leaves, roots),
    *(consistencies, bundles, tiles, keys, checkpoints, policies, looks),
)


def test_every_kind_is_computed():
    assert [*VECTORS] == [computed.__name__ for computed in COMPUTED]


@pytest.mark.parametrize("computed", COMPUTED, ids=lambda computed: computed.__name__)
def test_every_vector_comes_out_as_published(computed):
    for vector in VECTORS[computed.__name__]:
        assert {**vector, **computed(vector)} == vector, vector["note"]


def test_of_what_can_fail_something_does():
    results = {
        kind: {one["result"] for one in known} for kind, known in VECTORS.items() if "result" in known[0]
    }

    assert all({"passed", "failed"} <= found for found in results.values())
    assert results.keys() == {"consistencies", "checkpoints", "policies"}
