"""What a newer server says is no error."""

import json

from scripted_server import GAME, OVER, Scripted, event, event_message, game, json_of, stream

from signalbox_client import plain, records
from signalbox_client.record import read


def test_members_and_values_that_it_does_not_know():
    server = Scripted(json_of(game(status="haunted", weather={"rain": True}, visibility="translucent")))

    found = server.client().games.get(GAME)

    assert (found.status, found.visibility) == ("haunted", "translucent")


def test_events_that_it_does_not_know():
    items = [event(1), event(2, "dragon_seen", wings=2), event(3)]
    server = Scripted(json_of({"version": 3, "hash": "1" * 64, "items": items, "next": None}))

    first, unknown, last = server.client().games.list_events(GAME).items

    assert isinstance(first, records.TurnBeganEvent)
    assert isinstance(unknown, records.UnknownEvent)
    assert (unknown.type, unknown.public["wings"], last.seq) == ("dragon_seen", 2, 3)


def test_messages_that_it_does_not_know():
    gossip = {"event": "gossip", "data": {"of": "whom"}}
    always = {f"/api/v1/games/{GAME}": game()}
    server = Scripted(stream(gossip, event_message(1, "dragon_seen"), OVER), always=always)

    (update,) = server.client().games.follow(GAME)

    assert update.event.type == "dragon_seen"


def test_an_action_that_it_does_not_know_is_sent_as_it_came():
    fly = {"type": "fly", "to": ["moon", None], "crew": {"size": 3}}
    offered = {"version": 1, "hash": "1" * 64, "seat": 0, "items": [fly], "next": None}
    outcome = {"version": 2, "hash": "1" * 64, "status": "playing", "to_act": [], "events": []}
    server = Scripted(json_of(offered), json_of(outcome, 201))
    client = server.client()

    (action,) = client.games.list_actions(GAME).items
    client.games.act(GAME, action)

    assert isinstance(action, records.UnknownAction)
    assert (action.type, action.crew) == ("fly", {"size": 3})
    assert json.loads(server.asked[1].content) == fly


def test_a_record_is_written_as_it_was_read():
    action = {"type": "claim_route", "route": "r1", "cards": ["red", "red"]}

    assert plain(read(action, records.ClaimRouteAction)) == action


def test_an_action_of_ones_own_is_sent_without_what_is_absent():
    outcome = {"version": 2, "hash": "1" * 64, "status": "playing", "to_act": [], "events": []}
    server = Scripted(json_of(outcome, 201))

    server.client().games.act(GAME, records.DrawCardAction(pile="transport"), expected_version=1)

    assert server.asked[0].content == b'{"type":"draw_card","pile":"transport","expected_version":1}'
