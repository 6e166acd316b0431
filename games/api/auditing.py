"""For auditors: a game's log proved, and taken away to be proved elsewhere."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.auth import ANYONE, caller_if_any
from games.api.bodies import NoQuery, read_query
from games.api.typed import ref
from games.selectors.games import game_see
from games.selectors.log import export_lines, log_entries
from rules.audit import Check, audit, is_sound


class Audit(APIView):
    required_scopes = {"GET": ANYONE}

    @extend_schema(operation_id="auditGame", tags=["audit"], responses={200: ref("Audit")})
    def get(self, request: Request, game_id: UUID) -> Response:
        """The whole log checked anew, from what the caller may read; after the end that is everything.

        The chain of hashes, the seed against its commitment, every seal, every shuffle, every action
        decided again by the rules, and the score. While a game runs its secrets cannot be checked.
        """
        read_query(NoQuery, request)
        seen = game_see(game_id, caller_if_any(request))
        report = audit(list(log_entries(seen)))
        return Response(
            {
                "version": seen.folded.seq,
                "hash": seen.folded.hash,
                "sound": is_sound(report),
                "checks": [plain(check) for check in report],
            }
        )


def plain(check: Check) -> dict[str, Any]:
    return {name: value for name, value in asdict(check).items() if value is not None}


class Export(APIView):
    required_scopes = {"GET": ANYONE}

    @extend_schema(
        operation_id="exportGame",
        tags=["audit"],
        responses={(200, "application/x-ndjson"): {"type": "string"}},
    )
    def get(self, request: Request, game_id: UUID) -> StreamingHttpResponse:
        """The record as NDJSON, a header and then an event a line; `python -m rules.verify` proves it."""
        read_query(NoQuery, request)
        seen = game_see(game_id, caller_if_any(request))
        response = StreamingHttpResponse(export_lines(seen), content_type="application/x-ndjson")
        response["Content-Disposition"] = f'attachment; filename="{game_id}.ndjson"'
        response["ETag"] = f'"{seen.folded.hash}"'
        return response
