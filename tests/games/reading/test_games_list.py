"""GET /games: public tables, in pages, with filters."""

import pytest
from django.db import connection

from games.log.models import Game
from games.reading.lists import game_list
from games.reading.my_games import MyGames, my_games
from games.sql import fetch
from tests.support.callers import Caller, chosen, opened, wrong_fields
from tests.support.citus import plain_postgresql
from tests.support.roles import owner

pytestmark = pytest.mark.django_db


def listed(caller, query="") -> list[str]:
    return [f"/games/{game['id']}" for game in caller.seen(f"/games{query}")["items"]]


def test_tables_are_listed_newest_first_with_version_hash_and_seats(ada, bob):
    first, second = opened(ada), opened(ada, bob)

    games = ada.seen("/games")["items"]
    assert [f"/games/{game['id']}" for game in games] == [second, first]
    assert [seat.get("player") for seat in games[0]["seats"]] == ["ada", "bob"]
    assert [seat["taken"] for seat in games[1]["seats"]] == [True, False]
    table = ada.seen(second)
    assert (games[0]["version"], games[0]["hash"]) == (table["version"], table["hash"])


def test_nobody_needs_a_token_to_look(api, ada):
    path = opened(ada)

    games = api.get("/api/v1/games").json()["items"]
    assert [f"/games/{game['id']}" for game in games] == [path]


@pytest.mark.parametrize("visibility", ["unlisted", "private"])
def test_a_table_that_is_not_public_is_never_listed(ada, bob, visibility):
    opened(ada, bob, visibility=visibility)

    for query in ("", "?player=ada", "?player=bob", "?status=open", "?open_seats=true", "?ruleset=london"):
        assert listed(ada, query) == listed(bob, query) == []


def test_the_filters_can_be_combined(ada, bob, cleo):
    playing = chosen(ada, bob)
    joinable = opened(ada, ruleset="berlin")
    full = opened(cleo, bob, ruleset="berlin")

    assert listed(ada, "?status=playing") == [playing]
    assert listed(ada, "?status=open") == [full, joinable]
    assert listed(ada, "?open_seats=true") == [joinable]
    assert listed(ada, "?ruleset=berlin") == listed(ada, "?ruleset=berlin@1") == [full, joinable]
    assert listed(ada, "?ruleset=ber") == []
    assert listed(ada, "?player=BOB") == [full, playing]
    assert listed(ada, "?player=bob&status=open") == [full]
    assert listed(ada, "?player=nobody") == []
    assert listed(ada, "?status=playing,open") == [full, joinable, playing]


PREPARED = "SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%%ORDER BY%%LIMIT%%'"


def test_a_list_with_a_filter_is_planned_for_its_values_however_often_it_is_asked_for(ada):
    """A plan for all values could not use the indexes of public games, and all states would look alike."""
    for _ in range(4):
        listed(ada, "?status=closed")
        listed(ada)

    statements = [statement for (statement,) in fetch(PREPARED) if "games_game" in statement]
    assert statements
    assert [statement for statement in statements if "status" in statement] == []


def test_an_entry_says_what_one_decides_by(ada):
    opened(ada, clock={"per_action": 86400}, options={"first": "0"})

    entry = ada.seen("/games")["items"][0]
    assert (entry["ruleset_title"], entry["host"], entry["options"]) == ("London", "ada", {"first": "0"})
    assert (entry["clock"], entry["speed"]) == ({"per_action": 86400, "strikes": 3}, "correspondence")


@pytest.mark.parametrize(
    ("clock", "speed"),
    [
        ({"per_action": 600}, "live"),
        ({"per_action": 601}, "correspondence"),
        ({"bank": 7200, "increment": 5}, "live"),
        ({"bank": 7201}, "correspondence"),
        (None, "untimed"),
    ],
)
def test_tables_are_found_by_their_speed(ada, clock, speed):
    path = opened(ada, **({"clock": clock} if clock else {}))

    for asked in ("live", "correspondence", "untimed"):
        assert listed(ada, f"?speed={asked}") == ([path] if asked == speed else [])


