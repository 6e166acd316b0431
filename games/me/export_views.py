"""One's own data, as an archive."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from games.accounts.models import Player, Scope
from games.accounts.refusals import PersonalTokenRequired
from games.counters import Policy
from games.http.auth import PERSONAL, caller
from games.http.heavy import Places, next_part
from games.http.operations import tagged
from games.http.problems import OVERLOADED
from games.http.rate_limits import refund, spend
from games.me.export import export_stream

operation = tagged("me")

EXPORTS: Final = Policy("exports", 1, 600)
PATIENCE_SECONDS: Final = 60.0  # for a place among the computations, once the answer has begun
_EXAMPLE = OpenApiExample("A ZIP archive", "PK…", response_only=True, media_type="application/zip")
_under_way = Places()  # so many at a time hold a thread and some pieces


class MyExport(APIView):
    required_scopes = {"GET": (PERSONAL, Scope.ACCOUNT, Scope.READ)}

    @operation(
        "exportMe",
        "Export your data",
        {
            (200, "application/zip"): OpenApiResponse(
                {"type": "string", "format": "binary"},
                description="All that is kept of you as a ZIP archive of JSON files, without secrets.",
            )
        },
        refuses=[OVERLOADED, PersonalTokenRequired],
        examples=[_EXAMPLE],
        private=True,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Returns all that is kept of you as a ZIP archive of JSON files, without secrets.

        `manifest.json` lists the files: one for each table, and for each game its log as you may read it,
        which `python -m proof verify` checks. You can export your data once in ten minutes; after that the
        answer is `throttled`. The archive is made while it is sent, and must be read within ten minutes; one
        that breaks off is not a readable ZIP file.
        """
        player = caller(request)
        spend(EXPORTS, player)
        with _refunded(player):
            return _under_way.while_sent(lambda: _response(player))


@contextmanager
def _refunded(player: Player) -> Iterator[None]:
    """An export that could not be made does not count; one whose reader has gone does."""
    try:
        yield
    except Exception:
        refund(EXPORTS, player)
        raise


def _response(player: Player) -> StreamingHttpResponse:
    """The first piece is made before the answer begins, so that what fails there is a problem document."""
    pieces = export_stream(player)
    with next_part(seconds=0):
        first = next(pieces)
    response = StreamingHttpResponse(_sent(first, pieces, player), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="signalbox-{player.name}.zip"'
    return response


def _sent(first: bytes, pieces: Iterator[bytes], player: Player) -> Iterator[bytes]:
    """Until the next export may begin. The web server closes it earlier if the client has gone."""
    end = time.monotonic() + EXPORTS.window
    piece: bytes | None = first
    with _refunded(player):
        while piece is not None and time.monotonic() < end:
            yield piece
            with next_part(PATIENCE_SECONDS):
                piece = next(pieces, None)
