"""The address of one's calendar, and the feed at that address."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.calendars.feed import feed_of
from games.calendars.selectors import calendar_of, calendar_owner, deadlines
from games.calendars.services import calendar_create, calendar_delete
from games.http.auth import OPEN, PERSONAL, caller, caller_token
from games.http.bodies import NoBody, NoQuery, read_body, read_query
from games.http.cache_headers import CONDITIONAL, UNCHANGED, etag_of, unless_known
from games.http.declared import may_refuse
from games.http.examples import answered
from games.http.options import OnlyAllows
from games.models import Calendar, Scope
from games.people.selectors import language_of
from games.refusals.accounts import PersonalTokenRequired
from games.refusals.notifications import NoSuchCalendar

MEDIA_TYPE: Final = "text/calendar"
EXAMPLE: Final = {"created_at": "2026-01-31T18:00:00Z"}
NEW_EXAMPLE: Final = {
    **EXAMPLE,
    "url": "https://signalbox.example.org/api/v1/calendars/Nn3uQwq0y5i6v8ZrTj1kXb7Lm2oPc4sDf9gHe0aWtYU.ics",
}
FEED: Final = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Signalbox//Deadlines//EN\r\n…END:VCALENDAR\r\n"


class CalendarSerializer(serializers.Serializer[Calendar]):
    created_at = serializers.DateTimeField(help_text="When the current address was made.")


class NewCalendarSerializer(CalendarSerializer):
    url = serializers.CharField(
        help_text="The address to subscribe to in a calendar program. It is shown only this once."
    )


class MyCalendar(APIView):
    required_scopes = {
        "GET": Scope.READ,
        "POST": (PERSONAL, Scope.ACCOUNT, Scope.READ),
        "DELETE": Scope.ACCOUNT,
    }

    @may_refuse(NoSuchCalendar)
    @extend_schema(
        operation_id="getMyCalendar",
        summary="Get your calendar feed",
        tags=["me"],
        responses=CalendarSerializer,
        examples=[answered("There is one", EXAMPLE)],
    )
    def get(self, request: Request) -> Response:
        """Returns when the address of your calendar feed was made, or `not_found` if you have none.

        The address itself cannot be shown again; create a new one if it is lost.
        """
        read_query(NoQuery, request)
        found = calendar_of(caller(request))
        if found is None:
            raise NoSuchCalendar
        return Response(CalendarSerializer(found).data)

    @may_refuse(PersonalTokenRequired)
    @extend_schema(
        operation_id="createMyCalendar",
        summary="Create the address of your calendar feed",
        tags=["me"],
        request=None,
        responses={201: NewCalendarSerializer},
        examples=[answered("Shown once", NEW_EXAMPLE, 201)],
    )
    def post(self, request: Request) -> Response:
        """Creates a private address at which your deadlines are an iCalendar feed (RFC 5545).

        Everyone who knows the address can read it without a token, until the token of this request is
        revoked or expires. An earlier address of yours stops working immediately, so this is also how to
        replace one that has become known. The token of an app is refused with `personal_token_required`.
        """
        read_body(NoBody, request)
        made, secret = calendar_create(caller(request), caller_token(request))
        url = request.build_absolute_uri(reverse("calendar", args=[secret]))
        answer: dict[str, Any] = {**CalendarSerializer(made).data, "url": url}
        return Response(answer, status=201, headers={"Cache-Control": "no-store"})

    @extend_schema(
        operation_id="deleteMyCalendar",
        summary="End your calendar feed",
        tags=["me"],
        responses={204: None},
    )
    def delete(self, request: Request) -> Response:
        """Ends the feed: its address stops working immediately. Without a feed nothing changes."""
        calendar_delete(caller(request))
        return Response(status=204)


class CalendarRenderer(BaseRenderer):
    """For content negotiation only: the feed is already rendered."""

    media_type = MEDIA_TYPE
    format = "ics"


class Feed(OnlyAllows):
    required_scopes = {"GET": OPEN}
    renderer_classes = [CalendarRenderer]

    @may_refuse(NoSuchCalendar)
    @extend_schema(
        operation_id="getCalendar",
        summary="Read a calendar feed",
        tags=["me"],
        parameters=[*CONDITIONAL],
        responses={(200, MEDIA_TYPE): {"type": "string"}, 304: UNCHANGED},
        examples=[answered("A feed", FEED, media_type=MEDIA_TYPE)],
    )
    def get(self, request: Request, secret: str) -> HttpResponseBase:
        """Returns the deadlines of the player to whom this private address belongs, as iCalendar.

        There is an event for each decision that the player has to make by a deadline, in their language,
        and nothing about anybody else. It is gone when the decision is made. Ask once an hour or so, with
        `If-None-Match`.
        """
        read_query(NoQuery, request)
        player = calendar_owner(secret)
        if player is None:
            raise NoSuchCalendar
        origin = request.build_absolute_uri("/").rstrip("/")
        body = feed_of(deadlines(player), origin=origin, language=language_of(player))
        headers = {"Cache-Control": "private, no-cache"}
        response = HttpResponse(body, content_type=f"{MEDIA_TYPE}; charset=utf-8", headers=headers)
        return unless_known(request, response, etag_of(body))
