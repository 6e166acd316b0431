"""Legal actions, actions and resignation."""

from __future__ import annotations

from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.http.answers import answer
from games.http.bodies import Query
from games.http.declared import asked, sends
from games.http.long_poll import Wait, WaitQuery, polled
from games.http.operations import BY_RULES, Values, tagged
from games.json_schema import ref
from games.log import store, wakes
from games.log.entries import Signature
from games.log.outcome import Outcome
from games.moves.act import Expected, game_act, game_preview, game_resign
from games.moves.action_bodies import SignedBody, action_of, pop_signature
from games.moves.preconditions import MATCH_HEADER, asks, changes, expected, keyed_request
from games.moves.refusals import KeyReused, SignatureRequired, StaleVersion, WrongSignature
from games.reading import answers, examples
from games.reading.lookup import find, my_seat, my_seat_at
from games.reading.past_points import AtQuery
from games.reading.refusals import NotSeated
from games.reading.visibility import VisibleGame
from rules import Action, redact
from rules.table.checks import NotPlaying, SeatPlayedByAnother, TimeIsUp

operation = tagged("play")

ACTIONS = [
    asked("Draw a card", examples.DRAW),
    asked("Take a card that lies open", {"type": "take_card", "card": "blue"}),
    asked(
        "Claim a route",
        {**examples.CLAIM, "expected_version": 24},
        "Only if nothing has happened since 24.",
    ),
    asked("Draw tickets", {"type": "draw_tickets"}),
    asked("Signed by yourself", {"type": "draw_tickets", "signature": examples.SIGNATURE}),
    asked("Keep tickets", {"type": "keep_tickets", "tickets": ["t20"]}),
]


class ActionQuery(Query):
    dry_run = serializers.BooleanField(
        default=False, help_text="Return what would follow, without changing anything."
    )


class ActionsQuery(AtQuery, WaitQuery):
    """With `at`, `wait` has no effect: a past moment never becomes the caller's turn."""


class Actions(APIView):
    required_scopes = {"GET": Scope.READ, "POST": Scope.PLAY}
    reads_game = ("GET", "POST")

    @operation(
        "listActions",
        "List your legal actions",
        answer(answers.ActionList, "The actions you can take now."),
        query=ActionsQuery,
        refuses=[NotSeated],
        parameters=[sends("Link", 200)],
        private=True,
    )
    def get(self, request: Request, query: Values, game_id: UUID) -> Response | answers.ActionList:
        """Returns the actions you can take now. Each one is a complete body for `act`.

        The list is empty while the game waits for others. Where a route can be paid for in several ways,
        only the simplest payment is listed; `act` accepts every payment that the rules allow.

        With `wait` the answer is delayed until it is your turn or the game is over, or until the time is up;
        it may also come early and empty.
        """
        found = find(request, game_id)
        seat, folded = found.viewer.seat, found.folded(query.get("at"))
        if seat is None:
            raise NotSeated
        found_actions = answers.actions_answer(folded, seat)
        if seat in folded.people_to_act or folded.is_over or "at" in query:
            return found_actions
        wait = Wait(wakes.channel(game_id), folded.seq, query["wait"])
        return polled(request, found_actions, wait)

    @operation(
        "act",
        "Take an action",
        {
            200: answer(answers.Preview, "The dry run: what would follow."),
            201: answer(answers.Outcome, "What the action has caused, and the game after it."),
        },
        query=ActionQuery,
        body={"application/json": ref("Action")},
        refuses=[
            *(KeyReused, NotPlaying, NotSeated, SeatPlayedByAnother, SignatureRequired),
            *(StaleVersion, TimeIsUp, WrongSignature, BY_RULES),
        ],
        parameters=[*changes(201), MATCH_HEADER],
        examples=ACTIONS,
    )
    def post(self, request: Request, query: Values, game_id: UUID) -> Response:
        """Carries out one action and returns the events it caused and the new view from your seat.

        Send `expected_version` or `If-Match` to act only if nothing has happened since you decided.
        Otherwise the answer is 409 `stale_version` with the current `version`, `hash` and legal `actions`
        in `context`. While several seats choose at the same time, the choice of another seat does not make
        yours stale.

        With `signature` it is signed with your own key (`setMyKey`): nobody else can have made it. One that
        does not hold is refused with `wrong_signature`. If you demand one on all your moves, a move without
        one is refused with `signature_required`.

        An action that the rules forbid is refused with 409 and the number of the rule. A body that is not
        an action is refused with 400 `invalid`. From two seconds after the deadline of your seat on, the
        answer is 409 `time_is_up`; `deadline` in `context` is the moment your action was due.

        With `dry_run=true` nothing changes: the answer is 200 with the events that would follow, up to the
        first one that depends on chance. This needs no signature: one for the dry run would be one for the
        action itself.
        """
        seat, game = my_seat_at(request, game_id)
        body = dict(request.data) if isinstance(request.data, dict) else request.data
        wanted = expected(request, body) if isinstance(body, dict) else None
        signature = pop_signature(body) if isinstance(body, dict) else None
        action = action_of(body, seat)
        try:
            if query["dry_run"]:
                return Response(preview(find(request, game_id), action, wanted, signature))
            keyed = keyed_request(request, game_id)
            outcome = game_act(game_id, action, expected=wanted, keyed=keyed, game=game, signature=signature)
        except StaleVersion as stale:
            raise with_fresh_actions(stale, game_id, seat) from None
        return outcome_response(outcome, seat)


def with_fresh_actions(stale: StaleVersion, game_id: UUID, seat: int) -> StaleVersion:
    folded = store.states.load(game_id, stale.data["version"])
    return StaleVersion(version=folded.seq, hash=folded.hash, actions=answers.fresh_actions(folded, seat))


def preview(
    found: VisibleGame, action: Action, wanted: Expected | None, signature: Signature | None
) -> answers.Preview:
    folded = found.folded()
    known = game_preview(found.game.id, folded, action, expected=wanted, signature=signature)
    events = [answers.preview_answer(redact(event, action.seat)) for event in known]
    return answers.Preview(version=folded.seq, hash=folded.hash, events=events)


def outcome_response(outcome: Outcome, seat: int | None, status: int = 201) -> Response:
    response = Response(answers.outcome_answer(outcome, seat), status=status)
    response["ETag"] = f'"{outcome.folded.hash}"'
    if outcome.replayed:
        response["Idempotency-Replayed"] = "true"
    return response


RESIGNED = answer(
    answers.Outcome,
    "The resignation, and the game after it.",
    (
        "A stand-in takes over",
        examples.outcome(examples.happened("seat_resigned", {"seat": 0, "stand_in": "random"}, actor=0)),
    ),
)


class Resign(APIView):
    required_scopes = {"POST": Scope.PLAY}

    @asks(
        "resign",
        "Resign",
        RESIGNED,
        body=SignedBody,
        examples=[asked("Signed by yourself", {"signature": examples.SIGNATURE})],
        refuses=[NotPlaying, NotSeated, SeatPlayedByAnother, SignatureRequired, WrongSignature],
    )
    def post(self, request: Request, body: Values, game_id: UUID) -> Response:
        """Hands your seat to a stand-in bot.

        You can take it back with `takeSeatBack`, unless `stand_ins` of the table is `to_the_end`. It can be
        signed like an action, of the type `resign`.
        """
        seat = my_seat(request, game_id)
        outcome = game_resign(game_id, seat, keyed=keyed_request(request, game_id), **body)
        return outcome_response(outcome, seat, status=200)
