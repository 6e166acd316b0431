"""The address of one's calendar, and the feed at that address."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.accounts.refusals import PersonalTokenRequired
from games.calendars.answers import Calendar, NewCalendar
from games.calendars.refusals import NoSuchCalendar
from games.calendars.selectors import calendar_of, calendar_owner, deadlines
from games.calendars.services import calendar_create, calendar_delete
from games.http.answers import answer, returns
from games.http.auth import OPEN, PERSONAL, caller, caller_token
from games.http.cache_headers import etag_of, unless_known
from games.http.operations import tagged
from games.http.options import OnlyAllows
from games.people.selectors import language_of

operation = tagged("me")

MEDIA_TYPE: Final = "text/calendar"
_EXAMPLE: Final = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Signalbox//Deadlines//EN\r\n…END:VCALENDAR\r\n"
FEED: Final = OpenApiResponse(
    {"type": "string"},
    "The deadlines of the player to whom this private address belongs, as iCalendar.",
    [OpenApiExample("A feed", _EXAMPLE)],
)


class MyCalendar(APIView):
    required_scopes = {
        "GET": Scope.READ,
        "POST": (PERSONAL, Scope.ACCOUNT, Scope.READ),
        "DELETE": Scope.ACCOUNT,
    }

    @operation(
        "getMyCalendar",
        "Get your calendar feed",
        returns(
            Calendar, "when the address of your calendar feed was made, or `not_found` if you have none."
        ),
        refuses=[NoSuchCalendar],
    )
    def get(self, request: Request) -> Calendar:
        """The address itself cannot be shown again; create a new one if it is lost."""
        found = calendar_of(caller(request))
        if found is None:
            raise NoSuchCalendar
        return Calendar.from_row(found)

    @operation(
        "createMyCalendar",
        "Create the address of your calendar feed",
        answer(NewCalendar, "The new address, shown only this once."),
        status=201,
        refuses=[PersonalTokenRequired],
    )
    def post(self, request: Request) -> Response:
        """Creates a private address at which your deadlines are an iCalendar feed (RFC 5545).

        Everyone who knows the address can read it without a token, until the token of this request is
        revoked or expires. An earlier address of yours stops working immediately, so this is also how to
        replace one that has become known. The token of an app is refused with `personal_token_required`.
        """
        made, secret = calendar_create(caller(request), caller_token(request))
        url = request.build_absolute_uri(reverse("calendar", args=[secret]))
        created = NewCalendar.from_row(made, url=url)
        return Response(created, status=201, headers={"Cache-Control": "no-store"})

    @operation("deleteMyCalendar", "End your calendar feed", unchecked=True)
    def delete(self, request: Request) -> None:
        """Ends the feed: its address stops working immediately. Without a feed nothing changes."""
        calendar_delete(caller(request))


class CalendarRenderer(BaseRenderer):
    """For content negotiation only: the feed is already rendered."""

    media_type = MEDIA_TYPE
    format = "ics"


class Feed(OnlyAllows):
    required_scopes = {"GET": OPEN}
    renderer_classes = [CalendarRenderer]

    @operation(
        "getCalendar",
        "Read a calendar feed",
        {(200, MEDIA_TYPE): FEED},
        refuses=[NoSuchCalendar],
        conditional=True,
    )
    def get(self, request: Request, secret: str) -> HttpResponseBase:
        """Returns the deadlines of the player to whom this private address belongs, as iCalendar.

        There is an event for each decision that the player has to make by a deadline, in their language,
        and nothing about anybody else. It is gone when the decision is made. Ask once an hour or so, with
        `If-None-Match`.
        """
        from games.calendars.feed import feed_of  # noqa: PLC0415 – it brings the 83 modules of icalendar

        player = calendar_owner(secret)
        if player is None:
            raise NoSuchCalendar
        origin = request.build_absolute_uri("/").rstrip("/")
        body = feed_of(deadlines(player), origin=origin, language=language_of(player))
        headers = {"Cache-Control": "private, no-cache"}
        response = HttpResponse(body, content_type=f"{MEDIA_TYPE}; charset=utf-8", headers=headers)
        return unless_known(request, response, etag_of(body))
