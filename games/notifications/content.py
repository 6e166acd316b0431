"""What an e-mail or a push is about: the notices that are still worth sending, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.db.models import Prefetch
from django.urls import reverse

from games.deliveries.models import Delivery
from games.log.models import Event, Game, Seat
from games.notices.kinds import DeadlineNear, YourTurn, names_table
from games.notices.models import Notice
from games.notifications.texts import sentence
from games.notifications.unsubscription import unsubscribe_path
from games.people.models import NotificationChoice
from games.reading.titles import table_title

URGES: Final = (YourTurn.kind, DeadlineNear.kind)  # pointless once the player has acted
SERVER: Final = "Signalbox"


@dataclass(frozen=True, slots=True)
class Item:
    """A notice in words."""

    notice: Notice
    title: str  # of the table, or of the server
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Content:
    choice: NotificationChoice
    items: list[Item]

    def unsubscribe_url(self, channel: str) -> str:
        return settings.PUBLIC_URL + unsubscribe_path(self.choice.player_id, channel)


def content_of(row: Delivery) -> Content | None:
    """None if there is nothing left to say, or nobody to say it to."""
    choice = NotificationChoice.objects.filter(player=row.player_id).first()
    if choice is None or row.player.deleted_at or row.player.suspended_at:
        return None
    games = Prefetch("game", Game.objects.only("id", "ruleset", "name", "status", "to_act"))
    notices = Notice.objects.filter(player=row.player_id, number__in=row.notices).order_by("number")
    items = [_item(one, choice) for one in notices.prefetch_related(games) if _is_current(one)]
    return Content(choice, items) if items else None


def _item(notice: Notice, choice: NotificationChoice) -> Item:
    game = notice.game
    title = table_title(game, with_name=names_table(notice.kind)) if game else SERVER
    path = reverse("table", args=[game.id]) if game else ""
    return Item(notice, title, sentence(notice.kind, notice.data, choice), settings.PUBLIC_URL + path)


def _is_current(notice: Notice) -> bool:
    """Whether the player still has to do what the notice urges them to do."""
    game, seat = notice.game, notice.data.get("seat")
    if notice.kind not in URGES or game is None:
        return True
    if seat not in game.to_act or Seat.objects.filter(game=game, number=seat).exclude(stand_in="").exists():
        return False
    return not Event.objects.filter(game=game, actor=seat, seq__gt=notice.seq).exists()
