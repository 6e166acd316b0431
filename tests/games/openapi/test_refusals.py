"""Every room lists its refusals."""

import re

from tests.support.checkout import CHECKOUT

GAMES = CHECKOUT / "games"


def test_the_refusals_of_all_rooms_are_listed():
    listed = re.findall(
        r"^import games\.(\w+)\.refusals$", (GAMES / "openapi" / "refusals.py").read_text(), re.MULTILINE
    )
    rooms = {path.parent.name for path in GAMES.glob("*/refusals.py")}

    assert set(listed) == rooms - {"http", "openapi"}  # which have none of their own
