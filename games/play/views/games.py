"""Views of a game, legal actions, actions and resignation."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponseNotModified
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.auth import ANYONE, caller, game_read
from games.http.bodies import NoBody, Query, read_body, read_query
from games.http.cache_headers import private_response
from games.http.declared import may_refuse, sends
from games.http.json_schema import ref
from games.http.long_poll import Wait, WaitQuery, polled
from games.log import store, wakes
from games.models import Game, Scope
from games.play import answers, examples
from games.play.act import Expected, game_act, game_resign, game_try
from games.play.lobby import table_rename
from games.play.moments import AtQuery, OpenQuery
from games.play.outcome import Outcome
from games.play.preconditions import MATCH_HEADER, NONE_MATCH_HEADER, asks, changes, expected, keyed_request
from games.play.views.lookup import find, my_seat, note
from games.play.views.table_names import TableChangeBody
from games.play.visibility import VisibleGame
from games.play.wishes import action_of
from games.refusals.requests import KeyReused, StaleVersion
from games.refusals.tables import NotFinished, NotHost, NotSeated
from rules import Action, redact
from rules.table.checks import NotPlaying, SeatPlayedByAnother, TableNotOpen, TimeIsUp
from rules.table.fold import Folded

UNCHANGED = OpenApiResponse(description="Nothing has changed since the given ETag.")


class ActionQuery(Query):
    dry_run = serializers.BooleanField(
        default=False, help_text="Return what would follow, without changing anything."
    )


class ActionsQuery(AtQuery, WaitQuery):
    """With `at`, `wait` has no effect: a past moment never becomes the caller's turn."""


