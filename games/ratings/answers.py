"""What the API says of ratings, results and statistics."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Self
from uuid import UUID

from django.urls import reverse

from games.accounts.models import Player
from games.http.answers import UNSET, Absent, Answer, Double, List, Reference, Text, Time, said
from games.http.links import Routes, linked, links_of
from games.ratings.models import Rating
from games.ratings.models import Result as ResultRow
from games.ratings.own_results import Statistics as Sums
from games.ratings.selectors import rating_list, result_list

_STRENGTH: Final = {"rating": 17.42, "mean": 27.83, "deviation": 3.47, "games": 12, "wins": 7, "left": 1}
_GAME: Final = "5f0c8d0e-3c52-4c3e-9a94-7f6d2f1b8a10"
_RESULT: Final = {
    "game": _GAME,
    "ruleset": "london@1",
    "seat": 0,
    "rank": 1,
    "score": 41,
    "won": True,
    "finished": True,
    "rating_before": 16.9,
    "rating_after": 17.42,
    "finished_at": "2026-01-31T19:00:00Z",
    "links": {"game": f"/api/v1/games/{_GAME}"},
}
RECORD: Final = {"ratings": [{"ruleset": "london", **_STRENGTH}], "results": [_RESULT]}


def rounded(value: float | None) -> float | None:
    """A rating with two decimals: more would only look precise."""
    return None if value is None else round(float(value), 2)


class Strength(Answer):
    rating: Annotated[Double, said("The mean minus three deviations; every player starts at 0.")]
    mean: Annotated[
        Double, said("The estimated strength, by the Plackett–Luce model. Only public games count.")
    ]
    deviation: Annotated[Double, said("The uncertainty of the estimate.")]
    games: Annotated[int, said("Rated games.")]
    wins: Annotated[int, said("Of these, how many were won, alone or shared.")]
    left: Annotated[
        int, said("Public games that the player left to a stand-in. They change nobody's rating.")
    ]

    @classmethod
    def of(cls, row: Rating, **more: Any) -> Self:
        numbers = {name: rounded(getattr(row, name)) for name in ("rating", "mean", "deviation")}
        return cls.from_row(row, **numbers, **more)


class PlayerRating(Strength):
    ruleset: Annotated[Text, said("The game, over all its versions.")]


class RankedPlayerLinks(Answer):
    player: Reference


class RankedPlayer(Strength):
    rank: Annotated[int, said("Players with equal ratings share a rank.")]
    player: Annotated[Absent[Text], said("The name of the account.")] = UNSET
    bot: Annotated[Absent[Text], said("The name of the built-in bot, if it is one.")] = UNSET
    is_bot: bool
    links: Annotated[Absent[RankedPlayerLinks], said("Absent for a built-in bot.")] = UNSET


def ranked(row: Rating) -> RankedPlayer:
    """Bots are labelled, whether built in or played through the API."""
    if row.player is None:
        return RankedPlayer.of(row, bot=row.bot, is_bot=True, links=None)
    name = row.player.name
    links = RankedPlayerLinks(player=reverse("player", args=[name]))
    return RankedPlayer.of(row, player=name, bot=None, is_bot=row.player.is_bot, links=links)


class Leaderboard(List[RankedPlayer]):
    example: ClassVar = (
        "The best",
        {
            "items": [
                {
                    "rank": 1,
                    "player": "ada",
                    "is_bot": False,
                    **_STRENGTH,
                    "links": {"player": "/api/v1/players/ada"},
                }
            ],
            "next": None,
        },
    )


class LeaderboardLinks(Answer):
    people: Reference
    bots: Reference


class LeaderboardEntry(Answer):
    ruleset: Annotated[Text, said("The game, over all its versions.")]
    title: Text
    links: LeaderboardLinks


class LeaderboardList(List[LeaderboardEntry]):
    example: ClassVar = (
        "One of them",
        {
            "items": [
                {
                    "ruleset": "london",
                    "title": "London",
                    "links": {
                        kind: f"/api/v1/leaderboards/london?kind={kind}" for kind in ("people", "bots")
                    },
                }
            ],
            "next": None,
        },
    )


# -- results -----------------------------------------------------------------------------------

LINKS: Final[Routes] = {"game": ("game", "game_id")}


class Result(Answer):
    game: UUID
    ruleset: Text
    seat: int
    rank: Annotated[int, said("The place of the seat, by points and completed tickets.")]
    score: int
    won: Annotated[bool, said("Whether the seat is among the winners of the game.")]
    finished: Annotated[
        bool,
        said("False if the player left the seat to a stand-in. Such a game changes nobody's rating."),
    ]
    rating_before: Annotated[Absent[Double], said("Absent if the game was not rated for this player.")] = (
        UNSET
    )
    rating_after: Absent[Double] = UNSET
    finished_at: Time
    links: Annotated[Any, linked(LINKS)]

    @classmethod
    def of(cls, row: ResultRow) -> Result:
        return cls.from_row(
            row,
            game=row.game_id,
            ruleset=row.game.ruleset,
            rating_before=rounded(row.rating_before),
            rating_after=rounded(row.rating_after),
            links=links_of(row, LINKS),
        )


def record(player: Player, viewer: Player | None) -> dict[str, Any]:
    """A player's ratings and, as far as the viewer may see them, newest results."""
    return {
        "ratings": [PlayerRating.of(row) for row in rating_list(player)],
        "results": [Result.of(row) for row in result_list(player, viewer)],
    }


