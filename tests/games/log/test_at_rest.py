"""Whoever gets a copy of the database and of Redis learns nothing that a spectator does not know."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
import redis
from django.core.management import call_command
from django.db import connection

from games.audits.models import Verification
from games.audits.nightly import game_verify
from games.deliveries.models import Attempt
from games.deliveries.sender import deliveries_send
from games.log import store
from games.log.models import Event, Game, Script
from games.log.seeds import seed_of
from games.moves.models import KeptAnswer
from games.moves.settlement import game_settle
from games.webhooks.channel import Webhooks
from games.webhooks.responses import response_of
from proof.chain import canonical
from rules import catalogue
from tests.games.audits.test_tampering import change, place_of
from tests.games.webhooks.robots import ask, first_offered, hooked, table
from tests.support.accounts import token_for
from tests.support.callers import Caller, Table, dealt
from tests.support.notified import looked
from tests.support.tables import play_on, played_out, started
from tests.support.webhook_receiver import receiving

TICKETS = {"type": "draw_tickets"}


def database() -> bytes:
    """Every table, as text and as raw bytes."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        names = [name for (name,) in cursor.fetchall()]
        return b"".join(bytes(chunk) for name in names for chunk in copied(cursor, name))


def copied(cursor: Any, name: str) -> Iterator[bytes]:
    for form in ("text", "binary"):
        with cursor.copy(f'COPY "{name}" TO STDOUT (FORMAT {form})') as rows:
            yield from rows


def broker(url: str) -> bytes:
    """Every key of Redis with its value."""
    with redis.Redis.from_url(url) as client:
        readers: dict[bytes, Any] = {
            b"string": client.get,
            b"list": lambda key: client.lrange(key, 0, -1),
            b"hash": client.hgetall,
            b"set": client.smembers,
            b"zset": lambda key: client.zrange(key, 0, -1, withscores=True),
        }
        return repr([(key, readers[client.type(key)](key)) for key in client.scan_iter()]).encode()


def secrets_of(game: UUID) -> set[bytes]:
    """The seed, and every secret part of an event, in any way it might be written."""
    found = {seed_of(game), seed_of(game).hex().encode()}
    for entry in store.entries_of(game):
        for secret in (entry["private"], *(entry["private"] or {}).values()):
            if isinstance(secret, dict) or (isinstance(secret, list) and len(secret) > 1):
                found |= {canonical(secret), json.dumps(secret).encode()}
        for ticket in (entry["private"] or {}).get("tickets", ()):
            found.add(f'"{ticket}"'.encode())
    return found


def shown(dump: bytes, secrets: set[bytes]) -> set[bytes]:
    """The secrets that the dump contains: raw, in hexadecimal or in base64."""
    return {secret for secret in secrets if any(form in dump for form in forms(secret))}


def forms(secret: bytes) -> Iterator[bytes]:
    yield secret
    yield secret.hex().encode()
    if len(secret) >= 12:  # fewer characters would be found by chance
        for shift in range(3):  # base64 of a longer text that contains it
            yield base64.b64encode(bytes(shift) + secret)[4:-4]


def with_keys(player: Caller, path: Table, body: Any) -> None:
    number = player.seen(path)["version"]
    player.done(f"{path}/actions", body, idempotency_key=f"{player.name}-{number}")


def played(ada: Caller, bob: Caller) -> Table:
    """Tickets are chosen and drawn, and cards, all with a key."""
    path = dealt(ada, bob)
    for player in (bob, ada):
        with_keys(player, path, player.seen(f"{path}/actions")["items"][0])
    for player in (ada, bob):
        with_keys(player, path, TICKETS)
        with_keys(player, path, player.seen(f"{path}/actions")["items"][-1])
    with_keys(ada, path, {"type": "draw_card", "pile": "transport"})
    return path


def scripted(ada: Caller) -> UUID:
    """A test table at which a bot will keep the tickets it was told to."""
    body = {
        "ruleset": "london",
        "seats": 2,
        "bots": ["random"],
        "test": {
            "seed": "5e" * 32,
            "actions": [],
            "scripts": [{"seat": 1, "actions": [{"type": "keep_tickets", "tickets": ["t19"]}]}],
        },
    }
    return UUID(ada.done("/games", body)["id"])


