"""What concerns you, over all your games: the same notices a stream tells, for those who poll."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.auth import caller
from games.http.bodies import read_query
from games.http.cache_headers import private_response
from games.http.declared import sends
from games.http.json_objects import without_none
from games.http.links import Link
from games.http.long_poll import Wait, WaitingQuery, check_after, next_page, polled
from games.http.pages import Next
from games.log import wakes
from games.log.store import timestamp
from games.models import Notice, Scope
from games.notices.kinds import KINDS
from games.notices.selectors import newest_number, notices_after
from games.play import examples
from games.play.answers import game_links

_KINDS = ", ".join(f"`{kind}`" for kind in KINDS)


class NoticeLinksSerializer(serializers.Serializer[Any]):
    game = Link()
    actions = Link()


class NoticeSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=1, help_text="Counts 1, 2, 3 … for each player.")
    kind = serializers.CharField(help_text=f"{_KINDS}. More may be added: ignore kinds you do not know.")
    game = serializers.UUIDField(required=False, help_text="Absent if the notice is not about a game.")
    seq = serializers.IntegerField(
        required=False, min_value=1, help_text="The event of the game that caused the notice."
    )
    at = serializers.DateTimeField()
    ruleset = serializers.CharField(required=False, help_text="What is played there.")
    links = NoticeLinksSerializer(required=False)
    data = serializers.DictField(  # type: ignore[assignment]  # REST framework takes it off the class
        help_text="Details, by kind: `seat` (yours; in `seat.taken` the one that was taken), `bot`, "
        "`deadline`, `status`, `scores` and `winners`."
    )


class NoticeListSerializer(serializers.Serializer[Any]):
    items = NoticeSerializer(many=True)
    next = Next()


class NoticesQuery(WaitingQuery):
    """The same for every reader."""


class Notices(APIView):
    required_scopes = {"GET": Scope.READ}

    @extend_schema(
        operation_id="listNotices",
        summary="List your notices",
        tags=["notices"],
        examples=[examples.NOTICES],
        parameters=[NoticesQuery, sends("Link", 200)],
        responses=NoticeListSerializer,
    )
    def get(self, request: Request) -> Response:
        """Returns what concerns you in all your games, numbered without gaps and in order.

        With `wait` the answer is delayed until there is a notice after `after`, or until the time is up;
        it may also come early and empty. `next` is null when there is nothing more yet: to continue later,
        ask with the number of the last notice you have as `after`.
        """
        query, player = read_query(NoticesQuery, request), caller(request)
        after, newest = query["after"], newest_number(player)
        check_after(after, newest)
        found = notices_after(player, after, query["limit"]) if newest > after else []
        page = notices_page(found, after, newest)
        if found:
            return private_response(Response(page))
        wait = Wait(wakes.player_channel(player.pk), after, query["wait"])
        return private_response(polled(request, page, wait))


def notices_page(found: list[Notice], after: int, last: int) -> dict[str, Any]:
    here = found[-1].number if found else after
    return {"items": [notice_answer(notice) for notice in found], "next": next_page(here, last)}


def notice_answer(notice: Notice) -> dict[str, Any]:
    answer = {
        "number": notice.number,
        "kind": notice.kind,
        "game": str(notice.game_id) if notice.game_id else None,
        "seq": notice.seq,
        "at": timestamp(notice.at),
        "ruleset": notice.game.ruleset if notice.game else None,
        "links": game_links(notice.game_id) if notice.game_id else None,
        "data": notice.data,
    }
    return without_none(answer)
