"""A stream's end says why; until then its heart beats."""

from __future__ import annotations

import socket
from datetime import timedelta

import httpx
import pytest
from django.test import Client
from django.utils import timezone

from games.accounts.models import Token
from games.me.deletion import player_delete
from games.reading.models import Invitation
from tests.support.accounts import bearer, token_for
from tests.support.callers import chosen, opened, people_named
from tests.support.oauth import new_app, refresh, send, tokens_of
from tests.support.processes import eventually
from tests.support.stream_client import Listener, stalled
from tests.support.tables import play_on, started


def ended(streams, reason: str, kind: str = "game") -> int:
    """How many streams have ended for this reason, as the metrics tell."""
    text = httpx.get(f"http://127.0.0.1:{streams.port}/metrics").text
    name = f'signalbox_streams_ended_total{{kind="{kind}",reason="{reason}"}} '
    return sum(int(float(line.removeprefix(name))) for line in text.splitlines() if line.startswith(name))


def the_end(stream: Listener) -> str:
    reason: str = stream.until("end")[-1].data["reason"]
    assert list(stream) == []  # and nothing after it
    return reason


def test_heartbeats_tell_where_the_log_ends_and_move_no_cursor(people, listen):
    ada, bob, _ = people
    path = chosen(ada, bob)
    stream = listen(ada, f"{path}/stream")

    beats = [stream.until("heartbeat")[-1]]
    play_on(path.id, actions=1)
    beats.append(stream.until("heartbeat")[-1])

    assert [beat.id for beat in beats] == [None, None]
    looked = ada.seen(path)
    assert (beats[1].data["version"], beats[1].data["hash"]) == (looked["version"], looked["hash"])
    assert beats[0].data["version"] < beats[1].data["version"]
    assert beats[0].data["time"] < beats[1].data["time"]


@pytest.mark.parametrize("path", ["", "/me"])
def test_a_stream_ends_after_the_seconds_that_were_asked_for(people, listen, path):
    ada, bob, _ = people
    table = chosen(ada, bob)

    wanted = listen(ada, f"{path or table}/stream?seconds=1")
    unbounded = listen(ada, f"{path or table}/stream")

    assert the_end(wanted) == "time_over"
    assert unbounded.until("heartbeat")


def test_a_revoked_token_ends_its_streams_and_no_others(people, listen):
    ada, bob, _ = people
    path = chosen(ada, bob)
    streams = [listen(caller, f"{path}/stream") for caller in (ada, ada, bob)]

    Token.objects.filter(player=ada.player).delete()

    assert [the_end(stream) for stream in streams[:2]] == ["token_revoked"] * 2
    assert streams[2].until("heartbeat")


def test_an_app_that_is_revoked_loses_its_streams_and_one_that_refreshes_does_not(people, listen):
    ada, bob, cleo = people
    path, client = chosen(ada, bob), Client()
    app, _ = new_app(cleo.player)
    made = tokens_of(client, app, ada.player)
    ada.headers = bearer(made["access_token"])
    stream = listen(ada, f"{path}/stream")

    made = refresh(client, app, made["refresh_token"]).json()
    assert stream.until("heartbeat")
    send(client, "revoke", client_id=app.client_id, token=made["access_token"])

    assert the_end(stream) == "token_revoked"


def test_an_expired_token_ends_its_stream(people, listen):
    ada, bob, _ = people
    path = chosen(ada, bob)
    ada.headers = token_for(ada.player, "games:read", expires_at=timezone.now() + timedelta(seconds=2))

    assert the_end(listen(ada, f"{path}/stream")) == "token_expired"


def test_a_deleted_account_ends_its_streams(people, listen):
    ada, bob, _ = people
    stream = listen(bob, f"{chosen(ada, bob)}/stream")

    player_delete(bob.player)

    assert the_end(stream) == "token_revoked"


def test_who_leaves_a_private_table_is_told_no_more_of_it(people, listen):
    ada, bob, _ = people
    path = opened(ada, bob, visibility="private", seats=3)
    stream, host = listen(bob, f"{path}/stream"), listen(ada, f"{path}/stream")
    assert [stream.next().event, host.next().event] == ["view", "view"]

    bob.delete(f"{path}/seats/me")

    assert [message.event for message in stream if message.event != "heartbeat"] == ["end"]
    assert host.until("event")[-1].data["event"]["type"] == "seat_left"


def test_who_is_invited_to_a_private_table_goes_on_hearing_of_it(people, listen):
    ada, bob, cleo = people
    path = opened(ada, bob, visibility="private", seats=3)
    ada.put(f"{path}/invitations/cleo")
    stream = listen(cleo, f"{path}/stream")

    bob.delete(f"{path}/seats/me")

    assert stream.until("event")[-1].data["event"]["type"] == "seat_left"


def test_an_invitation_that_ends_ends_the_stream_at_once(people, listen):
    ada, bob, cleo = people
    path = opened(ada, bob, visibility="private", seats=4)
    for guest in (cleo, people_named("dora")[0]):
        ada.put(f"{path}/invitations/{guest.name}")
        stream = listen(guest, f"{path}/stream")
        assert stream.next().event == "view"
        if guest == cleo:
            assert ada.delete(f"{path}/invitations/cleo").status_code == 204
        else:
            Invitation.objects.filter(player=guest.player).update(expires_at=timezone.now())

        assert the_end(stream) == "no_longer_visible"
    assert ada.seen(path)["version"] == 3  # no event has happened


def test_who_was_invited_and_has_sat_down_goes_on_hearing(people, listen):
    ada, _, cleo = people
    path = opened(ada, visibility="private", seats=3)
    ada.put(f"{path}/invitations/cleo")
    stream = listen(cleo, f"{path}/stream")
    assert stream.next().event == "view"

    cleo.done(f"{path}/seats", {})
    stream.until("heartbeat")
    ada.done(f"{path}/seats", {"bot": "random"})

    assert stream.until("event")[-1].data["event"]["type"] == "bot_seated"


def test_who_stalls_is_cut_off_hears_why_on_reading_again_and_else_is_hung_up_on(people, streams):
    game, _ = started("world", 4)
    assert not play_on(game.id, actions=150).is_over
    path = f"/games/{game.id}/stream?after=0"
    before = ended(streams, "slow_reader")

    with (
        stalled(streams.port, path, people[0].headers) as sleeper,
        stalled(streams.port, path, people[1].headers) as dead,
    ):
        eventually(lambda: ended(streams, "slow_reader") == before + 2, what="the cut")
        assert all_of(sleeper).endswith(LAST_WORDS)
        eventually(lambda: open_streams(streams) == 0, what="the hanging up")
        rest = all_of(dead)

    assert rest.startswith(b"HTTP/1.1 200")
    assert LAST_WORDS not in rest


LAST_WORDS = b'event: end\ndata: {"reason":"slow_reader"}\n\n\r\n0\r\n\r\n'


def all_of(wire: socket.socket) -> bytes:
    return b"".join(iter(lambda: wire.recv(65536), b""))


def open_streams(streams) -> int:
    text = httpx.get(f"http://127.0.0.1:{streams.port}/metrics").text
    return int(float(text.partition("\nsignalbox_streams_open ")[2].partition("\n")[0]))
