"""The caller's games."""

from __future__ import annotations

from typing import Final

from rest_framework.request import Request
from rest_framework.views import APIView

from games.accounts.models import Player, Scope
from games.http.answers import returns
from games.http.auth import caller
from games.http.operations import Values, tagged
from games.http.pagination import page_of_parts
from games.reading import answers
from games.reading.filters import SEVERAL_STATES, MyGamesQuery, filters_of
from games.reading.my_games import my_games
from games.reading.summaries import my_summaries

operation = tagged("games")

MAX_WAITING: Final = 200


class MyGames(APIView):
    required_scopes = {"GET": Scope.READ}

    @operation(
        "listMyGames",
        "List your games",
        returns(
            answers.MyGameList,
            "every game in which you have a seat, private and finished ones too, most urgent first.",
        ),
        query=MyGamesQuery,
        parameters=[SEVERAL_STATES],
        private=True,
    )
    def get(self, request: Request, query: Values) -> answers.MyGameList:
        """Games that wait for you come first, then other unfinished games, both by deadline and, without one,
        the newest first; then games that are over, the last one to end first. A game that moves on while you
        read page after page may change its place. Test tables are left out, unless you ask for `test`.
        """
        parts = my_games(caller(request), **filters_of(query))
        page, following = page_of_parts(parts, query)
        return answers.MyGameList(items=my_summaries(page), next=following)


def waiting_games(player: Player) -> list[answers.GameSummary]:
    """The first page of the games that wait for the player."""
    page, _ = page_of_parts(my_games(player, turn="mine"), {"limit": MAX_WAITING})
    return my_summaries(page)
