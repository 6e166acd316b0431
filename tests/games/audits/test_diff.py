"""GET /games/{id}/diff and /games/{id}/record.txt."""

import re

import pytest

from games.moves.clock import game_time_out
from games.moves.settlement import game_settle
from rules import ruleset
from rules.events import EVENTS
from rules.table.base import TABLE_EVENTS
from tests.support.callers import chosen, dealt, drawing, problem, wrong_fields
from tests.support.records import played_again, read_record
from tests.support.tables import bots_play, played_out

pytestmark = pytest.mark.django_db


def test_what_happened_is_told_in_sentences_and_in_events(ada, bob):
    path = chosen(ada, bob)
    before = ada.seen(path)["version"]
    drawing(ada, path)

    found = ada.seen(f"{path}/diff?from={before}")

    drawn = found["events"][0]
    assert drawn["type"] == "card_drawn"
    assert found["sentences"][0]["text"] == (
        f"ada drew a card from the transport pile: {drawn['private']['card']}."
    )
    assert (found["from"], found["to"]) == (before, ada.seen(path)["version"])
    assert "seats" in found["changes"]


def test_another_viewer_hears_the_same_without_the_secret(api, ada, bob):
    path = chosen(ada, bob)
    before = ada.seen(path)["version"]
    drawing(ada, path)

    for found in (
        bob.seen(f"{path}/diff?from={before}"),
        api.get(f"/api/v1{path}/diff?from={before}").json(),
    ):
        assert found["sentences"][0]["text"] == "ada drew a card from the transport pile."
        assert "private" not in found["events"][0]
        seats = found["changes"]["seats"]["to"]
        assert "hand" not in seats[0]


def test_from_the_opening_to_a_past_moment(ada, bob):
    path = dealt(ada, bob)

    found = bob.seen(f"{path}/diff?to=3")

    texts = [line["text"] for line in found["sentences"]]
    assert texts == ["A table for london@1 was opened, with 2 seats.", "ada sat down.", "bob sat down."]
    assert found["changes"]["status"] == {"to": "open"}


def test_between_a_moment_and_itself_nothing_happened(ada, bob):
    path = dealt(ada, bob)

    found = ada.seen(f"{path}/diff?from=3&to=3")

    assert (found["sentences"], found["events"], found["changes"]) == ([], [], {})


def test_moments_in_the_wrong_order_and_unknown_ones_are_refused(ada, bob, cleo):
    path = dealt(ada, bob)

    assert wrong_fields(ada.get(f"{path}/diff?from=3&to=2")) == {"to": "invalid"}
    assert "from" in wrong_fields(ada.get(f"{path}/diff?from=x"))
    assert wrong_fields(ada.get(f"{path}/diff?from=9999")) == {"from": "beyond"}
    assert wrong_fields(ada.get(f"{path}/diff?from=999&to=1000")) == {"from": "beyond", "to": "beyond"}
    hidden = dealt(ada, bob, visibility="private")
    problem(cleo.get(f"{hidden}/diff"), 404, "not_found")


def test_every_event_has_a_sentence_about_its_own_fields():
    for kind, shape in {**TABLE_EVENTS.by_name, **EVENTS.by_name}.items():
        assert set(re.findall(r"\{(\w+)", shape.cls.sentence)) <= {*shape.fields, "number"}, kind


def test_what_a_stand_in_did_is_not_said_of_the_player(ada, bob):
    path = chosen(ada, bob)
    before = ada.seen(path)["version"]
    ada.post(f"{path}/resign")
    bots_play(path.id)

    texts = [line["text"] for line in ada.seen(f"{path}/diff?from={before}")["sentences"]]

    assert texts[0].startswith("ada resigned; ")
    assert any(text.startswith("ada's stand-in planner ") for text in texts)
    assert not any(text.startswith("ada ") for text in texts[1:])


@pytest.fixture
def abandoned(ada, bob, clock):
    """A game that two people have let run out of time again and again until bots had played it to the end."""
    path = dealt(ada, bob, clock={"per_action": 5, "strikes": 2})
    for late in (8, 52, 60):
        clock.forward(seconds=late)
        game_time_out(path.id)
        bots_play(path.id)
    game_settle(path.id)
    return path


