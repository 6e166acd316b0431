"""`at` on every read of a game."""

import json

import pytest

from games.log.models import Event, Game
from tests.support.callers import chosen, dealt, drawing, problem, wrong_fields
from tests.support.tables import played_out

pytestmark = pytest.mark.django_db

READS = ("", "/actions", "/events", "/audit", "/receipt")


@pytest.mark.parametrize("read", READS)
def test_every_read_of_a_past_event_says_what_was_then(ada, bob, read):
    path = chosen(ada, bob)
    then = ada.seen(f"{path}/events?limit=5")["items"][-1]

    answer = ada.seen(f"{path}{read}?at=5")

    assert (answer["version"], answer["hash"]) == (5, then["hash"])


@pytest.mark.parametrize("read", READS)
def test_a_time_finds_the_last_event_up_to_it(ada, bob, read):
    path = chosen(ada, bob)
    events = ada.seen(f"{path}/events")["items"]
    at = events[1]["at"]
    last = max(event["seq"] for event in events if event["at"] <= at)

    assert ada.seen(f"{path}{read}?at={at}")["version"] == last
    assert ada.seen(f"{path}{read}?at={at.lower()}")["version"] == last


def test_an_export_of_a_past_moment_ends_there(ada, bob):
    path = chosen(ada, bob)

    header, *entries = map(json.loads, b"".join(ada.get(f"{path}/export?at=7")).splitlines())

    assert (header["version"], len(entries)) == (7, 7)
    assert header["hash"] == entries[-1]["hash"]


def test_the_actions_of_a_past_moment_are_those_one_had(ada, bob):
    path = dealt(ada, bob)
    before = ada.seen(f"{path}/actions")
    for player in (ada, bob):
        player.done(f"{path}/actions", player.seen(f"{path}/actions")["items"][0])

    assert ada.seen(f"{path}/actions?at={before['version']}") == before


def test_a_past_moment_shows_a_seat_no_more_than_it_saw_then(ada, bob):
    path = chosen(ada, bob)
    drawing(ada, path)
    last = ada.seen(path)["version"]

    for player in (ada, bob):
        for seq in range(1, last + 1):
            events = player.seen(f"{path}/events?at={seq}&after={seq - 1}")["items"]
            (event,) = events
            mine = event.get("sealed", {}).get("to") == player.seen(path)["seat"]
            assert ("private" in event) is mine


def test_events_of_a_past_moment_never_wait_for_more(ada, bob):
    path = dealt(ada, bob)

    answer = ada.seen(f"{path}/events?at=3&after=3&wait=30")

    assert (answer["version"], answer["items"], answer["next"]) == (3, [], None)


@pytest.mark.parametrize("read", [*READS, "/export"])
def test_a_moment_beyond_the_log_or_before_it_is_not_found(ada, bob, read):
    path = dealt(ada, bob)

    problem(ada.get(f"{path}{read}?at=9999"), 400, "invalid")
    problem(ada.get(f"{path}{read}?at=2001-01-01T00:00:00Z"), 400, "invalid")


@pytest.mark.parametrize(
    "at", ["0", "-1", "1.0", "1e3", "soon", "2026-01-01", "2026-13-01T00:00:00Z", "", "²"]
)
def test_what_is_no_moment_is_refused(ada, bob, at):
    path = dealt(ada, bob)

    assert "at" in wrong_fields(ada.get(f"{path}?at={at}"))


def test_a_deadline_is_that_of_the_moment_looked_at(ada, bob):
    path = dealt(ada, bob, clock={"per_action": 600})
    version = ada.seen(path)["version"]
    before = ada.seen(path)["deadline"]
    for player in (ada, bob):
        player.done(f"{path}/actions", player.seen(f"{path}/actions")["items"][0])

    assert ada.seen(f"{path}?at={version}")["deadline"] == before != ada.seen(path)["deadline"]
    assert "deadline" not in ada.seen(f"{path}?at=1")


def test_after_the_end_every_hand_can_be_seen_at_every_moment(api):
    game = played_out("london", 2)
    path = f"/api/v1/games/{game.id}"
    dealt = (
        Event.objects.filter(game=game, type="turn_began").order_by("seq").values_list("seq", flat=True)[0]
    )

    hidden, shown = (api.get(f"{path}?at={dealt}{more}").json() for more in ("", "&open=true"))

    assert all("hand" not in seat for seat in hidden["view"]["seats"])
    assert all({"hand", "tickets"} <= seat.keys() for seat in shown["view"]["seats"])


def test_before_the_end_nobody_opens_a_hand_not_even_of_the_past(ada, bob, api):
    path = chosen(ada, bob)
    ada_sees = ada.seen(path)["view"]

    for read in ("?open=true", "?at=5&open=true", "/diff?open=true", "/diff?to=5&open=true"):
        problem(ada.get(f"{path}{read}"), 409, "not_finished")
        problem(api.get(f"/api/v1{path}{read}"), 409, "not_finished")
    assert ada.seen(f"{path}?open=false")["view"] == ada_sees


def test_a_private_game_is_opened_for_its_players_alone(cleo):
    game = played_out("london", 2)
    Game.objects.filter(pk=game.pk).update(visibility="private")

    problem(cleo.get(f"/games/{game.id}?open=true"), 404, "not_found")
