"""The message board of a table and the caller's note on it, over HTTP."""

from __future__ import annotations

import re
from typing import Any, Final
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.answers import List, answer, returns
from games.http.auth import ANYONE, caller
from games.http.bodies import Body, InvalidHeader
from games.http.cache_headers import private_response
from games.http.declared import asked, sends
from games.http.operations import Values, tagged
from games.http.pagination import PageQuery, listed
from games.messages import models
from games.messages.answers import Message, MessageList, Note
from games.messages.refusals import NoteChanged, TooManyMessages
from games.messages.selectors import messages_for, note_get
from games.messages.services import (
    MAX_NOTE,
    MAX_TEXT,
    check_member,
    message_delete,
    message_report,
    message_write,
    note_put,
    note_tag,
)
from games.reading.lookup import find
from games.reading.refusals import NotSeated

operation = tagged("messages")

TAG: Final = re.compile(r'(?:W/)?"([0-9a-f]{64})(?:-[a-z]+)?"')
MATCH: Final = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The ETag of the note that you have read."
)


class Words(serializers.CharField):
    """Plain text of several lines. It is not stripped, and nothing in it is markup."""

    def __init__(self, **more: Any) -> None:
        super().__init__(trim_whitespace=False, **more)

    def to_internal_value(self, data: Any) -> str:
        text: str = super().to_internal_value(data)
        if not text.replace("\n", "").isprintable():
            raise ValidationError("This must consist of printable characters and line breaks.")
        return text


class MessageBody(Body):
    text = Words(max_length=MAX_TEXT)

    def validate_text(self, text: str) -> str:
        if not text.strip():
            raise ValidationError("A message must not be empty.")
        return text


class ReportBody(Body):
    reason = Words(max_length=500, help_text="What is wrong with it, for the operator.")


class NoteBody(Body):
    text = Words(max_length=MAX_NOTE, allow_blank=True)


class Messages(APIView):
    required_scopes = {"GET": ANYONE, "POST": Scope.PLAY}

    @operation(
        "listMessages",
        "List the messages of a table",
        returns(MessageList, "the message board of a table, newest first."),
        query=PageQuery,
        refuses=[NotSeated],
        private=True,
    )
    def get(self, request: Request, query: Values, game_id: UUID) -> List[Message]:
        """It is for the players and the host; that of a public table is for everybody after the end. What
        players whom you have blocked have written is left out.
        """
        return listed(Message.of, messages_for(find(request, game_id)), query, order=("-number",))

    @operation(
        "writeMessage",
        "Write a message",
        answer(Message, "The message."),
        status=201,
        body=MessageBody,
        refuses=[NotSeated, TooManyMessages],
        examples=[asked("A greeting", {"text": "Good luck!"})],
    )
    def post(self, request: Request, body: Values, game_id: UUID) -> Message:
        """Writes plain text to everybody at your table and returns the message.

        The others get the notice `game.message`, and the streams of the game announce it. You can write ten
        messages a minute at a table.
        """
        found = find(request, game_id)
        row = message_write(found, caller(request), body["text"])
        return Message.of(row)


class OneMessage(APIView):
    required_scopes = {"DELETE": Scope.PLAY}

    @operation("deleteMessage", "Delete a message of yours")
    def delete(self, request: Request, game_id: UUID, number: int) -> None:
        """Deletes the text of a message that you have written. Its number stays."""
        message_delete(find(request, game_id), caller(request), number)


class MessageReport(APIView):
    required_scopes = {"POST": Scope.PLAY}

    @operation(
        "reportMessage",
        "Report a message",
        body=ReportBody,
        refuses=[NotSeated],
        examples=[asked("An insult", {"reason": "It is an insult."})],
    )
    def post(self, request: Request, body: Values, game_id: UUID, number: int) -> None:
        """Reports a message at your table to the operator. Its author is not notified."""
        found = find(request, game_id)
        message_report(found, caller(request), number, body["reason"])


class MyNote(APIView):
    required_scopes = {"GET": Scope.READ, "PUT": Scope.PLAY}

    @operation(
        "getNote",
        "Get your note on a game",
        answer(Note, "What you have written down about a game you play."),
        refuses=[NotSeated],
        parameters=[sends("ETag", 200)],
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Returns what you have written down about a game you play. Nobody else can read it."""
        found = find(request, game_id)
        check_member(found)
        return note_response(note_get(found.game, caller(request)) or models.Note(text=""))

    @operation(
        "putNote",
        "Write your note on a game",
        answer(Note, "It.", ("Kept", Note.example[1])),
        body=NoteBody,
        refuses=[NotSeated, NoteChanged],
        parameters=[MATCH, sends("ETag", 200)],
        examples=[asked("A plan", {"text": Note.example[1]["text"]})],
    )
    def put(self, request: Request, body: Values, game_id: UUID) -> Response:
        """Replaces your note on a game and returns it.

        With `If-Match` it is replaced only if it still is the one that you have read.
        """
        found = find(request, game_id)
        check_member(found)
        return note_response(note_put(found.game, caller(request), body["text"], _expected(request)))


def note_response(row: models.Note) -> Response:
    response = Response(Note.from_row(row))
    response["ETag"] = f'"{note_tag(row.text)}"'
    return private_response(response)


def _expected(request: Request) -> str | None:
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    match = TAG.fullmatch(header.strip())
    if match is None:
        raise InvalidHeader({"If-Match": ["This must be the ETag of a note."]})
    return match[1]
