"""Leaderboards, and the ratings and results in a player's profile."""

from typing import Any

from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from games.http.answer import Answer
from games.http.auth import OPEN, caller_id
from games.http.bodies import NoQuery, read_query
from games.http.cache_headers import CONDITIONAL, FOR_A_MINUTE, FOR_AN_HOUR, UNCHANGED, Document
from games.http.examples import answered
from games.http.links import Link, Links
from games.http.pages import Next, PageQuery, page_of
from games.log import replica
from games.models import Player, Rating, Result
from games.ratings.selectors import leaderboard_get, rating_list, result_list
from games.refusals.tables import NoSuchRuleset
from rules import catalogue, ruleset

_STRENGTH_EXAMPLE = {"rating": 17.42, "mean": 27.83, "deviation": 3.47, "games": 12, "wins": 7, "left": 1}
_RANKED_EXAMPLE = {
    "rank": 1,
    "player": "ada",
    "is_bot": False,
    **_STRENGTH_EXAMPLE,
    "links": {"player": "/api/v1/players/ada"},
}
_LIST_EXAMPLE = answered(
    "One of them",
    {
        "items": [
            {
                "ruleset": "london",
                "title": "London",
                "links": {kind: f"/api/v1/leaderboards/london?kind={kind}" for kind in ("people", "bots")},
            }
        ],
        "next": None,
    },
)
RECORD_EXAMPLE = {
    "ratings": [{"ruleset": "london", **_STRENGTH_EXAMPLE}],
    "results": [
        {
            "game": "5f0c8d0e-3c52-4c3e-9a94-7f6d2f1b8a10",
            "ruleset": "london@1",
            "seat": 0,
            "rank": 1,
            "score": 41,
            "won": True,
            "finished": True,
            "rating_before": 16.9,
            "rating_after": 17.42,
            "finished_at": "2026-01-31T19:00:00Z",
            "links": {"game": "/api/v1/games/5f0c8d0e-3c52-4c3e-9a94-7f6d2f1b8a10"},
        }
    ],
}


class Number(serializers.FloatField):
    """A rating with two decimals: more would only look precise."""

    def to_representation(self, value: Any) -> Any:
        return round(float(value), 2)


class StrengthSerializer(serializers.Serializer[Rating]):
    rating = Number(help_text="The mean minus three deviations; every player starts at 0.")
    mean = Number(help_text="The estimated strength, by the Plackett–Luce model.")
    deviation = Number(help_text="The uncertainty of the estimate.")
    games = serializers.IntegerField(help_text="Rated games.")
    wins = serializers.IntegerField(help_text="Of these, how many were won, alone or shared.")
    left = serializers.IntegerField(
        help_text="Games that the player left to a stand-in. They change nobody's rating."
    )


class PlayerRatingSerializer(StrengthSerializer):
    ruleset = serializers.CharField(help_text="The game, over all its versions.")


class RankedPlayerLinksSerializer(serializers.Serializer[Any]):
    player = Link()


class RankedPlayerSerializer(StrengthSerializer):
    rank = serializers.IntegerField(help_text="Players with equal ratings share a rank.")
    player = serializers.CharField(required=False, help_text="The name of the account.")
    bot = serializers.CharField(required=False, help_text="The name of the built-in bot, if it is one.")
    is_bot = serializers.BooleanField()
    links = RankedPlayerLinksSerializer(required=False, help_text="Absent for a built-in bot.")


class ResultSerializer(Answer[Result]):
    game = serializers.UUIDField(source="game_id")
    ruleset = serializers.CharField(source="game.ruleset")
    seat = serializers.IntegerField()
    rank = serializers.IntegerField(help_text="The place of the seat, by points and completed tickets.")
    score = serializers.IntegerField()
    won = serializers.BooleanField(help_text="Whether the seat is among the winners of the game.")
    finished = serializers.BooleanField(
        help_text="False if the player left the seat to a stand-in. Such a game changes nobody's rating."
    )
    rating_before = Number(required=False, help_text="Absent if the game was not rated for this player.")
    rating_after = Number(required=False)
    finished_at = serializers.DateTimeField()
    links = Links({"game": ("game", "game_id")})


