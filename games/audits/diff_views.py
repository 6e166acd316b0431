"""What happened in a game, for people: the difference between two moments, and the record."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from games.audits import answers
from games.audits.diffs import diff_get, names_of
from games.http.answers import answer
from games.http.auth import ANYONE
from games.http.bodies import Field, InvalidQuery, Query
from games.http.heavy import give_back_connection, heavy
from games.http.operations import Values, tagged
from games.http.problems import OVERLOADED
from games.reading.lookup import find, note
from games.reading.past_points import AtQuery, PastPointField
from games.reading.refusals import NotFinished
from games.reading.selectors import versions_at
from games.reading.visible_log import log_entries
from proof.receipts import Source
from proof.record import write_record

operation = tagged("audits")


class DiffQuery(Query):
    to = PastPointField(required=False, help_text="The end: the seq of an event or a time; by default, now.")
    open = serializers.BooleanField(
        default=False, help_text="Hide nothing. Only of a finished game, of which nothing is hidden."
    )

    def get_fields(self) -> dict[str, Field]:
        after = PastPointField(
            required=False,
            help_text="The start, exclusive: the seq of an event or a time; by default, the beginning.",
        )
        return {"from": after, **super().get_fields()}


class Diff(APIView):
    required_scopes = {"GET": ANYONE}

    @operation(
        "diffGame",
        "Compare two moments of a game",
        answer(answers.Diff, "What happened between two moments."),
        query=DiffQuery,
        refuses=[NotFinished, OVERLOADED],
        private=True,
    )
    @heavy
    def get(self, request: Request, query: Values, game_id: UUID) -> answers.Diff:
        """Returns what happened between two moments: as sentences, as events and as changes of your view.

        What was hidden at the moment `to` is left out. After the end `open=true` leaves nothing out.
        """
        found = find(request, game_id)
        versions = versions_at(found.game, {name: query[name] for name in ("from", "to") if name in query})
        folded, after = found.folded(versions.get("to")), versions.get("from", 0)
        if after > folded.seq:
            raise InvalidQuery({"to": ["This must not be before `from`."]})
        shown = found.opened() if query["open"] else found
        note(found, "diff")
        return diff_get(shown, folded, after)


class TextRecord(APIView):
    required_scopes = {"GET": ANYONE}

    @operation(
        "getRecord",
        "Get the record of a game",
        {(200, "text/plain"): answers.RECORD},
        query=AtQuery,
        refuses=[NotFinished, OVERLOADED],
        private=True,
    )
    @heavy
    def get(self, request: Request, query: Values, game_id: UUID) -> HttpResponse:
        """Returns a finished game as text, one action per line, from which it can be replayed.

        Before the end only an auditor can read it, as far as it goes and without seed and result; for
        everyone else the answer is `not_finished`.
        """
        at = query.get("at")
        found = find(request, game_id)
        folded = found.folded(at)
        if not folded.is_finished and not (found.viewer.sees_all and folded.state):
            raise NotFinished(status=folded.status)
        note(found, "record")
        entries = list(log_entries(found.game, folded, found.viewer))
        give_back_connection()
        source: Source = "import" if found.game.origin else "played"
        text = write_record(entries, names_of(found, folded), source)
        return HttpResponse(text, content_type="text/plain; charset=utf-8")