def test_since_and_until_are_about_when_the_table_was_opened(ada):
    old, new = opened(ada), opened(ada)
    Game.objects.filter(pk=old.id).update(created_at="2030-01-01T00:00:00Z")
    Game.objects.filter(pk=new.id).update(created_at="2030-01-02T00:00:00Z")

    assert listed(ada, "?since=2030-01-02T00:00:00Z") == [new]
    assert listed(ada, "?until=2030-01-02T00:00:00Z") == [old]


def test_a_table_of_bots_is_found_by_the_name_of_a_bot(ada):
    path = opened(ada, bots=["greedy"])

    assert (listed(ada, "?player=greedy"), listed(ada, "?player=planner")) == ([path], [])


def test_a_longer_list_takes_no_more_queries(ada, bob, django_assert_num_queries):
    for _ in range(3):
        opened(ada, bob)

    for limit in (1, 50):
        with django_assert_num_queries(4):  # the token, the page, its games with their hosts, the seats
            ada.seen(f"/games?limit={limit}")


def test_pages_follow_each_other_without_gap_or_repetition_while_the_list_grows(ada):
    paths = [opened(ada) for _ in range(5)][::-1]

    page = ada.seen("/games?limit=2&status=open")
    found = [f"/games/{game['id']}" for game in page["items"]]
    opened(ada)
    while page["next"]:
        page = ada.seen(f"/games?limit=2&status=open&cursor={page['next']}")
        found += [f"/games/{game['id']}" for game in page["items"]]
    assert found == paths


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("?limit=0", {"limit": "min_value"}),
        ("?limit=101", {"limit": "max_value"}),
        ("?limit=many", {"limit": "invalid"}),
        ("?status=asleep", {"status": "invalid_choice"}),
        ("?open_seats=perhaps", {"open_seats": "invalid"}),
        ("?cursor=abc", {"cursor": "cursor"}),
        ("?colour=red", {"colour": "unknown"}),
        ("?status=open&status=closed", {"status": "twice"}),
    ],
)
def test_a_wrong_parameter_is_named(ada, query, fields):
    assert wrong_fields(ada.get(f"/games{query}")) == fields


def test_bots_are_labelled(api, ada):
    robot = Caller(api, "robot")
    robot.player.is_bot = True
    robot.player.save()
    opened(ada, robot, seats=3, bots=["random"])

    seats = ada.seen("/games")["items"][0]["seats"]
    assert [seat["is_bot"] for seat in seats] == [False, True, True]
    assert (seats[1]["bot"], seats[2]["player"]) == ("random", "robot")


def plan(rows) -> str:
    as_in_a_big_table()
    return rows[:50].explain()


def plan_of(part: MyGames) -> str:
    as_in_a_big_table()
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {part.statement([])}", [*part.values, 50])
        return "\n".join(line for (line,) in cursor.fetchall())


def as_in_a_big_table() -> None:
    """PostgreSQL does not scan or sort there what an index can give."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off; SET LOCAL enable_incremental_sort = off")


@plain_postgresql
@pytest.mark.parametrize(
    "filters", [{}, {"ruleset": "world"}, {"speed": "live"}, {"status": ["playing"]}, {"open_seats": True}]
)
def test_public_games_are_found_and_ordered_by_an_index(filters):
    found = plan(game_list(**filters).order_by("-created_at", "-id"))

    assert any(f"using {index.name}" in found for index in Game._meta.indexes)
    assert "Sort" not in found


@plain_postgresql
def test_the_games_of_a_player_are_found_by_their_seats(ada, bob):
    for number in range(60):  # the planner chooses by what it knows of the tables
        opened(ada if number == 0 else bob)
    with owner() as cursor:
        cursor.execute("ANALYZE games_game; ANALYZE games_seat; ANALYZE games_player")
    running, over = my_games(ada.player)

    assert "using seats_of_a_player" in plan(game_list(player="ada"))
    assert "using seats_of_a_player" in plan_of(running)
    found = plan_of(over)
    assert "using seats_of_a_player" in found
    assert "Sort" not in found
