"""Tables: list, open, join, leave, clear a seat, start and rematch."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiResponse
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Player, Scope
from games.http.answers import answer
from games.http.auth import OPEN, caller
from games.http.declared import asked
from games.http.operations import Values, tagged
from games.http.pagination import page_of
from games.log.models import Game
from games.log.outcome import Outcome
from games.log.plans import planned_by_values
from games.log.sql import people_rows
from games.log.viewer import Viewer
from games.moves.preconditions import asks, keyed_request, opens
from games.moves.refusals import NoBotThere
from games.reading import answers, examples
from games.reading.filters import SEVERAL_STATES, GamesQuery, filters_of
from games.reading.lists import game_list
from games.reading.refusals import AlreadySeated, NotSeated
from games.reading.summaries import summaries
from games.reading.visibility import VisibleGame, is_visible, seat_among
from games.tables.lobby import TableWish, bot_seat, game_create, game_start, seat_clear, seat_leave, seat_take
from games.tables.refusals import (
    NotHost,
    NotWelcome,
    TestActionRefused,
    TooManyGames,
    TooManyOpenTables,
    TooManyTables,
    TooManyTestTables,
    TooManyThinkingBots,
)
from games.tables.sandbox import sandbox_create
from games.tables.sandbox_views import MAX_TEST_TABLE, wishes_of
from games.tables.table_bodies import NEW_TABLE, SeatBody, StartBody, TableBody
from rules.table.checks import TableNotOpen
from rules.table.life import SeatsEmpty
from rules.table.seats import (
    LeftTooOften,
    SeatEmpty,
    SeatNotFree,
    SeatsHeld,
    SeedGivenBefore,
    TableFull,
    TooManyChanges,
)

operation = tagged("games")


def open_table(text: str) -> OpenApiResponse:
    return answer(answers.Game, text, ("An open table", examples.TABLE))


def _page_of_games(query: dict[str, Any]) -> tuple[list[Game], str | None]:
    """What a filter costs depends on its values: hardly any game is closed, or has a certain player."""
    filters = filters_of(query)
    games = game_list(**filters)
    with planned_by_values() if any(filters.values()) else nullcontext():
        return page_of(games, query, order=("-created_at", "-id"))


class Games(APIView):
    required_scopes = {"GET": OPEN, "POST": Scope.PLAY}
    max_body = MAX_TEST_TABLE

    @operation(
        "listGames",
        "List public games",
        answer(answers.GameList, "Public tables, newest first."),
        query=GamesQuery,
        parameters=[SEVERAL_STATES],
    )
    def get(self, request: Request, query: Values) -> answers.GameList:
        """Returns public tables, newest first. Private tables are never listed.

        An entry is made of what the table keeps; the game itself is at `links.self`.
        """
        page, following = _page_of_games(query)
        return answers.GameList(items=summaries([game.id for game in page]), next=following)

    @opens(
        "createGame",
        "Create a game",
        open_table("The table, with a seat for you unless `sit` was false."),
        body=TableBody,
        refuses=[
            *(NoBotThere, SeatsEmpty, TableFull, TestActionRefused, TooManyTestTables),
            *(TooManyOpenTables, TooManyTables, TooManyThinkingBots),
        ],
        examples=NEW_TABLE,
    )
    def post(self, request: Request, body: Values) -> Response:
        """Opens a table and returns it. You become its host and take a seat unless `sit` is false.

        The game starts with `startGame` when every seat is taken. A private table has an `invite_code`,
        which only its host can see and which others need to join. A host of too many open tables is refused
        with `too_many_open_tables`.

        With `test` it is a test table, for trying out a client: you choose the `seed` of the deal and the
        position to begin from, bots can follow scripts, and the clock moves only with `advanceClock`. Its
        `options` may include the `test_options` of the ruleset. An action that cannot be played is refused
        with `test_action_refused`, which has its `index`; then no table is opened.
        """
        player = caller(request)
        test = body.pop("test", None)
        if test is None:
            outcome = game_create(player, TableWish(**body), keyed=keyed_request(request))
        else:
            wish, sandbox = wishes_of(body, test)
            outcome = sandbox_create(player, wish, sandbox, keyed=keyed_request(request))
        response = table_response(outcome, caller(request), status=201)
        response["Location"] = answers.links(outcome.game).self
        return response


def table_response(outcome: Outcome, player: Player, *, status: int = 200) -> Response:
    game, people = outcome.game, people_rows(outcome.game.id)
    viewer = Viewer(player, seat_among(people, player))
    if not is_visible(game, viewer):  # the caller has left or was removed: no names, only what the log says
        people, game.host, game.rematch = {}, None, None
    table = VisibleGame(game, people, viewer)
    response = Response(answers.game_answer(table, outcome.folded), status=status)
    response["ETag"] = f'"{outcome.folded.hash}"'
    if outcome.replayed:
        response["Idempotency-Replayed"] = "true"
    return response


class Seats(APIView):
    required_scopes = {"POST": Scope.PLAY}

    @asks(
        "takeSeat",
        "Take a seat",
        open_table("The table."),
        status=201,
        body=SeatBody,
        refuses=[
            *(AlreadySeated, LeftTooOften, NotHost, NotWelcome, SeatNotFree, SeatsHeld),
            *(TableFull, TableNotOpen, TooManyChanges),
        ],
        examples=[
            asked("The next free seat", {}),
            asked("This seat, with a share in the chance", {"seat": 1, "client_seed": "5eed0a42"}),
            asked("At a private table", {"invite_code": "q7GkZl0xYw3RtB1c"}),
            asked("A bot, as the host", {"bot": "random"}),
        ],
    )
    def post(self, request: Request, body: Values, game_id: UUID) -> Response:
        """Takes a seat at a table that has not started yet and returns the table.

        A `client_seed` contributes to the shuffle, so that nobody can control it alone. The host can seat
        a bot with `bot` instead. A private table requires its `invite_code`, except from the host and from
        players who are invited; without it the answer is 404, as for a table that does not exist. This
        also accepts an invitation, and takes the seat that is held for you unless you name another.
        """
        player = caller(request)
        seat, bot = body.get("seat"), body.pop("bot", None)
        if bot is None:
            outcome = seat_take(game_id, player, **body, keyed=keyed_request(request, game_id))
        elif body.keys() - {"seat"}:
            raise ValidationError({"bot": ["A bot takes neither client_seed nor invite_code."]})
        else:
            outcome = bot_seat(game_id, player, bot, seat=seat, keyed=keyed_request(request, game_id))
        return table_response(outcome, player, status=201)


class MySeat(APIView):
    required_scopes = {"DELETE": Scope.PLAY}

    @asks("leaveSeat", "Leave your seat", open_table("The table."), refuses=[NotSeated, TableNotOpen])
    def delete(self, request: Request, game_id: UUID) -> Response:
        """Gives up your seat before the game starts and returns the table.

        In a running game, use `resign`.
        """
        return table_response(
            seat_leave(game_id, caller(request), keyed=keyed_request(request, game_id)), caller(request)
        )


class OneSeat(APIView):
    required_scopes = {"DELETE": Scope.PLAY}

    @asks("clearSeat", "Clear a seat", open_table("The table."), refuses=[NotHost, SeatEmpty, TableNotOpen])
    def delete(self, request: Request, game_id: UUID, seat: int) -> Response:
        """Removes a player or a bot from a seat before the game starts and returns the table.

        Only the host can do this.
        """
        outcome = seat_clear(game_id, caller(request), seat, keyed=keyed_request(request, game_id))
        return table_response(outcome, caller(request))


class Start(APIView):
    required_scopes = {"POST": Scope.PLAY}

    @asks(
        "startGame",
        "Start a game",
        answer(answers.Game, "The table."),
        body=StartBody,
        refuses=[
            *(NotHost, NotSeated, SeatsEmpty, SeedGivenBefore),
            *(TableNotOpen, TooManyGames, TooManyThinkingBots),
        ],
        examples=[asked("With your share in the chance", {"client_seed": "5eed0a42"})],
    )
    def post(self, request: Request, body: Values, game_id: UUID) -> Response:
        """Deals the cards, starts the game and returns the table.

        Only the host can do this, and every seat must be taken. A host who sits at the table can give their
        `client_seed` here, unless they gave it when they sat down. A host of too many running games is
        refused with `too_many_games` or, at a table with a bot that searches, with `too_many_thinking_bots`.
        """
        player = caller(request)
        return table_response(
            game_start(game_id, player, **body, keyed=keyed_request(request, game_id)), player
        )
