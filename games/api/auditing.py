"""For auditors: a game's log proved, and taken away to be proved elsewhere."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import StreamingHttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.auth import ANYONE
from games.api.bodies import read_query
from games.api.looking import find, look, note
from games.api.moments import AtQuery
from games.api.play import own
from games.api.typed import ref
from games.selectors.audits import Audited, game_audit, plain
from games.selectors.log import export_lines
from rules.audit import is_sound


class Audit(APIView):
    required_scopes = {"GET": ANYONE}

    @extend_schema(
        operation_id="auditGame", tags=["audit"], parameters=[AtQuery], responses={200: ref("Audit")}
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """The whole log checked anew, from what the caller may read; after the end that is everything.

        The chain of hashes, the seed against its commitment, every seal, every shuffle, every action
        decided again by the rules, and the score. While a game runs its secrets cannot be checked.
        """
        at = read_query(AtQuery, request).get("at")
        found = find(request, game_id)
        audited = game_audit(found.game, sight=found.sight, at=at)
        note(found, "audit")
        return own(Response(audit_answer(audited)))


def audit_answer(found: Audited) -> dict[str, Any]:
    return {
        "version": found.version,
        "hash": found.hash,
        "sound": is_sound(found.checks),
        "checks": [plain(check) for check in found.checks],
    }


class Export(APIView):
    required_scopes = {"GET": ANYONE}

    @extend_schema(
        operation_id="exportGame",
        tags=["audit"],
        parameters=[AtQuery],
        responses={(200, "application/x-ndjson"): {"type": "string"}},
    )
    def get(self, request: Request, game_id: UUID) -> StreamingHttpResponse:
        """The record as NDJSON, a header and then an event a line; `python -m rules.verify` proves it."""
        at = read_query(AtQuery, request).get("at")
        seen = look(request, game_id, "export", at)
        response = StreamingHttpResponse(export_lines(seen), content_type="application/x-ndjson")
        response["Content-Disposition"] = f'attachment; filename="{game_id}.ndjson"'
        response["ETag"] = f'"{seen.folded.hash}"'
        return own(response)
