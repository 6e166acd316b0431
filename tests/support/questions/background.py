"""Everything that is done without a request: what the beat sends, the notifier, and the parts of both."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib import import_module
from uuid import UUID

from config.queues import SCHEDULE
from games.audits.nightly import games_verify
from games.datasets.months import games_of, left_out, month_before
from games.deliveries.batches import batch_lease
from games.log.models import Game
from games.management.commands import notify
from games.moves.clock import game_time_out_if_due
from games.moves.settlement import game_settle_if_due
from games.notifications.mail import Mailer
from games.notifications.push import Pushes
from games.retention import KINDS
from games.search.models import Finding, History, HistoryDue
from games.search.services import histories_note
from games.transparency.announcements import announce
from games.transparency.sequencer import log_extend
from games.webhooks.channel import Webhooks
from tests.support.questions.client import Asked

LONG_AGO = month_before(datetime(2020, 1, 1, tzinfo=UTC))  # in which no game was played


def background(game: Game) -> Asked:
    """With a finished game."""
    look = notify.Rounds()
    notify.forgotten(look)
    games_verify()  # the first of a week looks at everything
    tasks = import_module("games.tasks")
    return {
        **{
            f"beat: {name}": getattr(tasks, sent["task"].rpartition(".")[2])
            for name, sent in SCHEDULE.items()
        },
        **{forget.__name__: forget for forget in KINDS},
        "the notifier's look": lambda: notify.forgotten(look),
        "leasing deliveries": lambda: batch_lease(Webhooks()),
        "leasing e-mails": lambda: batch_lease(Mailer()),
        "leasing pushes": lambda: batch_lease(Pushes()),
        "time-out of a game": lambda: game_time_out_if_due(game.id),
        "settlement of a game": lambda: game_settle_if_due(game.id),
        "games of a data set": lambda: list(games_of(LONG_AGO)),
        "games left out of a data set": lambda: list(left_out(LONG_AGO)),
        "one more leaf of the public log": _tell,
        "one more history": lambda: _note(game.id),
    }


def _tell() -> None:
    announce("account_deleted", datetime.now(UTC))
    log_extend()


def _note(game: UUID) -> None:
    Finding.objects.filter(game=game).delete()
    History.objects.filter(game=game).delete()
    HistoryDue.objects.create(game_id=game, at=datetime.now(UTC))
    histories_note()
