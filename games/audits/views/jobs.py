"""Background audits: start one, and poll it until the report is there."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.audits import examples
from games.audits.check import audit_list
from games.audits.jobs import audit_order
from games.http.auth import ANY_TOKEN, caller
from games.http.bodies import NoBody, NoQuery, read_body, read_query
from games.http.cache_headers import private_response
from games.http.declared import may_refuse, sends
from games.http.json_objects import without_none
from games.http.json_schema import ref
from games.http.pages import PageQuery, page_of
from games.models import AuditRun
from games.play.moments import AtQuery
from games.play.views.lookup import find, note
from games.refusals.audits import NoSuchAudit, TooManyAudits
from rules.table.clock import timestamp

LOCATION = sends("Location", 202)
RETRY_AFTER = sends("Retry-After", 200, 202)


class Audits(APIView):
    required_scopes = {"GET": ANY_TOKEN, "POST": ANY_TOKEN}

    @extend_schema(
        operation_id="listAudits",
        summary="List your audits of a game",
        tags=["audits"],
        parameters=[PageQuery],
        responses={200: ref("AuditRunList")},
        examples=[examples.RUNS],
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Returns the audits of this game that you have started, newest first. They are kept for 30 days."""
        query = read_query(PageQuery, request)
        runs = audit_list(find(request, game_id))
        page, following = page_of(runs, query, order=("-created_at", "-id"))
        return private_response(Response({"items": [run_answer(run) for run in page], "next": following}))

    @may_refuse(TooManyAudits)
    @extend_schema(
        operation_id="orderAudit",
        summary="Start an audit in the background",
        tags=["audits"],
        parameters=[AtQuery, LOCATION, RETRY_AFTER],
        request=None,
        responses={202: ref("AuditRun")},
        examples=[examples.ORDERED],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Starts an audit of a log of any length, from what you may read now, and returns its state.

        Poll the address in `Location` until `status` is `done` and the `report` is there. Sending the
        request again while such an audit is in progress returns that one. A player can have four audits in
        progress; after that the answer is `too_many_audits`. For an auditor this request is the access
        that is recorded.
        """
        read_body(NoBody, request)
        at = read_query(AtQuery, request).get("at")
        found = find(request, game_id)
        run = audit_order(caller(request), found, at)
        note(found, "audit")
        response = run_response(run, status=202)
        response["Location"] = run_url(run)
        return response


class AuditEntry(APIView):
    required_scopes = {"GET": ANY_TOKEN}

    @extend_schema(
        operation_id="getAudit",
        summary="Get an audit",
        tags=["audits"],
        parameters=[RETRY_AFTER],
        responses={200: ref("AuditRun")},
        examples=[*examples.ASKED_AFTER],
    )
    def get(self, request: Request, game_id: UUID, audit_id: UUID) -> Response:
        """Returns the progress of an audit you have started and, once it is done, the report.

        `failed` says nothing about the log: the audit itself could not be completed.
        """
        read_query(NoQuery, request)
        run = audit_list(find(request, game_id)).filter(id=audit_id).first()
        if run is None:
            raise NoSuchAudit
        return run_response(run)


def run_response(run: AuditRun, *, status: int = 200) -> Response:
    response = private_response(Response(run_answer(run), status=status))
    if run.finished_at is None:
        response["Retry-After"] = "1"
    return response


def run_answer(run: AuditRun) -> dict[str, Any]:
    answer = {
        "id": str(run.id),
        "version": run.version,
        "hash": run.hash,
        "status": run.status,
        "progress": progress_answer(run),
        "report": run.report,
        "created_at": timestamp(run.created_at),
        "finished_at": timestamp(run.finished_at) if run.finished_at else None,
        "links": {"self": run_url(run), "game": reverse("game", args=[run.game_id])},
    }
    return without_none(answer)


def progress_answer(run: AuditRun) -> dict[str, Any]:
    if run.status == AuditRun.Status.DONE:
        return {"seq": run.version, "of": run.version}
    check = {"check": run.at_check} if run.at_check else {}
    return {**check, "seq": run.reached, "of": run.version}


def run_url(run: AuditRun) -> str:
    return reverse("audit-run", args=[run.game_id, run.id])
