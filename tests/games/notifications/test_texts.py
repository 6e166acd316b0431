"""Every kind of notice has a sentence in every language."""

import pytest

from games.notices.kinds import KINDS
from games.notifications.texts import sentence
from games.people.models import Language, NotificationChoice

DEADLINE = {"deadline": "2026-01-31T18:00:00Z"}


@pytest.mark.parametrize("language", Language)
def test_every_kind_has_a_sentence_of_its_own(language):
    choice = NotificationChoice(language=language)
    said = {kind: sentence(kind, {}, choice) for kind in KINDS if kind}

    assert sentence("game.moved", {}, choice) not in said.values()
    assert len(set(said.values())) == len(said)


def test_a_kind_to_come_is_something_new():
    assert sentence("game.moved", {}, NotificationChoice(language="pl")) == "Jest coś nowego."


def test_a_time_is_shown_on_the_players_clock():
    choice = NotificationChoice(time_zone="Europe/Warsaw")

    assert sentence("game.your_turn", DEADLINE, choice) == (
        "It is your turn. Time is up at 2026-01-31 19:00 (Europe/Warsaw)."
    )
    assert sentence("game.finished", {"scores": [12, 7]}, choice) == "The game is over. Scores: 12 : 7."
