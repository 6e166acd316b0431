"""Leaderboards."""

from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from games.http.answers import answer, returns
from games.http.auth import OPEN
from games.http.cache_headers import FOR_A_MINUTE, FOR_AN_HOUR, Document
from games.http.operations import Values, tagged
from games.http.pagination import PageQuery, page_of
from games.ratings import answers
from games.ratings.models import Rating
from games.ratings.selectors import leaderboard_get
from games.rulesets.refusals import NoSuchRuleset
from rules import catalogue, ruleset

operation = tagged("players")


class LeaderboardQuery(PageQuery):
    kind = serializers.ChoiceField(Rating.Kind.choices, default=Rating.Kind.PEOPLE)


class Leaderboards(APIView):
    required_scopes = {"GET": OPEN}

    @operation(
        "listLeaderboards",
        "List leaderboards",
        answer(answers.LeaderboardList, "The leaderboards."),
        conditional=True,
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Returns the leaderboards: of each game one for people and one for bots."""
        titles = {found.id: found.title for found in catalogue()}
        items = [_entry(game, title) for game, title in titles.items()]
        return Document.of(answers.LeaderboardList(items=items, next=None)).answer(request, FOR_AN_HOUR)


def _entry(game: str, title: str) -> answers.LeaderboardEntry:
    place = reverse("leaderboard", args=[game])
    links = answers.LeaderboardLinks(people=f"{place}?kind=people", bots=f"{place}?kind=bots")
    return answers.LeaderboardEntry(ruleset=game, title=title, links=links)


class Leaderboard(APIView):
    required_scopes = {"GET": OPEN}

    @operation(
        "getLeaderboard",
        "Get a leaderboard",
        returns(
            answers.Leaderboard, "the players of a game ranked by rating, over all versions of its ruleset."
        ),
        query=LeaderboardQuery,
        conditional=True,
    )
    def get(self, request: Request, query: Values, ruleset_id: str) -> HttpResponseBase:
        """People and bots are rated separately; choose with `kind`. Each page counts its ranks on from the
        page before, so they are those of the moment when you asked for the first one.
        """
        try:
            game = ruleset(ruleset_id).id
        except KeyError:
            raise NoSuchRuleset from None
        rows = leaderboard_get(game, query["kind"])
        page, following = page_of(rows, query, order=("-rating", "-rated"), carry=set_ranks)
        found = answers.Leaderboard(items=[answers.ranked(row) for row in page], next=following)
        return Document.of(found).answer(request, FOR_A_MINUTE)


def set_ranks(page: list[Rating], before: tuple[int, int, float] | None) -> tuple[int, int, float | None]:
    """Count on from the page before: its last place, the rank there and the rating.

    The cursor keeps them, because counting everybody above a page takes longer the more there are.
    """
    place, rank, rating = before or (0, 0, None)
    for row in page:
        place += 1
        if row.rating != rating:
            rank, rating = place, row.rating
        row.rank = rank
    return place, rank, rating
