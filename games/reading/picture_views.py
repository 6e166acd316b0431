"""Pictures of boards and tables over HTTP."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.http.auth import ANYONE, OPEN
from games.http.cache_headers import FOR_A_DAY, FOR_AN_HOUR, UNCHANGED, etag_of, unless_known
from games.http.declared import answered
from games.http.heavy import heavy
from games.http.operations import Values, tagged
from games.http.options import OnlyAllows
from games.http.problems import OVERLOADED
from games.reading.finality import is_for_all
from games.reading.lookup import look
from games.reading.past_points import AtQuery
from games.reading.pictures import board_picture, table_picture
from games.reading.visibility import VisibleGame
from games.rulesets.refusals import NoSuchRuleset
from games.rulesets.selectors import ruleset_get

operation = tagged("games")

SVG: Final = "image/svg+xml"
# A picture that is opened directly is a document: it may load nothing, run nothing and has no origin.
SECURITY: Final = "default-src 'none'; frame-ancestors 'none'; sandbox"
FOR_ALL: Final = {"Cache-Control": FOR_AN_HOUR}
# The same bytes for all viewers, but not everyone may view a private table.
FOR_VIEWERS: Final = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}

PICTURE: Final = answered(
    "A picture", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 938">…</svg>', media_type=SVG
)


def drawn(text: str) -> dict[Any, Any]:
    return {(200, SVG): OpenApiResponse({"type": "string"}, description=text), 304: UNCHANGED}


class SvgRenderer(BaseRenderer):
    """For content negotiation only: the picture is already rendered."""

    media_type = SVG
    format = "svg"


def answer(request: Request, body: bytes, headers: dict[str, str]) -> HttpResponseBase:
    every = {"Content-Security-Policy": SECURITY, **headers}
    response = HttpResponse(body, content_type=SVG, headers=every)
    return unless_known(request, response, etag_of(body))


def headers_for(found: VisibleGame) -> dict[str, str]:
    """The picture of a finished game changes only with a new version of the server."""
    return {"Cache-Control": FOR_A_DAY} if is_for_all(found) else FOR_VIEWERS


class BoardPicture(OnlyAllows):
    required_scopes = {"GET": OPEN}
    renderer_classes = [SvgRenderer]

    @operation(
        "drawBoard",
        "Draw the board of a ruleset",
        drawn("The board as an SVG picture."),
        conditional=True,
        examples=[PICTURE],
        tag="rulesets",
    )
    def get(self, request: Request, ruleset_id: str) -> HttpResponseBase:
        """Returns the board as an SVG picture: places, routes with colour, length and kind, a legend."""
        found = ruleset_get(ruleset_id)
        if found is None:
            raise NoSuchRuleset
        location = reverse("board-picture", args=[found.id])
        return answer(request, board_picture(found.id), {**FOR_ALL, "Content-Location": location})


class TablePicture(OnlyAllows):
    required_scopes = {"GET": ANYONE}
    renderer_classes = [SvgRenderer]

    @operation(
        "drawGame",
        "Draw a game",
        drawn("The table as an SVG picture."),
        query=AtQuery,
        refuses=[OVERLOADED],
        conditional=True,
        examples=[PICTURE],
    )
    @heavy
    def get(self, request: Request, query: Values, game_id: UUID) -> HttpResponseBase:
        """Returns the table as an SVG picture: claims, the last move, market, scores and whose turn it is.

        The picture contains public information only, even for players, so it can be shared.
        """
        at = query.get("at")
        found, folded = look(request, game_id, "picture", at)
        return answer(request, table_picture(game_id, folded.seq), headers_for(found))
