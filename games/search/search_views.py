"""Search over finished games."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from rest_framework.request import Request
from rest_framework.views import APIView

from games.http.answers import returns
from games.http.auth import OPEN
from games.http.operations import Values, tagged
from games.http.pagination import page_of
from games.log.plans import planned_by_values
from games.reading.answers import GameSummary
from games.reading.summaries import summaries
from games.search import answers
from games.search.models import History
from games.search.query import SearchQuery, question_from
from games.search.selectors import ORDER, Question, found_games

operation = tagged("audits")


class GameSearch(APIView):
    required_scopes = {"GET": OPEN}

    @operation(
        "searchGames",
        "Search finished games",
        returns(
            answers.FoundGameList,
            "finished public games in which all of this holds, the last that ended first.",
        ),
        query=SearchQuery,
    )
    def get(self, request: Request, query: Values) -> answers.FoundGameList:
        """A game is found some seconds after its end. Games that are played, private or imported, and test
        tables, are never found.
        """
        ids, following = page_of_games(question_from(query), query)
        return answers.FoundGameList(items=found_answers(ids), next=following)


def page_of_games(question: Question, query: dict[str, Any]) -> tuple[list[UUID], str | None]:
    """What a search costs depends on its values, so it is planned with them."""
    rows = found_games(question)
    with planned_by_values():
        page, following = page_of(rows, query, order=ORDER)
    return [row.game_id for row in page], following


def found_answers(ids: list[UUID]) -> list[answers.FoundGame]:
    histories = History.objects.in_bulk(ids)
    return [_found(summary, histories[UUID(summary.id)]) for summary in summaries(ids)]


def _found(game: GameSummary, history: History) -> answers.FoundGame:
    return answers.FoundGame(
        **msgspec.structs.asdict(game), actions=history.actions, ended=history.ended, table=history.table
    )