class GameDetail(APIView):
    required_scopes = {"GET": ANYONE, "PATCH": Scope.PLAY}
    reads_game = ("GET",)

    @may_refuse(NotFinished)
    @extend_schema(
        operation_id="getGame",
        summary="Get a game",
        tags=["games"],
        examples=[examples.GAME],
        parameters=[OpenQuery, NONE_MATCH_HEADER, sends("ETag", 200, 304)],
        responses={200: ref("Game"), 304: UNCHANGED},
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """Returns the table as you may see it: seats, clocks and, once it has started, the game.

        Players see their own hand, spectators only public information. A private table exists for its
        players, its host and its auditors; everyone else gets 404. With `at` the seats and the game are
        those of that moment, while players' names are always the current ones. A moment is shown as it was
        seen then; after the end `open=true` shows every hand at every moment.

        An auditor whose token has the scope `audit` sees every hand of a game assigned to them, here and
        in all other answers about it. Each access is recorded and can be read with `listLooks`.
        """
        query = read_query(OpenQuery, request)
        found = find(request, game_id)
        shown = found.opened() if query["open"] else found
        folded = found.folded(query.get("at"))
        note(found, "table")
        if is_known(request, found.game, folded):
            return with_etag(HttpResponseNotModified(), folded)
        return with_etag(Response(answers.game_answer(shown, folded)), folded)

    @may_refuse(NotHost, TableNotOpen)
    @extend_schema(
        operation_id="renameTable",
        summary="Name a table",
        tags=["games"],
        parameters=[sends("ETag", 200)],
        request=TableChangeBody,
        responses={200: ref("Game")},
        examples=[*examples.RENAMED],
    )
    def patch(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """Gives your open table another name, or none, and returns the table. Only the host can do this."""
        body = read_body(TableChangeBody, request)
        table_rename(game_id, caller(request), body["name"])
        found = find(request, game_id)
        folded = found.folded()
        return with_etag(Response(answers.game_answer(found, folded)), folded)


def is_known(request: Request, game: Game, folded: Folded) -> bool:
    tags = request.META.get("HTTP_IF_NONE_MATCH", "")
    if game.rematch_id or game.status == Game.Status.OPEN:  # what the log does not have may have changed
        return False
    return f'"{folded.hash}"' in tags or tags.strip() == "*"


def with_etag(response: HttpResponseBase, folded: Folded) -> HttpResponseBase:
    response["ETag"] = f'"{folded.hash}"'
    return private_response(response)


class Actions(APIView):
    required_scopes = {"GET": Scope.READ, "POST": Scope.PLAY}
    reads_game = ("GET", "POST")

    @may_refuse(NotSeated)
    @extend_schema(
        operation_id="listActions",
        summary="List your legal actions",
        tags=["play"],
        parameters=[ActionsQuery, sends("Link", 200)],
        responses={200: ref("ActionList")},
        examples=[examples.OFFERED],
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        """Returns the actions you can take now. Each one is a complete body for `act`.

        The list is empty while the game waits for others. Where a route can be paid for in several ways,
        only the simplest payment is listed; `act` accepts every payment that the rules allow.

        With `wait` the answer is delayed until it is your turn or the game is over, or until the time is up;
        it may also come early and empty.
        """
        query = read_query(ActionsQuery, request)
        found = find(request, game_id)
        seat, folded = found.viewer.seat, found.folded(query.get("at"))
        if seat is None:
            raise NotSeated
        answer = answers.actions_answer(folded, seat)
        if seat in folded.people_to_act or folded.is_over or "at" in query:
            return private_response(Response(answer))
        wait = Wait(wakes.channel(game_id), folded.seq, query["wait"])
        return private_response(polled(request, answer, wait))

    @may_refuse(KeyReused, NotPlaying, NotSeated, SeatPlayedByAnother, StaleVersion, TimeIsUp, by_rules=True)
    @extend_schema(
        operation_id="act",
        summary="Take an action",
        tags=["play"],
        examples=[*examples.ACTING],
        parameters=[ActionQuery, *changes(201), MATCH_HEADER],
        request={"application/json": ref("Action")},
        responses={200: ref("Preview"), 201: ref("Outcome")},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Carries out one action and returns the events it caused and the new view from your seat.

        Send `expected_version` or `If-Match` to act only if nothing has happened since you decided.
        Otherwise the answer is 409 `stale_version` with the current `version`, `hash` and legal `actions`
        in `context`. While several seats choose at the same time, the choice of another seat does not make
        yours stale.

        An action that the rules forbid is refused with 409 and the number of the rule. A body that is not
        an action is refused with 400 `invalid`.

        With `dry_run=true` nothing changes: the answer is 200 with the events that would follow, up to the
        first one that depends on chance.
        """
        query = read_query(ActionQuery, request)
        seat = my_seat(request, game_id)
        body = dict(request.data) if isinstance(request.data, dict) else request.data
        wanted = expected(request, body) if isinstance(body, dict) else None
        action = action_of(body, seat)
        try:
            if query["dry_run"]:
                return Response(preview(find(request, game_id), action, wanted))
            read, keyed = game_read(request), keyed_request(request)
            game = read.game if read else None
            outcome = game_act(game_id, action, expected=wanted, keyed=keyed, game=game)
        except StaleVersion as stale:
            raise with_fresh_actions(stale, game_id, seat) from None
        return outcome_response(outcome, seat)


def with_fresh_actions(stale: StaleVersion, game_id: UUID, seat: int) -> StaleVersion:
    folded = store.states.load(game_id, stale.data["version"])
    return StaleVersion(version=folded.seq, hash=folded.hash, actions=answers.fresh_actions(folded, seat))


def preview(found: VisibleGame, action: Action, wanted: Expected | None) -> dict[str, Any]:
    folded = found.folded()
    known = game_try(found.game.id, folded, action, expected=wanted)
    events = [answers.preview_answer(redact(event, action.seat)) for event in known]
    return {"version": folded.seq, "hash": folded.hash, "events": events}


def outcome_response(outcome: Outcome, seat: int | None, status: int = 201) -> Response:
    response = Response(answers.outcome_answer(outcome, seat), status=status)
    response["ETag"] = f'"{outcome.folded.hash}"'
    if outcome.replayed:
        response["Idempotency-Replayed"] = "true"
    return response


class Resign(APIView):
    required_scopes = {"POST": Scope.PLAY}

    @may_refuse(KeyReused, NotPlaying, NotSeated, SeatPlayedByAnother)
    @asks("resign", "Resign", examples=[examples.RESIGNED])
    def post(self, request: Request, game_id: UUID) -> Response:
        """Hands your seat to a stand-in bot.

        You can take it back with `takeSeatBack`, unless `stand_ins` of the table is `to_the_end`.
        """
        read_body(NoBody, request)
        seat = my_seat(request, game_id)
        return outcome_response(game_resign(game_id, seat, keyed=keyed_request(request)), seat, status=200)
