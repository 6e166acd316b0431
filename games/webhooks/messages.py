"""The body of a message: JSON of the API, as the token of the webhook may see it at the time of sending.

A question (`bot.act`) shows the game as its player sees it: it cannot be decided without seeing the hand, and
this is what the scope `bots` is for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from msgspec.structs import asdict

from games.accounts.models import Player, Scope, Token
from games.deliveries.models import Delivery
from games.http.auth import sees_as_player
from games.http.renderer import json_of
from games.log import store
from games.log.entries import Entry
from games.log.models import Event
from games.notices.kinds import KINDS
from games.reading import answers
from games.reading.visibility import VisibleGame, game_find
from games.webhooks.callbacks import CALLBACKS, TEST, Callback, Question
from games.webhooks.models import Webhook
from rules.table.clock import timestamp
from rules.table.fold import Folded

TO_FORMER: Final = (Webhook.Kind.SEAT_CLEARED,)  # about a table that the player may not see any more
# What an event of a game has caused, so that everybody can read of it in the log of a public one.
IN_LOG: Final = frozenset(kind for kind, payload in KINDS.items() if payload.about_game and payload.in_log)


class NothingToSay(Exception):
    """The owner may no longer see the game, or the question is no longer open."""


Reading = tuple[VisibleGame, Folded]


@dataclass(frozen=True, slots=True)
class Posting:
    body: Callback
    version: int | None = None  # of the game, in a question
    seat: int | None = None

    @property
    def raw(self) -> bytes:
        return json_of(self.body)


class Writer:
    """Writes the messages of one batch. Each game is read once, and its log in one query."""

    def __init__(self, token: Token, deliveries: Sequence[Delivery]) -> None:
        self._token, self._deliveries = token, deliveries
        self._sees_as_player = sees_as_player(token)
        self._games: dict[tuple[UUID, Player | None], Reading | None] = {}
        self._entries: dict[tuple[UUID, int], Entry] = {}

    def message_of(self, delivery: Delivery) -> Posting:
        if not self._sees_as_player and delivery.kind not in public_kinds(self._token):
            raise NothingToSay
        if delivery.game_id is None or (delivery.kind in TO_FORMER and self._sees_as_player):
            return Posting(_callback(delivery, delivery.data or {}))
        found, folded = self._read_game(delivery.game_id, player_shown(delivery, self._token))
        if delivery.data is not None:
            return Posting(_callback(delivery, _named(delivery.data, found.game.name)))
        if delivery.kind == Webhook.Kind.EVENT:
            entry = self._read_entry(delivery.game_id, delivery.seq or 0)
            (event,) = answers.entries_answer(delivery.game_id, folded, [entry], found.viewer)
            news = answers.NewEvent(event=event, **asdict(answers.turn(folded, found.viewer)))
            return Posting(_callback(delivery, news))
        if not _is_open(delivery, found, folded):
            raise NothingToSay
        return _question(delivery, found, folded)

    def _read_game(self, game: UUID, player: Player | None) -> Reading:
        if (game, player) not in self._games:
            found = game_find(game, player)
            self._games[game, player] = (found, found.folded()) if found else None
        reading = self._games[game, player]
        if reading is None:
            raise NothingToSay
        return reading

    def _read_entry(self, game: UUID, seq: int) -> Entry:
        """Fetch neighbouring entries that the batch needs in one query."""
        if (game, seq) not in self._entries:
            seqs = [one.seq for one in self._deliveries if one.game_id == game and one.data is None]
            near = [one for one in seqs if one is not None and seq <= one < seq + len(self._deliveries)]
            for entry in store.entries_of(game, after=seq - 1, limit=max(near, default=seq) - seq + 1):
                self._entries[game, entry["seq"]] = entry
        if (game, seq) not in self._entries:
            raise NothingToSay
        return self._entries[game, seq]


def public_kinds(token: Token) -> frozenset[str]:
    """The kinds of messages of which a token may know that does not see games as its player."""
    asked = [Webhook.Kind.BOT_ACT.value] if Scope.BOTS in token.scopes else []
    return IN_LOG.union((TEST, Webhook.Kind.EVENT.value, *asked))


def player_shown(delivery: Delivery, token: Token) -> Player | None:
    """The player whose view of the game the token may have of this message; None: that of a stranger."""
    asks = delivery.kind == Webhook.Kind.BOT_ACT and Scope.BOTS in token.scopes
    return token.player if asks or sees_as_player(token) else None


def message_then(delivery: Delivery, version: int | None, token: Token) -> Posting | None:
    """The message as it was or would be sent, even for a question that is already answered.

    It is shown to the bearer of this token, which may see less than the token of the webhook.
    """
    try:
        if delivery.kind == Webhook.Kind.BOT_ACT and delivery.game_id:
            player = player_shown(delivery, token)
            found = game_find(delivery.game_id, player) if player else None
            return _question(delivery, found, found.folded(version or delivery.seq)) if found else None
        return Writer(token, [delivery]).message_of(delivery)
    except NothingToSay:
        return None


def _is_open(delivery: Delivery, found: VisibleGame, folded: Folded) -> bool:
    """Whether the player still has to make the decision."""
    seat = found.viewer.seat
    if seat is None or seat not in folded.people_to_act:
        return False
    since = Event.objects.filter(game_id=found.game.id, actor=seat, seq__gt=delivery.seq)
    return not since.exists()


def _question(delivery: Delivery, found: VisibleGame, folded: Folded) -> Posting:
    """The same JSON as `getGame` and `listActions` return."""
    seat = found.viewer.seat
    if seat is None:
        raise NothingToSay
    game, actions = answers.game_answer(found, folded), answers.actions_answer(folded, seat)
    return Posting(_callback(delivery, Question(game=game, **asdict(actions))), version=folded.seq, seat=seat)


def _named(data: dict[str, Any], name: str) -> dict[str, Any]:
    """With the name that the table has now: an operator may have deleted an earlier one."""
    return {**data, "name": name} if name else data


def _callback(delivery: Delivery, data: Any) -> Callback:
    return CALLBACKS[delivery.kind](timestamp=timestamp(delivery.created_at), data=data)
