"""The server stays small enough to be learnt: a bounded number of rooms, none of them large."""

from tests.support.checkout import CHECKOUT

LINES = {
    path.name: sum(len(file.read_text(encoding="utf-8").splitlines()) for file in path.rglob("*.py"))
    for path in (CHECKOUT / "games").iterdir()
    if any(path.glob("*.py")) and path.name != "migrations"
}


def test_there_are_at_most_thirty_rooms():
    assert len(LINES) <= 30


def test_no_room_has_more_than_2500_lines():
    assert {room: lines for room, lines in LINES.items() if lines > 2500} == {}
