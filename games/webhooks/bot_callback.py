"""Bots that play through a URL: each is asked for its action by a `bot.act` delivery.

There is at most one pending question per decision, created when the seat has to act. It is retried while the
decision is open and cancelled as soon as the seat has acted by any means.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from rest_framework.exceptions import ValidationError

from games.accounts.selectors import valid_tokens
from games.deliveries.models import Channel, Delivery
from games.deliveries.services import deliveries_write
from games.http.json_objects import read_json
from games.log import store
from games.log.models import Event, Game, Seat
from games.moves.act import Expected, game_act
from games.moves.action_bodies import pop_signature
from games.webhooks.messages import Posting
from games.webhooks.models import Webhook
from games.webhooks.refusals import UnreadableAnswer
from rules import read_action
from rules.refusals import Malformed
from rules.strict_json import DuplicateMember
from rules.table.fold import Folded


def bot_questions(game_id: UUID, folded: Folded) -> list[Delivery]:
    """A question to every seat that has to act and is played through a URL. The caller writes them."""
    if not folded.people_to_act:
        return []
    seats = Seat.objects.filter(game_id=game_id, number__in=folded.people_to_act, player__is_bot=True)
    return [question for seat in seats for question in _questions(seat, folded)]


def bot_ask_everywhere(webhook: Webhook) -> None:
    """Ask a new or resumed bot in every game that is waiting for it."""
    if Webhook.Kind.BOT_ACT not in webhook.kinds or webhook.paused_at:
        return
    seats = Seat.objects.filter(player=webhook.player_id, game__status=Game.Status.PLAYING, stand_in="")
    for seat in seats.select_related("game"):
        folded = store.states.load(seat.game_id, seat.game.version)
        deliveries_write(bot_questions(seat.game_id, folded))


def _questions(seat: Seat, folded: Folded) -> Iterable[Delivery]:
    hooks = Webhook.objects.filter(
        Q(game=None) | Q(game=seat.game_id),
        player=seat.player_id,
        kinds__contains=[Webhook.Kind.BOT_ACT],
        paused_at=None,
        token__in=valid_tokens(timezone.now()),
    )
    begun = last_act(seat.game_id, seat.number, folded.seq)
    for hook in hooks:
        if not _is_asked(hook, seat.game_id, begun):
            yield Delivery(
                channel=Channel.WEBHOOK,
                webhook=hook,
                kind=Webhook.Kind.BOT_ACT,
                game_id=seat.game_id,
                seq=folded.seq,
            )


def last_act(game_id: UUID, seat: int, version: int) -> int:
    """The seq of the newest event the seat caused. Its current decision began after it."""
    acts = Event.objects.filter(game_id=game_id, actor=seat, seq__lte=version).order_by("-seq")
    return acts.values_list("seq", flat=True).first() or 0


def _is_asked(hook: Webhook, game_id: UUID, begun: int) -> bool:
    asked = Delivery.objects.filter(webhook=hook, kind=Webhook.Kind.BOT_ACT, game=game_id, seq__gte=begun)
    return asked.filter(state=Delivery.State.PENDING).exists()


def bot_answer(delivery: Delivery, message: Posting, answer: bytes) -> None:
    """Submit the action in the response through `game_act`, as every action. Raises its refusals.

    Unless the response names a version, the action is for that of the question, so a retry cannot act twice.
    """
    assert delivery.game_id is not None  # noqa: S101 (a question is about a game)
    assert message.seat is not None  # noqa: S101 (and for a seat)
    wish = read_answer(answer)
    version = wish.pop("expected_version", message.version)
    if type(version) is not int:
        raise UnreadableAnswer(problem="expected_version is not a whole number")
    if "seat" in wish:
        raise UnreadableAnswer(problem="unknown field seat")
    try:
        signature = pop_signature(wish)
        action = read_action({**wish, "seat": message.seat})
    except Malformed as error:
        raise UnreadableAnswer(**error.data) from None
    except ValidationError:
        raise UnreadableAnswer(problem="signature is not {after, value}") from None
    game_act(delivery.game_id, action, expected=Expected(version=version), signature=signature)


def read_answer(answer: bytes) -> dict[str, Any]:
    try:
        wish = read_json(answer)
    except DuplicateMember as error:
        raise UnreadableAnswer(problem=str(error)) from None
    except ValueError:
        raise UnreadableAnswer(problem="it is not JSON") from None
    if not isinstance(wish, dict):
        raise UnreadableAnswer(problem="it is not an object")
    return wish