def test_a_story_blames_nobody_for_what_a_bot_has_done(ada, abandoned):
    texts = [line["text"] for line in ada.seen(f"{abandoned}/diff")["sentences"]]

    assert "bob ran out of time; planner decides." in texts
    assert any(text.startswith("planner decided for bob: chose starting tickets") for text in texts)
    assert "planner took over for bob and plays on." in texts
    assert any(text.startswith("bob's stand-in planner claimed ") for text in texts)
    done = ("claimed", "drew", "took", "chose", "kept", "passed")
    assert not any(text.startswith(("ada", "bob")) and text.split()[1] in done for text in texts)


def test_a_part_of_a_story_names_the_same_bots_as_the_whole(ada, abandoned):
    whole = ada.seen(f"{abandoned}/diff")["sentences"]
    half = len(whole) // 2

    assert ada.seen(f"{abandoned}/diff?from={half}")["sentences"] == whole[half:]


def test_a_record_tells_of_time_outs_and_stand_ins_and_plays_again(ada, abandoned):
    text = ada.get(f"{abandoned}/record.txt").content.decode()

    time = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"
    assert re.search(rf"\n; {time} bob ran out of time; planner decides.\n", text)
    assert re.search(rf"\n; {time} planner took over for bob and plays on.\n", text)
    assert re.search(rf" ; {time} planner decided for bob: chose starting tickets", text)
    assert re.search(rf" ; {time} bob's stand-in planner claimed ", text)
    assert re.search(r'\n\[Players "ada, bob"\]\n\[StandIns "planner:\d+ planner:\d+"\]\n', text)
    played_again(read_record(text))


def test_a_resignation_is_in_the_record(ada, bob):
    path = chosen(ada, bob)
    for player in (ada, bob):
        player.post(f"{path}/resign")
    bots_play(path.id)
    game_settle(path.id)

    text = ada.get(f"{path}/record.txt").content.decode()
    assert " ada resigned; planner plays on.\n" in text
    assert all(bots.startswith("planner:") for bots in read_record(text).tags["StandIns"].split())


def test_a_route_is_called_by_its_places(ada, bob):
    game = played_out("london", 2)

    found = ada.seen(f"/games/{game.id}/diff")

    texts = {line["seq"]: line["text"] for line in found["sentences"]}
    claim = next(event for event in found["events"] if event["type"] == "route_claimed")
    route = ruleset("london").board.routes[claim["public"]["route"]]
    places = ruleset("london").board.places
    assert f" claimed {places[route.a].name} – {places[route.b].name} with " in texts[claim["seq"]]


@pytest.mark.parametrize("name", ["amsterdam", "world"])
def test_a_whole_finished_game_can_be_told(api, name):
    game = played_out(name, 2)

    found = api.get(f"/api/v1/games/{game.id}/diff").json()

    assert len(found["sentences"]) == game.version
    assert all(line["text"].endswith(".") and "{" not in line["text"] for line in found["sentences"])


def test_with_open_hands_a_past_moment_tells_what_the_whole_game_tells(api):
    path = f"/api/v1/games/{played_out('london', 2).id}/diff"

    whole = api.get(path).json()
    closed, opened = (api.get(f"{path}?to=90{more}").json() for more in ("", "&open=true"))

    assert opened["sentences"] == whole["sentences"][:90] != closed["sentences"]
    assert opened["events"] == whole["events"][:90] != closed["events"]


def test_a_finished_game_has_a_record_that_plays_again(api):
    game = played_out("world", 2)

    answer = api.get(f"/api/v1/games/{game.id}/record.txt")

    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    record = read_record(answer.content.decode())
    events, tags = played_again(record), record.tags
    assert (tags["Game"], tags["Source"], tags["StandIns"]) == (str(game.id), "played", ". .")
    assert len(tags["Players"].split(", ")) == 2
    assert tags["Date"] == f"{game.created_at:%Y-%m-%d}"
    assert "; Score sheet\n" in answer.content.decode()
    assert len(events) == sum(1 for event in game.events.all() if event.type in EVENTS.by_name)


def test_a_running_game_has_no_record(ada, bob):
    problem(ada.get(f"{dealt(ada, bob)}/record.txt"), 409, "not_finished")


def test_the_record_of_a_past_moment_is_there_once_its_seals_are_open(api):
    game = played_out("london", 2)
    path = f"/api/v1/games/{game.id}/record.txt"

    assert api.get(f"{path}?at={game.version}").content == api.get(path).content
    problem(api.get(f"{path}?at={game.version - 1}"), 409, "not_finished")
    problem(api.get(f"{path}?at={game.version + 1}"), 400, "invalid")
