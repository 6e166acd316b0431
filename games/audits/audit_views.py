"""Audit reports, and exports for audits elsewhere."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.views import APIView

from games.audits import answers
from games.audits.check import log_read, report_of
from games.audits.refusals import AuditTooLong
from games.http.answers import answer
from games.http.auth import ANYONE
from games.http.cache_headers import NEVER_CHANGES, private_response
from games.http.heavy import give_back_connection, heavy
from games.http.operations import Values, tagged
from games.http.problems import OVERLOADED
from games.log.models import Game
from games.log.viewer import Viewer
from games.reading.finality import final_response
from games.reading.lookup import find, note
from games.reading.past_points import AtQuery
from games.reading.selectors import PastPoint, version_at
from games.reading.visible_log import export_lines

operation = tagged("audits")

MAX_EVENTS: Final = 20_000  # about a second of work; a game of World with five players has some 1500


class Audit(APIView):
    required_scopes = {"GET": ANYONE}

    @operation(
        "auditGame",
        "Audit a game",
        answer(
            answers.Audit,
            "The report.",
            ("A log that holds", answers.SOUND),
            ("One that was changed", answers.CHANGED),
        ),
        query=AtQuery,
        refuses=[AuditTooLong, OVERLOADED],
        private=True,
    )
    @heavy
    def get(self, request: Request, query: Values, game_id: UUID) -> answers.Audit:
        """Checks the whole log again, from what you may read, and returns a report.

        The report covers what the public log has of the game, the chain of hashes, the seed against its
        commitment, every seal, every shuffle, every action, decided again by the rules, and the score. The
        secrets of a running game cannot be checked.

        A log of more than 20000 events is refused with `audit_too_long`: check its export with
        `python -m proof verify`.
        """
        at = query.get("at")
        found = find(request, game_id)
        check_length(found.game, at)
        log = log_read(found.game, viewer=found.viewer, at=at)
        note(found, "audit")
        give_back_connection()
        return report_of(log.audit())


def check_length(game: Game, at: PastPoint | None) -> None:
    """No game that is played comes near; a request must not keep a thread busy for seconds."""
    version = version_at(game, at)
    if version > MAX_EVENTS:
        raise AuditTooLong(most=MAX_EVENTS, version=version, export=reverse("export", args=[game.id]))


class Export(APIView):
    required_scopes = {"GET": ANYONE}

    @operation(
        "exportGame",
        "Export a game",
        {(200, "application/x-ndjson"): answers.EXPORT},
        query=AtQuery,
        refuses=[OVERLOADED],
        conditional=True,
    )
    @heavy
    def get(self, request: Request, query: Values, game_id: UUID) -> HttpResponseBase:
        """Returns the log as NDJSON: a header, then one event per line.

        `python -m proof verify` checks it. A finished game that is not private may be cached for good.
        """
        at = query.get("at")
        found = find(request, game_id)
        game = found.game
        version = version_at(game, at)
        note(found, "export")
        response = HttpResponse(content_type="application/x-ndjson")
        response["Content-Disposition"] = f'attachment; filename="{game_id}.ndjson"'
        if version == game.version:
            answer = final_response(request, found, response, NEVER_CHANGES)
        else:
            answer = private_response(response)
        if answer is response:  # and not 304
            response.content = exported(game, version, found.viewer)
        return answer


def exported(game: Game, version: int, viewer: Viewer) -> bytes:
    lines = export_lines(game, version=version, viewer=viewer)
    header = next(lines)  # now everything is read
    give_back_connection()
    return header + b"".join(lines)
