"""`python -m proof compare`: two exports side by side."""

import json

import pytest

from games.reading.visible_log import export_lines
from proof.chain import canonical, link
from proof.compare import main
from tests.support.tables import played_out, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def compared(tmp_path, capsys):
    def run(a: list[str], b: list[str]) -> tuple[str, int]:
        paths = [tmp_path / "a.ndjson", tmp_path / "b.ndjson"]
        for path, lines in zip(paths, (a, b), strict=True):
            path.write_text("\n".join(lines))
        code = main([str(path) for path in paths])
        out, err = capsys.readouterr()
        return (out + err).replace(f"{tmp_path}/", ""), code

    return run


def exported(game) -> list[str]:
    return [line.decode().strip() for line in export_lines(game)]


def forged(lines: list[str], kind: str, /, **values) -> list[str]:
    """The log with one entry changed, and every link after it made to fit."""
    entries = [json.loads(line) for line in lines[1:]]
    place = next(at for at, entry in enumerate(entries) if entry["type"] == kind)
    entries[place]["public"].update(values)
    before = entries[place]["prev"]
    for entry in entries[place:]:
        entry["prev"], entry["hash"] = before, link(before, entry)
        before = entry["hash"]
    header = {**json.loads(lines[0]), "hash": before}
    return [canonical(line).decode() for line in (header, *entries)]


def test_a_value_deep_in_a_long_list_is_named_by_its_place(compared):
    lines = exported(played_out())
    sheet = next(json.loads(line)["public"] for line in lines if '"seat_scored"' in line)
    changed = [dict(line) for line in sheet["lines"]]
    changed[-1]["points"] += 5

    told, code = compared(lines, forged(lines, "seat_scored", lines=changed))

    assert code == 1
    was, place = sheet["lines"][-1]["points"], len(changed)
    assert f"public.lines, place {place}.points: {was} in a.ndjson, {was + 5} in b.ndjson." in told


def test_two_copies_of_a_log_are_the_same_even_if_less_is_opened_in_one(compared):
    lines = exported(played_out())
    closed = [
        canonical({k: v for k, v in json.loads(line).items() if k not in ("private", "salt")}).decode()
        for line in lines
    ]

    told, code = compared(lines, closed)

    assert code == 0
    assert told.startswith("Both hold the same log")
    assert "a.ndjson shows" in told


def test_the_first_difference_is_said_in_words_and_who_is_right(compared):
    lines = exported(played_out())

    told, code = compared(lines, forged(lines, "route_claimed", points=99))

    assert code == 1
    assert "They differ from entry" in told
    assert "b.ndjson, entry" in told
    assert "for 99 points." in told
    assert "public.points: " in told
    assert "99 in b.ndjson." in told
    assert "a.ndjson holds by itself." in told
    assert "b.ndjson does NOT hold by itself. Actions" in told
    assert "99 stands where" in told


def test_a_log_that_goes_on_is_told_from_one_that_differs(compared):
    lines = exported(played_out())
    cut = lines[:-3]
    header = {**json.loads(lines[0]), "version": len(cut) - 1, "hash": json.loads(cut[-1])["hash"]}

    told, code = compared([canonical(header).decode(), *cut[1:]], lines)

    assert code == 1
    assert f"b.ndjson goes on where a.ndjson ends, after entry {len(cut) - 1}; it has 3 more." in told


def test_logs_of_different_games_and_a_header_alone_are_named(compared):
    lines, other = exported(played_out()), exported(started()[0])

    assert "They differ from the first entry on" in compared(lines, other)[0]
    header = {**json.loads(lines[0]), "commitment": "00" * 32}
    told, code = compared(lines, [canonical(header).decode(), *lines[1:]])
    assert (code, "the headers are not: commitment." in told) == (1, True)


def test_what_is_not_an_export_is_refused(compared):
    told, code = compared(["{}"], ["{}"])

    assert code == 2
    assert told.startswith("a.ndjson: line 1: ")


def test_where_both_hold_it_asks_for_what_the_server_has_signed(compared):
    lines = exported(started()[0])
    entries = [json.loads(line) for line in lines[1:]]
    entries[-1]["at"] = "2999-01-01T00:00:00.000000Z"
    entries[-1]["hash"] = link(entries[-1]["prev"], entries[-1])
    header = {**json.loads(lines[0]), "hash": entries[-1]["hash"]}
    other = [canonical(line).decode() for line in (header, *entries)]

    told, code = compared(lines, other)
    broken, _ = compared(lines, [*other[:-2], other[-1]])

    assert code == 1
    assert "a.ndjson holds by itself.\nb.ndjson holds by itself.\nBoth hold" in told
    assert "--receipt" in told
    assert "--receipt" not in broken
