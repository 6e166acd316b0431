"""Moves that are signed on the way."""

import json
import stat
import sys
from pathlib import Path

import pytest
from scripted_server import GAME, OVER, Scripted, game, json_of, stream

from signalbox_client import Client, Conflict, Forbidden, Signer, StaleVersion
from signalbox_client.signing import REMEMBERED, Signing, base64url

VECTORS = json.loads((Path(__file__).parents[3] / "rules" / "vectors.json").read_text())["moves"]
SIGNER = Signer(base64url(bytes(range(32))))
DRAW = {"type": "draw_card", "pile": "transport"}
OLD, NEW = "a" * 64, "b" * 64
WRONG = {"code": "wrong_signature", "detail": "It was made before the last decision of your seat."}


def seen(version: int = 7, after: str = OLD, seat: int = 1):
    return json_of(game(version, hash=after, seat=seat))


def outcome(version: int, after: str):
    members = {"version": version, "hash": after, "status": "playing", "to_act": [1], "seat": 1}
    return json_of({**members, "events": []}, 201)


def sent(server: Scripted) -> list[dict]:
    return [json.loads(request.content) for request in server.asked if request.method == "POST"]


def signed(after: str, action: dict = DRAW) -> dict[str, str]:
    return SIGNER.sign(GAME, after, {**action, "seat": 1})


@pytest.mark.parametrize("vector", [v for v in VECTORS if v.get("holds", True)], ids=lambda v: v["note"])
def test_it_signs_as_the_test_vectors_do(vector):
    made = SIGNER.sign(vector["game"], vector["after"], vector["action"])

    assert (SIGNER.key, made["value"]) == (vector["key"], vector["value"])


def test_without_a_key_a_move_is_sent_as_it_is():
    server = Scripted(outcome(8, NEW))

    server.client().games.act(GAME, DRAW)

    assert sent(server) == [DRAW]


def test_a_move_is_signed_on_what_was_seen_last():
    server = Scripted(seen(), outcome(8, NEW), outcome(9, OLD))
    client = server.client(signer=SIGNER)

    client.games.get(GAME)
    client.games.act(GAME, DRAW, expected_version=7)
    client.games.act(GAME, DRAW)

    assert sent(server) == [
        {**DRAW, "expected_version": 7, "signature": signed(OLD)},
        {**DRAW, "signature": signed(NEW)},
    ]


def test_a_look_into_the_past_is_not_what_was_seen_last():
    server = Scripted(seen(7, NEW), seen(3, OLD), outcome(8, NEW))
    client = server.client(signer=SIGNER)

    client.games.get(GAME)
    client.games.get(GAME, at=3)
    client.games.act(GAME, DRAW)

    assert sent(server)[0]["signature"] == signed(NEW)


def test_a_view_that_is_followed_counts_as_seen():
    message = {"event": "view", "id": 8, "data": game(8, hash=NEW, seat=1)}
    server = Scripted(seen(), stream(message, OVER), outcome(9, OLD))
    client = server.client(signer=SIGNER)

    for _ in client.games.follow(GAME, view=True):
        client.games.act(GAME, DRAW)

    assert sent(server)[0]["signature"] == signed(NEW)


def test_a_game_that_was_not_seen_yet_is_looked_at_first():
    server = Scripted(seen(), outcome(8, NEW))

    server.awaited(lambda client: client.games.act(GAME, DRAW), signer=SIGNER)

    assert [request.method for request in server.asked] == ["GET", "POST"]
    assert sent(server)[0]["signature"] == signed(OLD)


def test_a_resignation_is_signed_and_a_preview_is_not():
    """A signed preview would be a signed move."""
    preview = json_of({"version": 8, "hash": NEW, "events": []})
    server = Scripted(preview, seen(), outcome(8, NEW))
    client = server.client(signer=SIGNER)

    client.games.preview(GAME, DRAW)
    client.games.resign(GAME)

    assert sent(server) == [DRAW, {"signature": signed(OLD, {"type": "resign"})}]


def test_a_signature_of_your_own_is_sent_as_it_is():
    server = Scripted(outcome(8, NEW))
    body = {**DRAW, "signature": signed(NEW)}

    server.client(signer=SIGNER).games.act(GAME, body)

    assert sent(server) == [body]


def test_members_that_are_absent_are_not_signed():
    action = {"type": "take_card", "card": "red"}
    server = Scripted(seen(), outcome(8, NEW))

    server.client(signer=SIGNER).games.act(GAME, {**action, "refill": None})

    assert sent(server)[0]["signature"] == signed(OLD, action)


def test_a_refused_move_is_not_signed_again_by_itself_and_the_next_is_signed_on_a_new_look():
    """A server that has two signatures for one move could write both."""
    server = Scripted(seen(), json_of(WRONG, 409), seen(9, NEW), outcome(10, OLD))
    client = server.client(signer=SIGNER)

    client.games.get(GAME)
    with pytest.raises(Conflict, match="before the last decision"):
        client.games.act(GAME, DRAW)
    assert len(sent(server)) == 1
    client.games.act(GAME, DRAW)

    assert [move["signature"] for move in sent(server)] == [signed(OLD), signed(NEW)]


def test_whoever_has_no_seat_is_refused_by_the_server():
    server = Scripted(json_of(game()), json_of({"code": "not_seated", "detail": "No seat."}, 403))

    with pytest.raises(Forbidden, match="No seat"):
        server.client(signer=SIGNER).games.act(GAME, DRAW)

    assert sent(server) == [DRAW]


def test_a_move_that_came_too_late_is_left_to_the_caller():
    server = Scripted(seen(), json_of({"code": "stale_version", "detail": "Stale."}, 409))

    with pytest.raises(StaleVersion):
        server.client(signer=SIGNER).games.act(GAME, DRAW, expected_version=7)

    assert len(sent(server)) == 1


def test_it_forgets_games_of_long_ago():
    signing, table = Signing(SIGNER), Scripted(seen()).client().games.get(GAME)
    for number in range(REMEMBERED + 5):
        table.id = str(number)
        signing.note(table, table.id)

    assert list(signing._places)[::REMEMBERED] == ["5"]


def test_a_key_is_kept_in_a_file_that_only_you_can_read(tmp_path):
    file = tmp_path / "key"
    made = Signer.new()
    made.save(file)

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert (Signer.load(file).key, Signer.load(file).secret) == (made.key, made.secret)
    assert made.secret not in repr(made)
    with pytest.raises(FileExistsError):
        Signer.new().save(file)
    assert Signer.load(file).key == made.key


@pytest.mark.parametrize("text", ["", "a", SIGNER.secret[:-3], "ü" * 43])
def test_what_is_no_key_is_an_error_in_words(text):
    with pytest.raises(ValueError, match="no private key"):
        Signer(text)


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.ed25519", None)

    with pytest.raises(ImportError, match=r"signalbox-client\[sign\]"):
        Signer.new()
    assert Client("http://server")
