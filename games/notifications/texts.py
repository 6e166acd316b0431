"""The words of e-mails and pushes. None of them tells a secret of a game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext, override
from django.utils.translation import gettext_noop as _

from games.log.store import parsed_time
from games.people.models import NotificationChoice

SENTENCES: Final = {
    "game.your_turn": _("It is your turn."),
    "game.started": _("The game has started."),
    "game.finished": _("The game is over."),
    "game.closed": _("The table was closed before the game started."),
    "seat.taken": _("A seat was taken."),
    "seat.cleared": _("The host has removed you from the table."),
    "seat.timed_out": _("Your time was up, and a stand-in decided for you once."),
    "seat.handed_over": _("A stand-in plays on for a player who was away too long or has left."),
    "seat.resigned": _("A player has resigned, and a stand-in plays on."),
    "game.invitation": _("You are invited to a table."),
    "game.rematch": _("A player has opened a rematch and invites you."),
    "game.declined": _("A player whom you have invited does not want to sit down."),
    "game.message": _("There is a message at your table."),
    "friend.request": _("A player asks to be your friend."),
    "seat.returned": _("A player has taken the seat back from the stand-in."),
    "vacation.began": _("A player is away, and the clock of that seat stands."),
    "vacation.ended": _("A player is back from vacation."),
    "pause.proposed": _("A player proposes a pause. Agree or decline."),
    "pause.declined": _("The pause that was proposed does not take place."),
    "pause.began": _("All have agreed to a pause, and all clocks stand."),
    "pause.ending": _("A player wants to end the pause, or it has ended."),
    "time.given": _("An opponent has given you more time."),
    "deadline.near": _("Your deadline is near."),
    "account.claim_requested": _("Somebody with your token made a link to sign in to your account."),
    "webhook.paused": _("The server has paused a webhook of yours."),
}
OTHER: Final = _("There is something new.")  # of a kind without a sentence of its own
UNTIL: Final = _("Time is up at %(time)s.")
SCORES: Final = _("Scores: %(scores)s.")
DIGEST: Final = _("Your games: what is new (%(count)s)")


def digest_subject(choice: NotificationChoice, count: int) -> str:
    with override(choice.language):
        return gettext(DIGEST) % {"count": count}


def sentence(kind: str, data: Mapping[str, Any], choice: NotificationChoice) -> str:
    """What has happened, with the deadline or the scores if there are any."""
    with override(choice.language):
        words = [gettext(SENTENCES.get(kind, OTHER))]
        if "deadline" in data:
            words.append(gettext(UNTIL) % {"time": shown_time(parsed_time(data["deadline"]), choice)})
        if "scores" in data:
            words.append(gettext(SCORES) % {"scores": " : ".join(map(str, data["scores"]))})
    return " ".join(words)


def shown_time(at: datetime, choice: NotificationChoice) -> str:
    """In the player's time zone, which is named."""
    return f"{at.astimezone(ZoneInfo(choice.time_zone)):%Y-%m-%d %H:%M} ({choice.time_zone})"
