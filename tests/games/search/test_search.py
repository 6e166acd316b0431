"""GET /search/games and `manage.py search`."""

import json
from collections import Counter
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.accounts.models import Player
from games.log.models import Event, Game, Seat
from games.moves.act import game_resign
from games.moves.settlement import game_settle
from games.operations import moderation
from games.operations.moderation import Operator
from games.projector import game_project
from games.search.models import Finding, History, HistoryDue
from games.search.services import histories_note, histories_queue
from games.work.attempts import KEEPS_FAILING
from games.work.models import Setback
from rules.table.state import Status
from tests.games.audits.test_tampering import change
from tests.games.operations.test_metrics import gauges
from tests.support.callers import wrong_fields
from tests.support.tables import play_on, played_out, started, table_with_bots

pytestmark = pytest.mark.django_db


def noted(game: Game) -> Game:
    game_project(game.id)
    histories_note()
    return game


def found(caller, **query) -> list[str]:
    words = "&".join(f"{name}={value}" for name, value in query.items())
    return [game["id"] for game in caller.seen(f"/search/games?{words}")["items"]]


def name_of(game: Game, seat: int) -> str:
    return Player.objects.get(seats__game=game, seats__number=seat).name


def test_a_game_is_found_by_each_thing_that_holds_of_it_and_by_nothing_else(ada):
    game = noted(played_out())
    first, second = name_of(game, 0), name_of(game, 1)
    winner, loser = (first, second) if Seat.objects.get(game=game, number=0).won else (second, first)
    claimed = Event.objects.filter(game=game, type="route_claimed")[0].public
    route, doer = claimed["route"], claimed["seat"]
    history = History.objects.get()

    for query in (
        {},
        {"player": first},
        {"player": first, "opponents": second},
        {"opponents": f"{first},{second}"},
        {"ruleset": "london"},
        {"ruleset": "london@1"},
        {"ended": "played_out"},
        {"table": "people", "seats": 2},
        {"shortest": history.actions, "longest": history.actions},
        {"since": "2020-01-01T00:00:00Z"},
        {"ruleset": "london", "events": f"route_claimed:{route}"},
        {"ruleset": "london", "player": name_of(game, doer), "events": f"route_claimed:{route}"},
        {"player": winner, "result": "won"} if history.winners == 1 else {"result": "shared"},
    ):
        assert found(ada, **query) == [str(game.id)], query
    for query in (
        {"player": "ada"},
        {"player": first, "opponents": "ada"},
        {"player": "planner"},
        {"opponents": "planner"},
        {"ruleset": "berlin"},
        {"ended": "resigned"},
        {"table": "bots"},
        {"seats": 3},
        {"shortest": history.actions + 1},
        {"until": "2020-01-01T00:00:00Z"},
        {"events": "seat_timed_out"},
        {"ruleset": "london", "player": name_of(game, 1 - doer), "events": f"route_claimed:{route}"},
        {"player": loser, "result": "won"} if history.winners == 1 else {"result": "won", "player": "ada"},
    ):
        assert found(ada, **query) == [], query


def test_tickets_are_found_by_what_became_of_them(ada):
    game = noted(played_out())
    rows = Finding.objects.filter(game=game, kind__startswith="ticket")
    kinds = Counter(row.kind for row in rows)
    assert kinds["ticket_kept"] == kinds["ticket_completed"] + kinds["ticket_failed"] > 0

    row = rows.exclude(kind="ticket_kept")[0]
    other = {"ticket_completed": "ticket_failed", "ticket_failed": "ticket_completed"}[row.kind]
    kept = f"ticket_kept:{row.subject}"
    assert found(ada, ruleset="london", events=f"{kept},{row.kind}:{row.subject}") == [str(game.id)]
    assert found(ada, ruleset="london", events=f"{kept},{other}:{row.subject}") == []


def test_a_resigned_game_and_its_bot_are_found(ada):
    game, players = started()
    game_resign(game.id, 0)
    play_on(game.id, actions=5000)
    game_settle(game.id)
    noted(game)
    bots = table_with_bots(2)
    play_on(bots.id, actions=5000)
    game_settle(bots.id)
    noted(bots)

    assert found(ada, ended="resigned", player=players[0].name) == [str(game.id)]
    assert found(ada, player=players[0].name, events="seat_resigned") == [str(game.id)]
    assert found(ada, player=players[1].name, events="seat_resigned") == []
    assert found(ada, player="random") == found(ada, table="bots") == [str(bots.id)]


def test_only_finished_public_games_that_count_are_ever_found(ada):
    running, _ = started()
    private, hidden = played_out(), played_out(seed=2)
    Game.objects.filter(pk=private.pk).update(visibility="private")
    noted(running)
    noted(hidden)
    Game.objects.filter(pk=hidden.pk).update(hidden_at=timezone.now())
    histories_queue()
    histories_note()

    assert set(History.objects.values_list("game_id", flat=True)) == set()
    assert found(ada) == []


