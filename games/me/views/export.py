"""One's own data, as an archive."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from games.http.auth import PERSONAL, caller
from games.http.bodies import NoQuery, read_query
from games.http.cache_headers import private_response
from games.http.declared import may_refuse
from games.http.heavy import next_part
from games.http.problems import OVERLOADED
from games.log.leases import Lease
from games.me.export import export_stream
from games.models import Player, Scope
from games.refusals.accounts import ExportUnderWay, PersonalTokenRequired

LEASE_SECONDS: Final = 60.0
PATIENCE_SECONDS: Final = 60.0  # for a place among the computations, once the answer has begun
_EXAMPLE = OpenApiExample("A ZIP archive", "PK…", response_only=True, media_type="application/zip")


class MyExport(APIView):
    required_scopes = {"GET": (PERSONAL, Scope.ACCOUNT, Scope.READ)}

    @may_refuse(OVERLOADED, ExportUnderWay, PersonalTokenRequired)
    @extend_schema(
        operation_id="exportMe",
        summary="Export your data",
        tags=["me"],
        responses={(200, "application/zip"): {"type": "string", "format": "binary"}},
        examples=[_EXAMPLE],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Returns all that is kept of you as a ZIP archive of JSON files, without secrets.

        `manifest.json` lists the files: one for each table, and for each game its log as you may read it,
        which `python -m rules.verify` checks. The archive is made while it is sent; one that breaks off is
        not a readable ZIP file. One export of yours is made at a time.
        """
        read_query(NoQuery, request)
        player = caller(request)
        lease = Lease(f"export:{player.pk}", LEASE_SECONDS)
        if not lease.hold():
            raise ExportUnderWay
        return private_response(_response(player, lease))


def _response(player: Player, lease: Lease) -> StreamingHttpResponse:
    """The first piece is made before the answer begins, so that what fails there is a problem document."""
    pieces = export_stream(player)
    try:
        with next_part(seconds=0):
            first = next(pieces)
    except BaseException:
        lease.give_back()
        raise
    response = StreamingHttpResponse(_sent(first, pieces, lease), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="signalbox-{player.name}.zip"'
    return response


def _sent(first: bytes, pieces: Iterator[bytes], lease: Lease) -> Iterator[bytes]:
    """It ends early if the client has gone: the server then closes this iterator."""
    try:
        piece: bytes | None = first
        while piece is not None:
            yield piece
            lease.hold()
            with next_part(PATIENCE_SECONDS):
                piece = next(pieces, None)
    finally:
        lease.give_back()
