"""Imports of games that were played on another server."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.audits.answers import LINES
from games.audits.imports import check_lines, game_import
from games.audits.refusals import ExportUnreadable, ExportUnsound, TestTableRefused, TooManyImports
from games.counters import Policy
from games.http.answers import answer
from games.http.auth import caller
from games.http.body_limits import read_whole
from games.http.declared import asked, sends
from games.http.heavy import heavy
from games.http.operations import tagged
from games.http.problems import OVERLOADED
from games.http.rate_limits import spend
from games.reading import answers, examples
from games.reading.lookup import look

operation = tagged("audits")

IMPORTED: Final = ("An archived game", examples.IMPORTED)
MINUTE: Final = 60
MAX_BYTES: Final = 4 << 20  # a game of World with five players has less than one


class NdjsonParser(BaseParser):
    media_type = "application/x-ndjson"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        raw = read_whole(stream, parser_context)
        check_lines(raw)
        try:
            text: str = raw.decode()
        except UnicodeDecodeError:
            raise ParseError("The export is not UTF-8.") from None
        return text


class Imports(APIView):
    required_scopes = {"POST": Scope.PLAY}
    parser_classes = [NdjsonParser]
    max_body = MAX_BYTES

    @operation(
        "importGame",
        "Import a game",
        {
            200: answer(answers.Game, "The game, which you had already imported.", IMPORTED),
            201: answer(answers.Game, "The imported game.", IMPORTED),
        },
        body={"application/x-ndjson": {"type": "string", "format": "binary"}},
        refuses=[OVERLOADED, ExportUnreadable, ExportUnsound, TestTableRefused, TooManyImports],
        parameters=[sends("Location", 200, 201)],
        examples=[
            asked("An export, of which 317 lines are left out", LINES, media_type="application/x-ndjson")
        ],
    )
    @heavy
    def post(self, request: Request) -> Response:
        """Imports the export of a finished game as an archived, read-only game and returns it.

        The export is audited first. An import has an id of its own; `origin` has the id in the entries of the
        log, on which every hash depends. Importing the same export again returns the same import, with 200.
        Events dated in the future are refused. A player can import 100 games in 24 hours; after that the
        answer is `too_many_imports`.
        """
        # Exports that are refused or known do not count against the quota of a day, but cost as much.
        spend(Policy("imports", settings.RATE_LIMIT_IMPORTS, MINUTE), caller(request))
        text = request.data if isinstance(request.data, str) else ""
        game, is_new = game_import(text, caller(request))
        found = answers.game_answer(*look(request, game.id, "table"))
        headers = {"Location": found.links.self}
        return Response(found, status=201 if is_new else 200, headers=headers)
