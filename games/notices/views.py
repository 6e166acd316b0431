"""Notices over HTTP, for clients that poll: the same as in the stream."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.auth import caller
from games.http.bodies import read_query
from games.http.cache_headers import private_response
from games.http.declared import sends
from games.http.json_objects import without_none
from games.http.json_schema import ref
from games.http.long_poll import Wait, WaitingQuery, check_after, next_page, polled
from games.log import wakes
from games.models import Notice, Scope
from games.notices.kinds import names_table
from games.notices.selectors import Numbers, notice_numbers, notices_after
from games.play import examples
from games.play.answers import game_links
from rules.table.clock import timestamp


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
        responses={200: ref("NoticeList")},
    )
    def get(self, request: Request) -> Response:
        """Returns what concerns you in all your games, numbered without gaps and in order.

        With `wait` the answer is delayed until there is a notice after `after`, or until the time is up;
        it may also come early and empty. `next` is null when there is nothing more yet: to continue later,
        ask with the number of the last notice you have as `after`.

        Notices are kept for 90 days. If `forgotten` is greater than your `after`, those between them are
        gone and the page begins after `forgotten`; look at `listMyGames` for what you missed.
        """
        query, player = read_query(NoticesQuery, request), caller(request)
        numbers = notice_numbers(player)
        check_after(query, numbers.newest)
        after = max(query["after"], numbers.forgotten)
        found = notices_after(player, after, query["limit"]) if numbers.newest > after else []
        page = notices_page(found, after, numbers)
        if found:
            return private_response(Response(page))
        wait = Wait(wakes.player_channel(player.pk), after, query["wait"])
        return private_response(polled(request, page, wait))


def notices_page(found: list[Notice], after: int, numbers: Numbers) -> dict[str, Any]:
    here = found[-1].number if found else after
    items = [notice_answer(notice) for notice in found]
    return {"items": items, "next": next_page(here, numbers.newest), "forgotten": numbers.forgotten}


def notice_answer(notice: Notice) -> dict[str, Any]:
    answer = {
        "number": notice.number,
        "kind": notice.kind,
        "game": str(notice.game_id) if notice.game_id else None,
        "seq": notice.seq,
        "at": timestamp(notice.at),
        "ruleset": notice.game.ruleset if notice.game else None,
        "name": (notice.game.name or None) if notice.game and names_table(notice.kind) else None,
        "links": game_links(notice.game_id) if notice.game_id else None,
        "data": notice.data,
    }
    return without_none(answer)
