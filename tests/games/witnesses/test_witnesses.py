"""Others cosign the public log: real witnesses over HTTP, and some that are slow, dead or lie."""

from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings as server_settings
from django.utils import timezone
from prometheus_client import generate_latest

from games.operations.metrics import STANDING
from games.projector import game_project
from games.transparency.announcements import announce
from games.transparency.keys import log_key
from games.transparency.models import Checkpoint, Cosignature, Witness
from games.transparency.sequencer import log_extend
from games.witnesses.services import witnesses_ask
from proof.inclusion import check_proof
from proof.monitor import follow
from proof.transparency.cosigner import cosigner_from
from proof.transparency.memory import Memory
from proof.transparency.mirror import Unreachable
from proof.transparency.notes import opened
from proof.transparency.policy import NotCosigned, policy_from
from proof.witness import look
from tests.proof.transparency.logs import LogOfOne
from tests.support.public_log import served_log
from tests.support.tables import played_out
from tests.support.webhook_receiver import Reply, receiving
from tests.support.witnesses import witnessing

pytestmark = pytest.mark.django_db


@pytest.fixture
def witness(tmp_path):
    with witnessing(tmp_path / "w", [log_key()], "w.example") as running:
        yield running


@pytest.fixture
def receiver():
    with receiving() as found:
        yield found


@pytest.fixture
def liar(tmp_path):
    """The key of a witness that answers as a test tells it to."""
    return cosigner_from(tmp_path / "liar", "liar.example")


@pytest.fixture
def asked(settings):
    def ask(*pairs):
        settings.WITNESSES = tuple(pairs)

    return ask


def grow(count=1):
    for _ in range(count):
        announce("account_deleted", timezone.now())
    log_extend()
    return Checkpoint.objects.order_by("-size")[0]


def served():
    return served_log().fetch("checkpoint").decode()


def forgiven():
    """The pauses are over."""
    Witness.objects.update(retry_at=None)


def one_of(key):
    return policy_from(f"witness w {key}\nquorum w\n")


def test_the_newest_checkpoint_is_served_with_what_was_cosigned(asked, witness):
    asked((witness.key, witness.url))
    for _ in range(3):
        last = grow()
        assert witnesses_ask() == 1
        assert witnesses_ask() == 0  # there is nothing to ask for
        text, signers = opened(served(), [log_key(), witness.key])
        assert (text.split("\n")[1], signers) == (str(last.size), [log_key(), witness.key])


def test_nobody_is_asked_by_a_server_without_witnesses():
    last = grow()

    assert witnesses_ask() == 0
    assert served() == last.note


def test_a_witness_that_was_killed_and_one_that_is_new_are_asked_from_where_they_are(asked, tmp_path):
    grow()
    with witnessing(tmp_path / "w", [log_key()]) as first:
        asked((first.key, first.url))
        assert witnesses_ask() == 1
        first.kill()
        grow()
        assert witnesses_ask() == 0
    forgiven()
    with witnessing(tmp_path / "w", [log_key()]) as again:
        asked((again.key, again.url))
        Witness.objects.update(size=0)  # as if it had been asked by another server of this log
        assert witnesses_ask() == 0  # it says what it has
        assert witnesses_ask() == 1
        assert again.key in opened(served(), [again.key])[1]


def test_an_older_checkpoint_is_served_for_its_cosignatures_and_not_for_long(asked, witness):
    asked((witness.key, witness.url))
    cosigned = grow()
    witnesses_ask()
    last = grow()
    assert one_of(witness.key).check(served())
    assert served().startswith(cosigned.note)

    Cosignature.objects.all().delete()
    assert served() == last.note


def test_a_checkpoint_that_was_replaced_minutes_ago_is_not_served(asked, witness, monkeypatch):
    asked((witness.key, witness.url))
    grow()
    witnesses_ask()
    last = grow()
    monkeypatch.setattr("games.transparency.publication.PATIENCE", timedelta(minutes=-1))

    assert served() == last.note


def test_most_cosignatures_count_more_than_a_few_seconds(asked, witness, tmp_path):
    with witnessing(tmp_path / "other", [log_key()], "other.example") as other:
        asked((witness.key, witness.url), (other.key, other.url))
        by_both = grow()
        assert witnesses_ask() == 2
        other.kill()
        grow()
        assert witnesses_ask() == 1
        assert served().startswith(by_both.note)
        asked((witness.key, witness.url))  # the operator gives the other one up
        assert opened(served(), [log_key(), witness.key, other.key])[1] == [log_key(), witness.key]


def test_a_receipt_and_the_proofs_of_a_game_carry_the_cosigned_checkpoint(api, ada, asked, witness):
    asked((witness.key, witness.url))
    game = played_out("london")
    game_project(game.id)
    log_extend()
    keys = api.get("/.well-known/signalbox-key").json()
    early = ada.seen(f"/games/{game.id}/receipt")
    witnesses_ask()
    late = ada.seen(f"/games/{game.id}/receipt")
    grow()

    policy = one_of(witness.key)
    assert [check_proof(one, keys, policy).result for one in (early, late)] == ["skipped", "passed"]
    assert check_proof(ada.seen(f"/games/{game.id}/receipt"), keys, policy).result == "passed"
    assert check_proof(early, keys).result == "passed"
    for one in ada.seen(f"/games/{game.id}/proofs")["items"]:
        assert policy.check(one["proof"].partition("\n\n")[2]) == ["w"]
    report = ada.seen(f"/games/{game.id}/report")
    assert policy.check(report["receipt"]["proof"]["inclusion"].partition("\n\n")[2]) == ["w"]


