"""GET /me/stream: whom it takes, what a request may bring, and how it ends."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.accounts.models import Token
from games.me.deletion import player_delete
from games.notices.kinds import Payload, SomeoneSeated
from games.notices.services import Given, notices_give
from tests.games.streams.test_stream_ends import ended, the_end
from tests.support.accounts import token_for
from tests.support.notified import PAUSED
from tests.support.processes import eventually
from tests.support.stream_client import NDJSON, stalled

PATH = "/api/v1/me/stream"


def give(player, count: int, payload: Payload = PAUSED) -> None:
    notices_give([Given(player.pk, timezone.now(), payload.kind, payload.data) for _ in range(count)])


def test_it_takes_a_token_that_may_read(ask, listen, people):
    ada = people[0]
    found, headers = ask(PATH)
    assert (found["code"], headers["www-authenticate"]) == ("unauthenticated", "Bearer")

    ada.headers = token_for(ada.player, "games:play")
    assert ask(PATH, ada)[0]["code"] == "missing_scope"
    ada.headers = token_for(ada.player, "games:read")
    assert listen(ada, "/me/stream").next().event == "standing"


@pytest.mark.parametrize(
    ("query", "header", "field", "code"),
    [
        ("after=4", None, "after", "beyond"),
        ("", "4", "Last-Event-ID", "beyond"),
        ("after=-1", None, "after", "min_value"),
        ("after=x", None, "after", "invalid"),
        ("wait=1", None, "wait", "unknown"),
        ("after=1", "x", "Last-Event-ID", "invalid"),
    ],
)
def test_a_wrong_place_to_go_on_from_is_named(ask, people, query, header, field, code):
    ada = people[0]
    give(ada.player, 3)

    found, _ = ask(f"{PATH}?{query}", ada, **({"Last_Event_ID": header} if header else {}))

    assert (found["status"], found["code"]) == (400, "invalid")
    assert [(error["pointer"].removeprefix("/"), error["code"]) for error in found["context"]["errors"]] == [
        (field, code)
    ]


def test_only_the_two_forms_are_offered_and_only_to_listen_to(ask, people):
    assert ask(PATH, people[0], Accept="application/json")[0]["code"] == "not_acceptable"
    assert ask(PATH, people[0], method="POST")[0]["status"] == 405


def test_streams_of_both_kinds_share_a_tokens_limit(ask, listen, people):
    ada, bob, _ = people
    game = ada.done("/games", {"ruleset": "london", "seats": 2})["id"]
    for number in range(12):
        listen(ada, "/me/stream" if number % 2 else f"/games/{game}/stream").next()

    assert ask(PATH, ada)[0]["code"] == "throttled"
    assert listen(bob, "/me/stream").next().event == "standing"


def test_heartbeats_tell_the_newest_number_and_move_no_cursor(people, listen):
    ada = people[0]
    stream = listen(ada, "/me/stream", Accept=NDJSON)

    first = stream.until("heartbeat")[-1]
    give(ada.player, 2)
    assert [stream.until("notice")[-1].id for _ in range(2)] == [1, 2]
    second = stream.until("heartbeat")[-1]

    assert [(beat.id, beat.data["number"]) for beat in (first, second)] == [(None, 0), (None, 2)]
    assert first.data["time"] < second.data["time"]


def test_a_revoked_token_ends_its_streams_and_no_others(people, listen, streams):
    ada, bob, _ = people
    listening = [listen(caller, "/me/stream") for caller in (ada, ada, bob)]
    before = ended(streams, "token_revoked", "player")

    Token.objects.filter(player=ada.player).delete()

    assert [the_end(stream) for stream in listening[:2]] == ["token_revoked"] * 2
    assert ended(streams, "token_revoked", "player") == before + 2
    assert listening[2].until("heartbeat")


def test_a_deleted_account_ends_its_streams(people, listen):
    ada = people[0]
    give(ada.player, 3)
    listening = [listen(ada, "/me/stream"), listen(ada, "/me/stream?after=0")]
    assert [stream.next().event for stream in listening] == ["standing", "notice"]

    player_delete(ada.player)

    assert [the_end(stream) for stream in listening] == ["token_revoked"] * 2


def test_who_stalls_is_cut_off(people, streams):
    ada = people[0]
    give(ada.player, 6000, SomeoneSeated(seat=0, bot="w" * 900))
    before = ended(streams, "slow_reader", "player")

    with stalled(streams.port, "/me/stream?after=0", ada.headers):
        eventually(lambda: ended(streams, "slow_reader", "player") == before + 1, what="the cut")
