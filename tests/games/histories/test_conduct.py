"""GET /games/{id}/conduct, GET /players/{name}/conduct/{other} and `manage.py conduct`."""

from itertools import pairwise
from math import inf

import pytest
from django.core.management import CommandError, call_command

from games.histories.blocks import Times, blocks_of, cheapest_way
from games.histories.conduct import base_rates, chance, conduct_tallies
from games.histories.evidence import pair_conduct
from games.histories.services import histories_note, histories_queue
from games.histories.story import Story, story_of
from games.histories.thoughts import alike, thoughts
from games.models import Event, Look, Player
from games.play.act import game_resign
from games.play.settlement import game_settle
from rules import ruleset
from tests.support.accounts import token_for
from tests.support.callers import problem
from tests.support.tables import play_on, played_out, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def auditor(cleo):
    cleo.headers = token_for(cleo.player, "audit", "games:read")
    return cleo


def name_of(game, seat: int) -> str:
    return Player.objects.get(seats__game=game, seats__number=seat).name


def test_only_an_assigned_auditor_gets_evidence_and_each_look_is_noted(ada, auditor):
    game = played_out(seats=3)
    histories_queue()
    histories_note()
    path = f"/games/{game.id}/conduct"

    problem(ada.get(path), 403, "missing_scope")
    problem(auditor.get(path), 403, "not_assigned")
    call_command("assign_audit", "cleo", str(game.id))
    found = auditor.seen(path)

    assert Look.objects.get(game=game).what == "conduct"
    assert [seat["seat"] for seat in found["seats"]] == [0, 1, 2]
    assert [(pair["seat"], pair["other"]) for pair in found["pairs"]] == [
        (one, other) for one in range(3) for other in range(3) if one != other
    ]
    assert found["games"] == 1
    by_name = {one["measure"]: one for one in found["pairs"][0]["evidence"]}
    assert by_name["blocks"]["base"]["of"] == base_rates("london@1")["blocks"].trials > 0
    assert 0 < by_name["blocks"]["chance"] <= 1
    assert "verdict" not in str(found)


def test_a_pair_is_judged_by_the_games_that_the_auditor_is_assigned_to(ada, auditor):
    games = [played_out(seed=seed) for seed in range(2)]
    one, other = name_of(games[0], 0), name_of(games[0], 1)
    path = f"/players/{one}/conduct/{other}"
    assert auditor.seen(path)["games"] == []

    call_command("assign_audit", "cleo", str(games[0].id))
    found = auditor.seen(path)

    assert found["games"] == [str(games[0].id)]
    assert (found["player"], found["other"]) == (one, other)
    assert {row["measure"] for row in found["evidence"]} == {"alike", "blocks"}
    problem(ada.get(path), 403, "missing_scope")
    problem(auditor.get("/players/nobody-there/conduct/ada"), 404, "not_found")


def test_the_base_rate_is_counted_once_however_many_games_two_players_have():
    game = played_out()
    histories_queue()
    histories_note()
    one, other = (Player.objects.get(seats__game=game, seats__number=seat) for seat in range(2))

    found = pair_conduct(one, other, [game, game])["evidence"]

    rates = base_rates("london@1")
    assert {row["measure"]: row["base"]["of"] for row in found} == {
        name: rates[name].trials for name in ("alike", "blocks")
    }


def test_a_running_game_is_not_judged(auditor):
    game, _ = started()
    call_command("assign_audit", "cleo", str(game.id))

    problem(auditor.get(f"/games/{game.id}/conduct"), 409, "not_finished")


@pytest.mark.parametrize("name", ["london", "world"])
def test_the_cheapest_way_is_what_a_slower_search_finds(name):
    board = ruleset(name).board
    mine, lost = frozenset(list(board.routes)[::5]), frozenset(list(board.routes)[1::3])
    for ticket in board.tickets.values():
        costs = [slow_cost(board, leg, mine, lost) for leg in pairwise(ticket.places)]
        way = cheapest_way(board, ticket.places, mine, lost)
        assert (way.cost if way else inf) == sum(costs)


def slow_cost(board, leg, mine, lost):
    costs = {place: 0 if place == leg[0] else inf for place in board.places}
    for _ in board.places:
        for route in board.routes.values():
            price = inf if route.id in lost else 0 if route.id in mine else route.length
            low = min(costs[route.a], costs[route.b]) + price
            costs[route.a], costs[route.b] = min(costs[route.a], low), min(costs[route.b], low)
    return costs[leg[1]]


def test_blocks_are_those_that_are_found_if_every_way_is_searched_anew(monkeypatch):
    story = story_of(played_out(seats=3).id)
    quick = blocks_of(story)
    monkeypatch.setattr("games.histories.blocks.Way.is_open", lambda *_: False)

    assert blocks_of(story) == quick
    claims = Event.objects.filter(type="route_claimed").count()
    assert 0 < sum(times.trials for times in quick.values()) <= 2 * claims


def test_time_that_a_decision_took_is_that_since_the_table_waited_for_it():
    story = story_of(played_out().id)
    times = [one for one in thoughts(story) if one]

    assert len(times) == sum(story.entry(seq)["by"] == "person" for seq, _ in story.deeds) - 2
    assert all(one.seconds >= 0 for one in times)


def test_two_who_always_take_as_long_as_each_other_are_alike():
    entries = story_of(played_out().id).entries
    for number, entry in enumerate(entries):
        entry["at"] = f"2026-01-{1 + number // 1440:02}T{number // 60 % 24:02}:{number % 60:02}:00.000000Z"
    times = alike(Story(entries))

    assert all(one.hits == one.trials > 0 for one in times.values())


def test_a_stand_in_and_its_hand_over_are_counted_and_bots_are_not_judged():
    game, _ = started()
    game_resign(game.id, 0)
    play_on(game.id, actions=5000)
    game_settle(game.id)

    sums = conduct_tallies(story_of(game.id))

    assert (sums["conduct", "hand_overs"].count, sums["conduct", "hand_overs"].wins) == (2, 1.0)
    assert sums["conduct", "time_outs"].wins == 0


@pytest.mark.parametrize(
    ("hits", "trials", "rate", "expected"),
    [(0, 10, 0.5, 0.5**9), (10, 10, 0.5, 0.5**9), (1, 2, 0.5, 1), (0, 20, 0.1, 2 * 0.9**20), (0, 5, 0, 1)],
)
def test_the_chance_is_twice_the_smaller_tail_of_the_binomial_distribution(hits, trials, rate, expected):
    assert chance(Times(hits, trials), rate) == pytest.approx(expected, abs=1e-6)


def test_operators_ask_by_command(capsys):
    game = played_out()

    call_command("conduct", str(game.id))
    assert "blocks" in capsys.readouterr().out
    call_command("conduct", name_of(game, 0), name_of(game, 1))
    assert str(game.id) in capsys.readouterr().out
    with pytest.raises(CommandError, match="no such"):
        call_command("conduct", "nobody", "noone")
