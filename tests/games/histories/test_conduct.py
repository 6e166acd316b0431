"""GET /games/{id}/conduct, GET /players/{name}/conduct/{other} and `manage.py conduct`."""

from collections import Counter
from io import StringIO
from itertools import pairwise
from math import inf

import pytest
from django.core.management import CommandError, call_command

from games.histories.base_rates import base_of, chance, conduct_tallies
from games.histories.blocks import Times, blocks_of, cheapest_way
from games.histories.evidence import pair_conduct
from games.histories.services import histories_note, histories_queue
from games.histories.story import Story, story_of
from games.histories.thoughts import alike, column, spread, spread_of_columns, thoughts
from games.models import Event, Game, Look, OperatorDeed, Player
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
    assert by_name["blocks"]["base"]["of"] == base_of("london@1", 3).rate("blocks").trials > 0
    assert 0 < by_name["blocks"]["chance"] <= 1
    assert by_name["blocks"]["towards_others"]["of"] > 0
    for seat in found["seats"]:
        assert [one["measure"] for one in seat["evidence"]] == ["time_outs", "hand_overs"]
        assert seat["thinking"]["decisions"] > 0
    decisions = sum(seat["thinking"]["decisions"] for seat in found["seats"])
    assert found["seats"][0]["thinking"]["base"]["decisions"] == decisions
    assert "verdict" not in str(found)


def test_a_pair_is_judged_by_the_games_that_the_auditor_is_assigned_to(ada, auditor):
    games = [played_out(seed=seed) for seed in range(2)]
    one, other = name_of(games[0], 0), name_of(games[0], 1)
    path = f"/players/{one}/conduct/{other}"
    assert auditor.seen(path)["tables"] == []

    call_command("assign_audit", "cleo", str(games[0].id))
    found = auditor.seen(path)

    (table,) = found["tables"]
    assert (table["ruleset"], table["seats"], table["games"]) == ("london@1", 2, [str(games[0].id)])
    assert (found["player"], found["other"]) == (one, other)
    assert [player["name"] for player in table["players"]] == [one, other]
    for player in table["players"]:
        assert {row["measure"] for row in player["evidence"]} == {"time_outs", "hand_overs"}
        assert player["thinking"]["decisions"] > 0
    problem(ada.get(path), 403, "missing_scope")
    problem(auditor.get("/players/nobody-there/conduct/ada"), 404, "not_found")


def test_each_number_of_seats_has_base_rates_of_its_own_and_a_table_of_two_has_nobody_to_favour():
    two, three = played_out(), played_out(seats=3, seed=2)
    histories_queue()
    histories_note()
    one, other = (Player.objects.get(seats__game=three, seats__number=seat) for seat in range(2))
    two.seats.filter(number=0).update(player=one)
    two.seats.filter(number=1).update(player=other)

    tables = pair_conduct(one, other, [three, two, three])["tables"]

    assert [(table["seats"], len(table["games"]), table["base_games"]) for table in tables] == [
        (2, 1, 1),
        (3, 2, 1),
    ]
    measures = [{row["measure"]: row for row in table["evidence"]} for table in tables]
    assert list(measures[0]) == ["alike"]
    assert list(measures[1]) == ["alike", "blocks"]
    base = base_of("london@1", 3).rate("blocks")
    assert measures[1]["blocks"]["base"]["of"] == base.trials
    assert blocks_of(story_of(two.id)) == {}


def test_blocks_against_a_bot_are_what_one_does_to_others():
    game, _ = started(seats=3)
    game_resign(game.id, 2)
    play_on(game.id, actions=5000)
    game_settle(game.id)
    story = story_of(game.id)
    story.players[2] = "greedy"

    assert {pair for pair, times in blocks_of(story).items() if times.trials} == {
        (one, other) for one in (0, 1) for other in (0, 1, 2) if one != other
    }


def test_base_rates_of_thinking_are_true_to_a_tenth():
    times = [0.001, 0.2, 1.0, 7.3, 7.4, 7.5, 8.0, 60.0, 86_400.0, 90_000.0]
    counts = Counter(map(column, times))

    usual, exact = spread_of_columns(counts), spread(times)

    assert usual["decisions"] == exact["decisions"] == len(times)
    assert usual["median"] == pytest.approx(exact["median"], rel=0.1)
    assert usual["ninetieth"] == pytest.approx(86_400, rel=0.1)
    assert spread_of_columns({}) == {"decisions": 0}


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


def test_who_decides_right_after_another_is_the_one_who_is_alike():
    game = played_out()
    entries = story_of(game.id).entries
    for entry in entries:
        entry["at"] = f"2026-01-01T{entry['seq'] // 60:02}:{entry['seq'] % 60:02}:00.000000Z"
    story = Story(entries)
    deciders = [one.seat for one in thoughts(story) if one]
    first_after_second = sum(pair == (1, 0) for pair in pairwise(deciders))

    assert alike(story)[0, 1].trials == first_after_second


def test_a_stand_in_and_its_hand_over_are_counted_and_bots_are_not_judged():
    game, _ = started()
    game_resign(game.id, 0)
    play_on(game.id, actions=5000)
    game_settle(game.id)

    sums = conduct_tallies(story_of(game.id))

    assert (sums["conduct", "2:hand_overs"].count, sums["conduct", "2:hand_overs"].wins) == (2, 1.0)
    assert sums["conduct", "2:time_outs"].wins == 0


@pytest.mark.parametrize(
    ("hits", "trials", "rate", "expected"),
    [(0, 10, 0.5, 0.5**9), (10, 10, 0.5, 0.5**9), (1, 2, 0.5, 1), (0, 20, 0.1, 2 * 0.9**20), (0, 5, 0, 1)],
)
def test_the_chance_is_twice_the_smaller_tail_of_the_binomial_distribution(hits, trials, rate, expected):
    assert chance(Times(hits, trials), rate) == pytest.approx(expected, abs=1e-6)


def asked(*about, reason="a complaint") -> str:
    out = StringIO()
    call_command("conduct", *about, "--reason", reason, "--operator", "olga", stdout=out, stderr=out)
    return out.getvalue()


def test_operators_ask_by_command_and_each_look_is_a_deed():
    game, private, test = (played_out(seats=3, seed=seed) for seed in range(3))
    Game.objects.filter(pk=private.pk).update(visibility="private")
    Game.objects.filter(pk=test.pk).update(test=True)
    players = [Player.objects.get(seats__game=game, seats__number=seat) for seat in range(2)]
    for seat, player in enumerate(players):
        for one in (private, test):
            one.seats.filter(number=seat).update(player=player)

    assert '"blocks"' in asked(str(game.id))
    both = asked(players[0].name, players[1].name)

    assert "1 private, 1 public" in both
    assert str(game.id) in both
    assert str(private.id) in both
    assert str(test.id) not in both
    deeds = OperatorDeed.objects.order_by("id").values_list("operator", "deed", "game", "reason")
    assert set(deeds[1:]) == {("olga", "inspect", one.pk, "a complaint") for one in (game, private)}
    assert deeds[0] == ("olga", "inspect", game.pk, "a complaint")


def test_an_operator_who_gives_no_reason_or_names_nobody_sees_nothing():
    game = played_out()
    Game.objects.filter(pk=game.pk).update(test=True)

    with pytest.raises(CommandError, match="no such finished game"):
        asked(str(game.id))
    with pytest.raises(CommandError, match="no such player"):
        asked("nobody", "noone")
    Game.objects.filter(pk=game.pk).update(test=False)
    with pytest.raises(CommandError, match="reason"):
        asked(str(game.id), reason=" ")
    assert not OperatorDeed.objects.exists()
