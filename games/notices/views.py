"""Notices over HTTP, for clients that poll: the same as in the stream."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.answers import returns
from games.http.auth import caller
from games.http.declared import sends
from games.http.long_poll import Wait, WaitingQuery, check_after, next_page, polled
from games.http.operations import Values, tagged
from games.log import wakes
from games.notices import models
from games.notices.answers import Notice, NoticeList
from games.notices.selectors import Numbers, notice_numbers, notices_after

operation = tagged("notices")


class NoticesQuery(WaitingQuery):
    """The same for every reader."""


class Notices(APIView):
    required_scopes = {"GET": Scope.READ}

    @operation(
        "listNotices",
        "List your notices",
        returns(NoticeList, "what concerns you in all your games, numbered without gaps and in order."),
        query=NoticesQuery,
        parameters=[sends("Link", 200)],
        private=True,
    )
    def get(self, request: Request, query: Values) -> Response | NoticeList:
        """With `wait` the answer is delayed until there is a notice after `after`, or until the time is up;
        it may also come early and empty. `next` is null when there is nothing more yet: to continue later,
        ask with the number of the last notice you have as `after`.

        Notices are kept for 90 days. If `forgotten` is greater than your `after`, those between them are
        gone and the page begins after `forgotten`; look at `listMyGames` for what you missed.
        """
        player = caller(request)
        numbers = notice_numbers(player)
        check_after(query, numbers.newest)
        after = max(query["after"], numbers.forgotten)
        found = notices_after(player, after, query["limit"]) if numbers.newest > after else []
        page = notices_page(found, after, numbers)
        if found:
            return page
        wait = Wait(wakes.player_channel(player.pk), after, query["wait"])
        return polled(request, page, wait)


def notices_page(found: list[models.Notice], after: int, numbers: Numbers) -> NoticeList:
    here = found[-1].number if found else after
    items = [Notice.of(row) for row in found]
    return NoticeList(items=items, next=next_page(here, numbers.newest), forgotten=numbers.forgotten)