def test_pages_follow_each_other_in_the_order_of_the_ends(ada):
    games = [noted(played_out(seed=seed)) for seed in range(3)]
    for days, game in enumerate(games):
        ended = timezone.now() - timedelta(days=days)
        for rows in (History.objects, Finding.objects, Seat.objects):
            rows.filter(game=game).update(ended_at=ended)

    first = ada.seen("/search/games?limit=2")
    rest = ada.seen(f"/search/games?limit=2&cursor={first['next']}")

    assert [one["id"] for one in first["items"] + rest["items"]] == [str(game.id) for game in games]
    assert rest["next"] is None
    assert wrong_fields(ada.get(f"/search/games?player=ada&cursor={first['next']}")) == {"cursor": "cursor"}


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("events=nonsense", "events"),
        ("events=route_claimed", "events"),
        ("events=seat_resigned:x", "events"),
        ("events=route_claimed:a--b--1", "ruleset"),
        ("ruleset=london&events=route_claimed:nowhere", "events"),
        ("ruleset=london&events=ticket_kept:nowhere", "events"),
        ("events=" + ",".join(["seat_resigned"] * 5), "events"),
        ("result=won", "result"),
        ("opponents=a,b,c,d,e", "opponents"),
        ("shortest=-1", "shortest"),
        ("since=yesterday", "since"),
        ("ended=somehow", "ended"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused_by_its_field(ada, query, field):
    assert list(wrong_fields(ada.get(f"/search/games?{query}"))) == [field]


def all_findings() -> list[tuple[object, ...]]:
    return sorted(Finding.objects.values_list("game_id", "kind", "subject", "seats"))


def test_a_game_is_noted_once_however_often_it_is_due(ada):
    game = noted(played_out())
    findings = all_findings()
    HistoryDue.objects.create(game=game, at=timezone.now())

    assert (histories_note(), histories_note(), histories_queue()) == (1, 0, 0)
    assert all_findings() == findings
    call_command("search", "--anew")
    assert all_findings() == findings
    assert found(ada) == [str(game.id)]


@pytest.mark.django_db(transaction=True)  # Citus lets one role write in a transaction, not two
def test_a_log_that_cannot_be_read_is_tried_again_and_keeps_no_other_game_from_being_found(
    ada, client, capsys
):
    broken, game = played_out(), played_out(seed=2)
    for one in (broken, game):
        game_project(one.id)
    place = Event.objects.filter(game=broken, type="route_claimed").values_list("seq", flat=True)[0]
    right = Event.objects.get(game=broken, seq=place).public
    change(broken, place, "public", '{"route": "nowhere"}')
    histories_note()
    assert found(ada) == [str(game.id)]

    # It is tried again, ever later; an operator can ask for it.
    for failures in range(1, KEEPS_FAILING + 1):
        assert (HistoryDue.objects.get().game_id, Setback.objects.get().failures) == (broken.pk, failures)
        assert histories_note() == 0
        assert Setback.objects.get().failures == failures  # nobody has tried
        Setback.objects.update(retry_at=timezone.now())
        histories_note()
    assert gauges(client.get("/metrics"), "signalbox_parked_games")["search",] == 1
    Game.objects.update(finished_at=timezone.now() - timedelta(days=1))
    with pytest.raises(CommandError, match="1 games are not found"):
        call_command("search", "--check")
    assert f"{broken.pk}  {KEEPS_FAILING + 1} tries have failed" in capsys.readouterr().out

    change(broken, place, "public", json.dumps(right))
    assert (histories_queue(), histories_note()) == (1, 1)
    call_command("search", "--check")
    assert set(found(ada)) == {str(game.id), str(broken.id)}


def test_a_hidden_game_is_not_found_until_it_is_shown_again(ada):
    noted(played_out(seats=3))
    alone = all_findings()
    game = noted(played_out(seats=3, seed=2))
    both, by = all_findings(), Operator("olga", "an insult")
    assert both != alone

    moderation.hide(game, by)
    assert histories_note() == 1
    assert all_findings() == alone
    assert len(found(ada)) == 1

    moderation.show(game, by)
    assert (histories_note(), histories_note()) == (1, 0)
    assert all_findings() == both
    assert len(found(ada)) == 2


def test_an_opponent_sits_in_another_seat(ada):
    game = noted(played_out())
    bots = table_with_bots(2)
    play_on(bots.id, actions=5000)
    game_settle(bots.id)
    noted(bots)
    name = name_of(game, 0)

    assert found(ada, player="random", opponents="random") == [str(bots.id)]
    assert found(ada, opponents="random,random") == [str(bots.id)]
    for query in (
        {"player": name, "opponents": name},
        {"player": name, "opponents": name.upper()},
        {"opponents": f"{name},{name}"},
        {"player": "random", "opponents": "random,random"},
    ):
        assert found(ada, **query) == [], query


def test_the_command_answers_as_the_api_does(capsys):
    game = noted(played_out())

    call_command("search", f"player={name_of(game, 0)}", "ruleset=london")
    assert str(game.id) in capsys.readouterr().out
    with pytest.raises(CommandError, match="events: There is no kind"):
        call_command("search", "events=nonsense")
    assert Game.objects.get().status == Status.FINISHED
