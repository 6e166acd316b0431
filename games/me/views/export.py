"""One's own data, as an archive."""

from __future__ import annotations

from django.http import FileResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from games.http.auth import caller
from games.http.bodies import Query, read_query
from games.http.cache_headers import private_response
from games.http.declared import may_refuse
from games.http.heavy import give_back_connection, heavy
from games.http.problems import OVERLOADED
from games.log.leases import alone
from games.me.export import export_make
from games.models import Scope
from games.refusals.accounts import ExportUnderWay

LEASE_SECONDS = 60.0
_EXAMPLE = OpenApiExample("A ZIP archive", "PK…", response_only=True, media_type="application/zip")


class ExportQuery(Query):
    cursor = serializers.CharField(
        required=False, max_length=400, help_text="For older games: `next` in the manifest of the last one."
    )


class MyExport(APIView):
    required_scopes = {"GET": Scope.ACCOUNT}

    @may_refuse(OVERLOADED, ExportUnderWay)
    @extend_schema(
        operation_id="exportMe",
        summary="Export your data",
        tags=["me"],
        parameters=[ExportQuery],
        responses={(200, "application/zip"): {"type": "string", "format": "binary"}},
        examples=[_EXAMPLE],
    )
    @heavy
    def get(self, request: Request) -> HttpResponseBase:
        """Returns all that is kept of you as a ZIP archive of JSON files, without secrets.

        `manifest.json` lists the files: one for each table, and for each game its log as you may read it,
        which `python -m rules.verify` checks. An archive has the logs of 500 games; `next` of the manifest is
        the `cursor` of one with the others, or null. One export of yours is made at a time.
        """
        query, player = read_query(ExportQuery, request), caller(request)
        with alone(f"export:{player.pk}", seconds=LEASE_SECONDS) as lease:
            if lease is None:
                raise ExportUnderWay
            archive = export_make(player, query.get("cursor"))
        give_back_connection()
        name = f"signalbox-{player.name}.zip"
        response = FileResponse(archive, as_attachment=True, filename=name, content_type="application/zip")
        return private_response(response)
