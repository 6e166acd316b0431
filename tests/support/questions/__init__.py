"""Every kind of request, and everything that is done in the background, to be asked again and again."""

from __future__ import annotations

from django.utils import timezone

from games.notices.services import Given, notices_give
from tests.bench.tables import Person
from tests.support.notified import PAUSED
from tests.support.questions.background import background
from tests.support.questions.client import Asked
from tests.support.questions.desk import desk
from tests.support.questions.reads import reads
from tests.support.questions.seats import finished_games, seat
from tests.support.questions.streams import streams
from tests.support.questions.writes import writes

__all__ = ["Asked", "questions"]


def questions(players: list[Person], *, rounds: int) -> Asked:
    """Each may be asked so many times."""
    ada, _ = players[0]
    seat(ada)
    notices_give([Given(ada.pk, timezone.now(), PAUSED.kind, PAUSED.data)] * 200)
    return {
        **reads(players[0]),
        **desk(players[0]),
        **streams(players[0]),
        **background(finished_games(ada)[0]),
        **writes(players, rounds),
    }