def test_an_entry_that_no_witness_has_seen_is_proved_all_the_same(api, ada, asked, witness):
    asked((witness.key, witness.url))
    grow()
    witnesses_ask()
    game = played_out("london")
    game_project(game.id)
    log_extend()

    receipt = ada.seen(f"/games/{game.id}/receipt")

    assert check_proof(receipt, api.get("/.well-known/signalbox-key").json()).result == "passed"
    with pytest.raises(NotCosigned):
        one_of(witness.key).check(receipt["proof"]["inclusion"].partition("\n\n")[2])


def test_a_monitor_and_a_witness_read_cosigned_checkpoints(asked, witness, tmp_path):
    asked((witness.key, witness.url))
    grow(20)
    witnesses_ask()
    mirror = served_log()
    mirror.policy = one_of(witness.key)

    assert follow(mirror, Memory(tmp_path / "m")) == (21, [])
    assert witness.key in opened(look(mirror, Memory(tmp_path / "l")), [witness.key])[1]


def cosigned_elsewhere(liar):
    other = LogOfOne(log_key().name, [b"another log"])
    return liar.cosign(other.note, [])[0].line.encode()


LIES = {
    "nothing": lambda _: Reply(200),
    "no HTTP": lambda _: Reply(raw=b"\x00" * 200),
    "an error": lambda _: Reply(500, b"oops"),
    "a redirect": lambda _: Reply(302, headers=(("Location", "http://127.0.0.1:1/"),)),
    "another log": lambda liar: Reply(200, cosigned_elsewhere(liar)),
    "a stranger": lambda _: Reply(200, "— stranger.example AAAAAAAAAAAAAAAA\n".encode()),
    "no UTF-8": lambda _: Reply(200, b"\xff\xfe\n"),
    "very much": lambda _: Reply(200, b"x" * 10_000_000),
    "very many signatures": lambda _: Reply(200, "— a.example AAAAAAAAAAAAAAAA\n".encode() * 100),
    "a size that is none": lambda _: Reply(409, b"many\n"),
    "the size it was asked for": lambda _: Reply(409, b"0\n"),
    "more than there is": lambda _: Reply(409, b"999999\n"),
    "a drip": lambda _: Reply(drip=b"x"),
    "silence": lambda _: Reply(hang=True),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_witness_that_lies_or_dawdles_harms_neither_the_log_nor_other_witnesses(
    asked, witness, receiver, liar, lie, settings
):
    settings.WEBHOOK_TIMEOUT = timedelta(seconds=1)
    reply = LIES[lie](liar)
    receiver.answering = lambda _: reply
    asked((liar.key, f"http://127.0.0.1:{receiver.port}"), (witness.key, witness.url))
    last = grow()

    assert witnesses_ask() == 1
    assert opened(served(), [log_key(), witness.key, liar.key])[1] == [log_key(), witness.key]
    row = Witness.objects.get(key=str(liar.key))
    assert (row.size, row.failures) == (0, 1)
    assert row.retry_at
    assert witnesses_ask() == 0  # it has a pause
    assert len(receiver.received) == 1
    assert last.note in receiver.received[0].body.decode()


def test_of_what_a_witness_answers_only_its_own_cosignature_is_kept(asked, receiver, liar):
    asked((liar.key, f"http://127.0.0.1:{receiver.port}/w/"))
    last = grow()
    mine = liar.cosign(last.note, [])[0].line
    receiver.answering = lambda _: Reply(200, ("— a.example AAAAAAAAAAAAAAAA\n" + mine).encode())

    assert witnesses_ask() == 1
    assert served() == last.note + mine
    assert receiver.received[0].headers["host"] == f"127.0.0.1:{receiver.port}"


def test_what_is_no_longer_shown_is_forgotten(asked, witness, monkeypatch):
    monkeypatch.setattr("games.transparency.publication.PATIENCE", timedelta(minutes=-1))
    asked((witness.key, witness.url))
    for _ in range(3):
        grow()
        witnesses_ask()

    assert Cosignature.objects.count() == 1


def test_a_metric_tells_how_far_a_witness_is_behind(asked, witness, liar):
    asked((witness.key, witness.url), (liar.key, "http://127.0.0.1:1"))
    grow()
    witnesses_ask()

    told = dict(
        line.rsplit(" ", 1)
        for line in generate_latest(STANDING).decode().splitlines()
        if "witness_behind" in line
    )

    assert told['signalbox_witness_behind_seconds{witness="w.example"}'] == "0.0"
    assert float(told['signalbox_witness_behind_seconds{witness="liar.example"}']) > 0


def test_a_server_that_rewrites_its_log_finds_no_witness_for_it(asked, witness):
    """Here the witness has seen another log of this origin and key before."""
    other = LogOfOne(log_key().name, [b"what was there before"] * 5)
    other.private = server_key()
    assert witness.ask(0, [], other.note)[0] == 200
    asked((witness.key, witness.url))
    grow(9)

    assert witnesses_ask() == 0  # it says that it has five
    assert witnesses_ask() == 0
    assert Witness.objects.get().failures == 1
    mirror = served_log()
    mirror.policy = one_of(witness.key)
    with pytest.raises(Unreachable, match="too few witnesses"):
        mirror.checkpoint()


def server_key():
    return Ed25519PrivateKey.from_private_bytes(server_settings.SIGNING_KEY)