def answered_by_a_program() -> UUID:
    """A game in which a bot behind a URL has chosen its tickets."""
    robot = Caller(None, "robot", is_bot=True).player  # type: ignore[arg-type]
    with receiving() as receiver:
        receiver.answering = first_offered
        hooked(robot, receiver)
        game = table(robot)
        ask(game)
        assert deliveries_send(Webhooks()) == 1
    return game.id


def audited(cleo: Caller, path: Table) -> None:
    """Everything that looks at secrets and writes down what it found."""
    cleo.headers = token_for(cleo.player, "audit", "games:read")
    call_command("assign_audit", "cleo", str(path.id), reason="a complaint")
    assert cleo.seen(f"{path}/audit")["sound"]
    call_command("verify", "--all", "--jobs", "1")


@pytest.fixture
def receivers(settings, monkeypatch) -> None:
    """They may be on this machine, and what they answer is kept."""
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = "all"
    monkeypatch.setattr("games.webhooks.transport.is_public", lambda _: True)


@pytest.mark.django_db(transaction=True)
def test_a_copy_of_the_database_shows_no_hand_deck_or_seed_until_the_end(
    ada, bob, cleo, sent, redis_url, receivers
):
    path, test, asked = played(ada, bob), scripted(ada), answered_by_a_program()
    audited(cleo, path)
    looked()
    assert Script.objects.exists()
    assert KeptAnswer.objects.count() == 7
    assert Verification.objects.count() == 3
    assert "keep_tickets" in response_of(Attempt.objects.get()).body

    secrets = {name: secrets_of(name) for name in (path.id, test, asked)}
    assert all(len(found) > 15 for found in secrets.values())
    assert shown(database() + broker(redis_url) + repr(sent).encode(), set.union(*secrets.values())) == set()

    play_on(path.id, actions=5000)
    game_settle(path.id)
    found = shown(database(), secrets[path.id])
    assert seed_of(path.id) in found  # so it can be found where it is
    assert any(secret.startswith(b'"t') for secret in found)
    assert shown(database(), {seed_of(test), seed_of(asked)}) == set()


@pytest.mark.django_db
@pytest.mark.parametrize("name", [rules.name for rules in catalogue()])
def test_the_size_of_a_secret_says_no_more_than_its_event(name):
    """How many tickets somebody has chosen is a secret too, so the size of a choice is always the same."""
    game = played_out(name, 3)

    sizes: dict[Any, set[int]] = {}
    for row in Event.objects.filter(game=game, private__isnull=False):
        known = row.type, row.public.get("pile"), row.public.get("count")
        sizes.setdefault(known, set()).add(len(bytes(row.private or b"")))

    assert len(sizes) > 5
    reshuffled = {known for known in sizes if known[0] == "pile_shuffled"}  # of cards that all have seen
    assert {known: size for known, size in sizes.items() if len(size) > 1 and known not in reshuffled} == {}


@pytest.mark.django_db
def test_a_choice_cannot_be_guessed_from_the_fingerprint_of_its_request(ada, bob):
    path = dealt(ada, bob)
    body = ada.seen(f"{path}/actions")["items"][0]
    ada.done(f"{path}/actions", body, idempotency_key="k")

    guess = canonical(["POST", f"/api/v1{path}/actions", body])

    assert KeptAnswer.objects.get().fingerprint != hashlib.sha256(guess).hexdigest()


@pytest.mark.django_db(transaction=True)  # Citus lets one role write in a transaction, not two
def test_a_report_on_a_damaged_log_is_stored_without_the_cards_while_the_game_runs():
    game, _ = started("london", 2)
    play_on(game.id, actions=20)
    seq = place_of(game, "tickets_chosen")
    change(game, seq, "private", None)

    game_verify(game.id)

    failed = {check["name"]: check for check in Verification.objects.get().failed}
    assert failed["seals"]["seq"] == seq
    withheld = "it does not hold; the details are not stored while the game runs"
    assert {check["detail"] for name, check in failed.items() if name != "table"} == {withheld}


@pytest.mark.django_db
def test_the_seed_of_a_game_that_is_over_needs_no_key(settings):
    game = played_out("london", 2)
    settings.SEALING_KEY = bytes(32)

    assert len(seed_of(game.id)) == 32
    store.states.clear()
    assert store.as_of(game.id, game.version).is_finished
    assert Game.objects.get(pk=game.pk).seed.sealed_with == ""
