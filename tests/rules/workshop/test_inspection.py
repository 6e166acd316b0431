"""`python -m rules check`: all that is wrong or doubtful, at once, and never a traceback."""

import json
from typing import Any

import pytest

from rules.__main__ import main
from rules.catalogue import load
from rules.workshop.template import write_template
from tests.rules.boards import boards_in


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A fresh board, to be spoiled."""
    found = write_template(tmp_path, "vienna")
    with boards_in(tmp_path, monkeypatch):
        yield found


def spoil(folder, section: str, index: int, **values: Any) -> None:
    data = json.loads((folder / "board.json").read_text())
    record = data[section][index]
    for key, value in values.items():
        record[key] = value
    rewrite(folder, data)


def rewrite(folder, data: Any) -> None:
    (folder / "board.json").write_text(json.dumps(data), encoding="utf-8")


def board_of(folder) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folder / "board.json").read_text())
    return data


def checked(capsys) -> tuple[int, list[str]]:
    load.cache_clear()
    code = main(["check", "vienna"])
    told = capsys.readouterr()
    assert told.err == ""
    return code, told.out.splitlines()


def test_everything_is_told_at_once_each_with_its_file_and_record(folder, capsys):
    spoil(folder, "places", 1, x=1.2)
    spoil(folder, "places", 3, name="Castle", x=0.61, y=0.19)
    spoil(folder, "routes", 0, color="mauve", kind="boat")
    spoil(folder, "tickets", 4, places=["airport", "nowhere"])
    spoil(folder, "tickets", 5, id="t01")

    code, lines = checked(capsys)

    assert code == 1
    assert lines == [
        "error    vienna/board.json: places record 2 (bridge): x is 1.2, which is not from 0 to 1",
        "error    vienna/board.json: tickets record 6 (t01): this id is used twice",
        "error    vienna/board.json: routes record 1 (airport--bridge--1): unknown kind boat",
        "error    vienna/board.json: routes record 1 (airport--bridge--1): unknown color mauve",
        "error    vienna/board.json: tickets record 5 (t05): unknown place nowhere",
        "warning  vienna/board.json: places record 4 (dome): overlaps castle",
        "warning  vienna/board.json: places record 3 (castle): another place is called Castle, too",
        "warning  vienna/board.json: places record 4 (dome): another place is called Castle, too",
        "vienna: 5 errors, 3 warnings",
    ]


def doubtful(data: dict[str, Any]) -> None:
    lonely = {"id": "moon", "name": "Moon", "x": 0.5, "y": 0.35, "confidence": "reconstructed"}
    data["places"].append(lonely)
    data["tickets"].append({**data["tickets"][0], "id": "t99", "points": 0})
    data["routes"][0]["length"] = data["routes"][1]["length"] = 19
    data["kinds"][0]["points"]["19"] = 40
    data["kinds"].append({**data["kinds"][0], "id": "ferry"})
    data["goods"] = 3


def test_doubts_do_not_keep_a_board_from_being_played(folder, capsys):
    data = board_of(folder)
    doubtful(data)
    rewrite(folder, data)
    (folder / "NOTES.md").unlink()

    code, lines = checked(capsys)

    assert code == 0
    first = "airport--bridge"
    assert [line.removeprefix("warning  vienna/board.json: ") for line in lines[:-2]] == [
        "tickets record 21 (t99): it is worth nothing",
        "tickets record 21 (t99): the same places as t01",
        "places record 13 (moon): no route leads here",
        f"routes record 1 ({first}--1): it takes 19 tram pieces; a player has 16",
        f"routes record 1 ({first}--1): it takes 19 cards; all that fit are 14",
        f"routes record 2 ({first}--2): it takes 19 tram pieces; a player has 16",
        f"routes record 2 ({first}--2): it takes 19 cards; all that fit are 14",
        "kinds record 2 (ferry): no route is of this kind",
        "top level: goods is 3, but no routes bring goods",
    ]
    assert lines[-2].startswith("warning  vienna/NOTES.md: there is no such file")
    assert main(["play", "vienna"]) == 0


def test_a_map_in_two_parts_and_colors_for_nothing_are_doubtful(folder, capsys):
    data = board_of(folder)
    for route in data["routes"]:
        route["color"] = "blue"
    data["routes"] = [route for route in data["routes"] if "kiosk" not in (route["a"], route["b"])]
    data["routes"] = [r for r in data["routes"] if "library" not in (r["a"], r["b"])]
    data["routes"].append({**data["routes"][0], "id": "kl", "a": "kiosk", "b": "library"})
    data["tickets"] = [t for t in data["tickets"] if not {"kiosk", "library"} & {*t["places"]}]
    rewrite(folder, data)

    code, lines = checked(capsys)

    told = "\n".join(lines)
    assert code == 0
    assert "routes: the map falls apart: no way from airport to kiosk, library" in told
    assert "cards record 3 (green): no route takes green" in told


TOO_FEW = {
    "tickets that do not suffice for a start": (
        {"tickets": slice(0, 6)},
        "vienna/__init__.py: vienna@0: too few tickets for 4 players: 6",
    ),
    "cards that do not suffice for a start": (
        {"cards": slice(0, 1)},
        "vienna/__init__.py: vienna@0: too few cards for 4 players to deal hands and market",
    ),
}


@pytest.mark.parametrize("what", TOO_FEW)
def test_what_does_not_suffice_for_a_start_is_an_error(folder, capsys, what):
    cuts, sentence = TOO_FEW[what]
    data = board_of(folder)
    for section, cut in cuts.items():
        data[section] = data[section][cut]
    for route in data["routes"]:
        route["color"] = "gray"
    rewrite(folder, data)

    code, lines = checked(capsys)

    assert code == 1
    assert f"error    {sentence}" in lines


def test_few_tickets_left_after_the_deal_are_doubtful(folder, capsys):
    data = board_of(folder)
    data["tickets"] = data["tickets"][:9]
    rewrite(folder, data)

    code, lines = checked(capsys)

    assert code == 0
    left = "too few tickets: with 4 players 1 are left after the deal"
    assert lines[0] == f"warning  vienna/board.json: tickets: {left}"


def test_a_pile_that_nobody_fills_is_an_error(folder, capsys):
    data = board_of(folder)
    for card in data["cards"]:
        card["pile"] = "trains"
    rewrite(folder, data)

    code, lines = checked(capsys)

    assert code == 1
    assert any("the pile transport" in line for line in lines), lines


def test_an_id_other_than_the_folders_is_an_error_in_both_files(folder, capsys):
    (folder / "board.json").write_text((folder / "board.json").read_text().replace('"vienna"', '"wien"'))
    code, lines = checked(capsys)
    assert code == 1
    assert (
        lines[0] == "error    vienna/board.json: top level: id is 'wien', but the folder is called 'vienna'"
    )

    (folder / "board.json").write_text((folder / "board.json").read_text().replace('"wien"', '"vienna"'))
    (folder / "__init__.py").write_text((folder / "__init__.py").read_text().replace('"vienna"', '"wien"'))
    code, lines = checked(capsys)
    assert code == 1
    assert lines[0].endswith("__init__.py: wien@0: id is 'wien', but the folder is called 'vienna'")


DATA = {
    "a missing comma": ('{"id": "vienna"\n"title": 3}', "line 2: Expecting ',' delimiter"),
    "a key twice": ('{"id": "vienna", "id": "vienna"}', "the key id is there twice"),
    "no object": ("[]", "top level: not an object"),
    "a number that is none": ('{"goods": NaN}', "goods is nan, not int"),
    "an endless number": ('{"goods": ' + "9" * 5000 + "}", "not JSON that a board could be made of"),
    "a deep well": ("[" * 100_000, "not JSON that a board could be made of"),
    "another encoding": ("\udcff", "cannot be read: "),
    "more than anybody counts": ('{"goods": 1000000}', "goods is 1000000, more than 1000"),
    "nothing": ("", "line 1: Expecting value"),
}


@pytest.mark.parametrize("what", DATA)
def test_a_file_that_is_no_board_is_told_without_a_traceback(folder, capsys, what):
    text, sentence = DATA[what]
    (folder / "board.json").write_bytes(text.encode(errors="surrogateescape"))

    code, lines = checked(capsys)

    assert code == 1
    assert any(line.startswith("error    vienna/board.json: ") and sentence in line for line in lines), lines


CODE = {
    "a word too many": ("RULESETS = = ()", "SyntaxError: invalid syntax (line 1)"),
    "an import that is not there": ("import nowhere_at_all", "No module named 'nowhere_at_all'"),
    "a fault": ("1 / 0", "ZeroDivisionError: division by zero"),
    "a way out": ("import sys; sys.exit(3)", "SystemExit: 3"),
    "no rulesets": ("", "RULESETS is not a tuple of rulesets"),
    "something else": ("RULESETS = (1,)", "RULESETS is not a tuple of rulesets"),
}


@pytest.mark.parametrize("what", CODE)
def test_a_module_that_is_no_game_is_told_without_a_traceback(folder, capsys, what):
    text, sentence = CODE[what]
    (folder / "__init__.py").write_text(text)

    code, lines = checked(capsys)

    assert code == 1
    assert lines[0].startswith("error    vienna/__init__.py: ")
    assert sentence in lines[0]


def test_rules_that_fail_in_the_middle_of_a_game_are_found_by_playing(folder, capsys):
    text = (folder / "__init__.py").read_text()
    rule = "def broken(position, seat, lines):\n    raise LookupError(seat)\n\n\n"
    text = text.replace("RULESETS", rule + "RULESETS", 1).replace(
        "scoring=(routes,", "scoring=(broken, routes,"
    )
    (folder / "__init__.py").write_text(text)

    code, lines = checked(capsys)

    assert code == 1
    assert len(lines) == 4
    assert "vienna@0: a game of 2 players stops: LookupError: 0" in lines[0]


def test_files_that_are_missing_are_told(folder, capsys):
    (folder / "board.json").unlink()

    code, lines = checked(capsys)

    assert code == 1
    assert lines[0] == "error    vienna/board.json: there is no such file"


def test_a_game_that_is_not_there_is_said_in_a_sentence(folder, capsys):
    assert main(["check", "wien"]) == 2
    assert capsys.readouterr().err == "There is no game 'wien'. `python -m rules list` lists them.\n"


def test_without_a_name_all_boards_are_checked(folder, capsys):
    assert main(["check"]) == 0
    assert "vienna: 0 errors, 0 warnings" in capsys.readouterr().out
