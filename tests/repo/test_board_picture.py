"""The picture on the front page is one the server would draw: a London game after twelve claimed routes.

`python -m tests.repo.test_board_picture` draws it again.
"""

from rules import Action, KeyedChance, ruleset, view_for
from rules.actions import ClaimRoute, DrawCard
from rules.pictures import Scene, draw_table, lay_out
from rules.playout import Playout
from tests.support.checkout import CHECKOUT

PICTURE = CHECKOUT / "docs" / "london.svg"
MAX_BYTES = 150_000


def choice(playout: Playout, seat: int) -> Action:
    """The longest route that can be paid for; else a card."""
    offered = playout.offered(seat)
    claims = [action for action in offered if isinstance(action, ClaimRoute)]
    draws = [action for action in offered if isinstance(action, DrawCard)]
    if claims and len(view_for(playout.state, seat).seats[seat].hand or ()) > seat + 3:
        return max(claims, key=lambda action: (len(action.cards), action.route, action.cards))
    return (draws or claims or offered)[0]


def drawn() -> bytes:
    london = ruleset("london@1")
    _, playout = london.begin(seats=3, chance=KeyedChance.from_seed(7), options={"first": "0"})
    while len(playout.state.claims) < 12 and (seat := playout.acting()) is not None:
        playout.follow(choice(playout, seat))
    state, seats = playout.state, ["Seat 0", "Seat 1", "Seat 2"]
    last = frozenset([list(state.claims)[-1]])
    scene = Scene(view_for(state, None), seats, "twelve routes claimed", london.closed_routes(state), last)
    return draw_table(london.board, lay_out(london.board), scene)


def test_the_picture_on_the_front_page_is_what_the_server_draws():
    assert PICTURE.read_bytes() == drawn(), (
        "run python -m tests.repo.test_board_picture and look at the result"
    )


def test_the_picture_is_small():
    assert PICTURE.stat().st_size < MAX_BYTES


if __name__ == "__main__":
    PICTURE.write_bytes(drawn())