class LeaderboardSerializer(serializers.Serializer[Any]):
    items = RankedPlayerSerializer(many=True)
    next = Next()


class LeaderboardQuery(PageQuery):
    kind = serializers.ChoiceField(Rating.Kind.choices, default=Rating.Kind.PEOPLE)


class LeaderboardLinksSerializer(serializers.Serializer[Any]):
    people = Link()
    bots = Link()


class LeaderboardEntrySerializer(serializers.Serializer[Any]):
    ruleset = serializers.CharField(help_text="The game, over all its versions.")
    title = serializers.CharField()
    links = LeaderboardLinksSerializer()


class LeaderboardListSerializer(serializers.Serializer[Any]):
    items = LeaderboardEntrySerializer(many=True)
    next = Next()


class Leaderboards(APIView):
    required_scopes = {"GET": OPEN}

    @extend_schema(
        operation_id="listLeaderboards",
        summary="List leaderboards",
        tags=["players"],
        parameters=[*CONDITIONAL],
        responses={200: LeaderboardListSerializer, 304: UNCHANGED},
        examples=[_LIST_EXAMPLE],
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Returns the leaderboards: of each game one for people and one for bots."""
        read_query(NoQuery, request)
        titles = {found.id: found.title for found in catalogue()}
        items = [_entry(game, title) for game, title in titles.items()]
        return Document.of({"items": items, "next": None}).answer(request, FOR_AN_HOUR)


def _entry(game: str, title: str) -> dict[str, Any]:
    place = reverse("leaderboard", args=[game])
    links = {kind: f"{place}?kind={kind}" for kind in Rating.Kind.values}
    return {"ruleset": game, "title": title, "links": links}


class Leaderboard(APIView):
    required_scopes = {"GET": OPEN}

    @extend_schema(
        operation_id="getLeaderboard",
        summary="Get a leaderboard",
        tags=["players"],
        parameters=[LeaderboardQuery, *CONDITIONAL],
        responses={200: LeaderboardSerializer, 304: UNCHANGED},
        examples=[OpenApiExample("The best", {"items": [_RANKED_EXAMPLE], "next": None}, response_only=True)],
    )
    def get(self, request: Request, ruleset_id: str) -> HttpResponseBase:
        """Returns the players of a game ranked by rating, over all versions of its ruleset.

        People and bots are rated separately; choose with `kind`. Each page counts its ranks on from the page
        before, so they are those of the moment when you asked for the first one.
        """
        query = read_query(LeaderboardQuery, request)
        try:
            game = ruleset(ruleset_id).id
        except KeyError:
            raise NoSuchRuleset from None
        rows = leaderboard_get(game, query["kind"])
        with replica.listing(caller_id(request)):
            page, following = page_of(rows, query, order=("-rating", "-rated"), carry=set_ranks)
        items = [{"rank": row.rank, **_who(row), **StrengthSerializer(row).data} for row in page]
        return Document.of({"items": items, "next": following}).answer(request, FOR_A_MINUTE)


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


def _who(row: Rating) -> dict[str, Any]:
    """Bots are labelled, whether built in or played through the API."""
    if row.player:
        links = {"player": reverse("player", args=[row.player.name])}
        return {"player": row.player.name, "is_bot": row.player.is_bot, "links": links}
    return {"bot": row.bot, "is_bot": True}


def record(player: Player, viewer: Player | None) -> dict[str, Any]:
    """A player's ratings and, as far as the viewer may see them, newest results."""
    return {
        "ratings": [PlayerRatingSerializer(row).data for row in rating_list(player)],
        "results": [ResultSerializer(row).data for row in result_list(player, viewer)],
    }
