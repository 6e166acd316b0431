"""Creates a delivery of each piece of news for every webhook subscribed to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player
from games.accounts.selectors import IS_LASTING
from games.deliveries.models import Channel, Delivery
from games.deliveries.services import deliveries_write
from games.http.auth import SEEING
from games.log import store
from games.log.models import Game
from games.notices.derive import NoticeDraft
from games.notices.news import News
from games.notices.pairs import given_today
from games.notices.services import Given, notices_give
from games.reading.answers import game_links
from games.sql import fetch
from games.webhooks.bot_callback import bot_questions
from games.webhooks.models import Webhook
from rules.table.clock import timestamp

LISTENING: Final = f"""
SELECT hook.id, hook.player_id, hook.kinds, hook.created_at, token.scopes && %s::varchar[],
    hook.game_id IS NOT NULL
FROM games_webhook hook JOIN games_token token ON token.id = hook.token_id
WHERE hook.paused_at IS NULL
    AND {IS_LASTING.format(now="%s")}
    AND hook.player_id = ANY(%s) AND (hook.game_id = %s OR hook.game_id IS NULL)
ORDER BY hook.id
"""  # noqa: S608 (no value in it)
# The lock keeps a webhook from being deleted before its deliveries are committed.
STILL_THERE: Final = "SELECT FROM games_webhook WHERE player_id = %s AND id = %s FOR KEY SHARE"
# Also sent to webhooks of spectators, without a seat.
WATCHED: Final = (Webhook.Kind.STARTED, Webhook.Kind.FINISHED, Webhook.Kind.CLOSED)


class Hook(NamedTuple):
    id: UUID
    player: UUID
    kinds: list[str]
    created_at: datetime  # earlier news is not sent
    sees_as_player: bool  # or as a stranger, depending on its token
    watches: bool  # this game, even if its player has no seat


def deliveries_create(news: News) -> None:
    """Runs in the transaction that advances the cursor, so each delivery is created exactly once."""
    moment = timezone.now()
    seated = set(news.people.values())
    made = []
    for hook in _listening(news.game, {*seated, *news.removed.values()}, news.watchers, moment):
        rows = list(_deliveries(hook, news, seated))
        made += rows if rows and fetch(STILL_THERE, hook.player, hook.id) else []
    if news.robots:
        made += bot_questions(news.game, news.folded)
    deliveries_write(made)


def _listening(
    game: UUID | None, concerned: Collection[UUID], watchers: Collection[UUID], moment: datetime
) -> list[Hook]:
    """Of those concerned, the webhooks for all games and for this one; of those who watch it, the latter."""
    everyone = list({*concerned, *watchers})
    hooks = [Hook(*row) for row in fetch(LISTENING, list(SEEING), moment, moment, everyone, game)]
    return [hook for hook in hooks if hook.watches or hook.player in concerned]


@transaction.atomic
def notices_announce(caused: Sequence[Given], game: Game | None, *, author: Player) -> None:
    """Give notices that a player causes, and no event of the log, and create their deliveries.

    The caller has locked the players, if there are several (`log.locks`).
    """
    given = given_today(author.pk, caused)
    notices_give(given)
    made = [
        _delivery(hook, one, game)
        for hook in _listening(game.id if game else None, {one.player for one in given}, (), timezone.now())
        for one in given
        if one.player == hook.player and one.kind in hook.kinds
    ]
    deliveries_write([one for one in made if fetch(STILL_THERE, one.player_id, one.receiver)])


def _delivery(hook: Hook, one: Given, game: Game | None) -> Delivery:
    about = {"game": str(game.id), "ruleset": game.ruleset, "links": game_links(game.id)} if game else {}
    return Delivery(
        player_id=hook.player,
        channel=Channel.WEBHOOK,
        receiver=hook.id,
        game_id=one.game,
        kind=one.kind,
        data={**about, "at": timestamp(one.at), **one.data},
    )


def _deliveries(hook: Hook, news: News, seated: set[UUID]) -> Iterator[Delivery]:
    to = {"player_id": hook.player, "channel": Channel.WEBHOOK, "receiver": hook.id}
    make = partial(Delivery, **to, game_id=news.game)
    if Webhook.Kind.EVENT in hook.kinds and (hook.watches or hook.player in seated):
        for entry in news.entries:
            if store.parsed_time(entry["at"]) >= hook.created_at:
                yield make(kind=Webhook.Kind.EVENT, seq=entry["seq"])
    for one in _drafts_for(hook, news, seated):
        if one.kind in hook.kinds and one.at >= hook.created_at:
            yield make(kind=one.kind, seq=one.seq, data=_data(hook, news, one, seated))


def _drafts_for(hook: Hook, news: News, seated: set[UUID]) -> Iterator[NoticeDraft]:
    yield from (one for player, one in news.for_people() if player == hook.player)
    if hook.watches and hook.player not in seated:
        first = {(one.kind, one.seq): one for one in reversed(news.drafts) if one.kind in WATCHED}
        yield from first.values()


def _data(hook: Hook, news: News, one: NoticeDraft, seated: set[UUID]) -> dict[str, Any]:
    about = {"game": str(news.game), "ruleset": news.folded.table.ruleset, "links": game_links(news.game)}
    data = news.data_of(one, as_spectator=hook.player not in seated or not hook.sees_as_player)
    if hook.player not in seated and not one.to_former:
        data.pop("seat", None)
    return {**about, "seq": one.seq, "at": timestamp(one.at), **data}