class MyResultList(List[Result]):
    example: ClassVar = ("Your newest", {"items": [_RESULT], "next": None})


# -- statistics --------------------------------------------------------------------------------


class HeadToHead(Answer):
    ahead: Annotated[int, said("Games in which you had a better place.")]
    even: Annotated[int, said("Games in which you shared a place.")]
    behind: Annotated[int, said("Games in which the opponent had a better place.")]
    their_wins: int
    their_mean_score: Double

    @classmethod
    def of(cls, found: Sums) -> HeadToHead:
        sums = found.sums
        return cls(
            ahead=sums["ahead"],
            even=found.games - sums["ahead"] - sums["behind"],
            behind=sums["behind"],
            their_wins=sums["their_wins"],
            their_mean_score=found.mean("their_points"),
        )


class GameStatistics(Answer):
    ruleset: Annotated[Text, said("The game, over all its versions.")]
    title: Text
    games: int
    wins: Annotated[int, said("Alone or shared.")]
    left: Annotated[int, said("Games in which a stand-in decided for you.")]
    mean_score: Double
    best_score: int
    worst_score: int
    last_at: Annotated[Time, said("When the newest of them ended.")]
    head_to_head: Annotated[Absent[HeadToHead], said("Only with `opponent`.")] = UNSET

    @classmethod
    def of(cls, found: Sums) -> GameStatistics:
        sums = found.sums
        return cls(
            ruleset=found.ruleset,
            title=found.title,
            **{name: sums[name] for name in ("games", "wins", "left", "last_at")},
            mean_score=found.mean("points"),
            best_score=sums["best"],
            worst_score=sums["worst"],
            head_to_head=HeadToHead.of(found) if "ahead" in sums else UNSET,
        )


_OF_A_GAME: Final = {
    "ruleset": "london",
    "title": "London",
    "games": 12,
    "wins": 7,
    "left": 1,
    "mean_score": 31.42,
    "best_score": 44,
    "worst_score": 12,
    "last_at": "2026-01-31T19:00:00Z",
}
_COMPARED: Final = {"ahead": 6, "even": 1, "behind": 5, "their_wins": 5, "their_mean_score": 29.5}


class Statistics(List[GameStatistics]):
    pass


OVER_ALL: Final = ("Over all", {"items": [_OF_A_GAME], "next": None})
HEAD_TO_HEAD: Final = (
    "Head to head",
    {"items": [{**_OF_A_GAME, "head_to_head": _COMPARED}], "next": None},
)
