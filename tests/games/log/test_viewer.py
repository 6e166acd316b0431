"""Who looks at a game."""

from games.accounts.models import Player
from games.log.viewer import AUDITOR, SPECTATOR, Viewer


def test_viewers_who_see_the_same_are_equal_whoever_they_are():
    ada, bob = Player(name="ada"), Player(name="bob")

    assert Viewer(ada, seat=1) == Viewer(bob, seat=1) == Viewer(seat=1)
    assert len({Viewer(ada), Viewer(bob), SPECTATOR}) == 1
    assert len({Viewer(ada), Viewer(ada, seat=0), Viewer(ada, seat=1), AUDITOR}) == 4
