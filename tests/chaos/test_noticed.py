"""The harness tests itself: each kind of breakage is planted, in the real database or the real recordings.

One short run with real faults, shared. It must come out clean, and with every planted breakage it must not.
"""

from __future__ import annotations

import http.client
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from threading import Lock
from typing import Any, NamedTuple

import psycopg
import pytest
from psycopg import sql

from tests.chaos.breakage import Breakage
from tests.chaos.checks import check_all
from tests.chaos.client import Client
from tests.chaos.load import Wish
from tests.chaos.report import figures
from tests.chaos.session import Outcome, Session
from tests.chaos.tape import NOBODY, Acknowledged, Tape
from tests.chaos.truth import read_truth
from tests.support.processes import eventually

WISHES = (Wish(2, (), "london"), Wish(0, ("random", "random"), "london"))
FAULTS = ("kill web", "flush redis", "cut from clients")


class Played(NamedTuple):
    session: Session
    spied: Tape  # what a player was shown during a game, as if it were shown to nobody
    outcome: Outcome

    @property
    def tape(self) -> Tape:
        """A copy, to be tampered with."""
        tape = self.session.tape
        parts = {name: deepcopy(value) for name, value in vars(tape).items() if name != "lock"}
        return replace(tape, **parts, lock=Lock())

    @property
    def game(self) -> str:
        """That of the people."""
        return next(done.game for done in self.outcome.tape.acknowledged if done.player == "p0-0")

    def broken(self, tape: Tape | None = None) -> list[Breakage]:
        """What the checks notice now."""
        load = self.session.load
        return check_all(tape or self.tape, read_truth(load.people, load.nobody))

    def kinds(self, tape: Tape | None = None) -> set[str]:
        return {breakage.kind for breakage in self.broken(tape)}


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Iterator[Played]:
    root = tmp_path_factory.mktemp("chaos")
    root.chmod(0o755)
    session = Session(root, seed=1)
    try:
        session.load.sign_up(WISHES)
        spied = spy(session, session.load.people[0], eventually(lambda: game_of(session), what="a table"))
        for name in FAULTS:
            session.strike([name])
        session.load.finish()
        yield Played(session, spied, session.outcome(0))
    finally:
        session.close()


def game_of(session: Session) -> str:
    """A game that the people play, once it has begun."""
    hosts = list(session.load.games.items())
    hosted = [
        game for game, host in hosts if host.name == "p0-0" and "view" in host.get(f"/games/{game}").body
    ]
    return hosted[0] if hosted else ""


def spy(session: Session, person: Client, game: str) -> Tape:
    """The server answers a player; the tape says that nobody asked."""
    client = Client(session.stack.port, Tape(), session.wires, name=NOBODY, token=person.token)
    for path in (f"/games/{game}", f"/games/{game}/events"):
        client.get(path, game=game)
    return client.tape


@contextmanager
def planted(tape: Tape) -> Iterator[list[str]]:
    """The kinds of what is noticed meanwhile; the tape forgets it afterwards."""
    noticed, before = list[str](), len(tape.breakages)
    yield noticed
    noticed += [breakage.kind for breakage in tape.breakages[before:]]
    del tape.breakages[before:]


@contextmanager
def rewritten(played: Played, table: str, game: str, *statements: str, **values: Any) -> Iterator[None]:
    """The rows of a game are changed by a superuser, around the triggers, and put back afterwards."""
    with superuser(played) as execute:
        rows = {"table": sql.Identifier(table), "game": game}
        execute("CREATE TEMP TABLE kept AS SELECT * FROM {table} WHERE game_id = {game}", **rows)
        try:
            for statement in statements:
                execute(statement, game=game, **values)
            yield
        finally:
            execute("DELETE FROM {table} WHERE game_id = {game}", **rows)
            execute("INSERT INTO {table} SELECT * FROM kept", **rows)


@contextmanager
def superuser(played: Played) -> Iterator[Callable[..., None]]:
    def execute(statement: str, **values: Any) -> None:
        connection.execute(sql.SQL(statement).format(**values))

    with psycopg.connect(played.session.stack.database, autocommit=True) as connection:
        execute("SET session_replication_role = replica")
        yield execute


# -- nothing is planted ------------------------------------------------------------------------------


def test_an_honest_run_is_clean_though_there_were_faults(played):
    assert played.outcome.breakages == []
    assert played.broken() == []
    assert [struck.name for struck in played.session.done()] == list(FAULTS)
    assert len(played.outcome.truth.logs) >= 2
    assert played.tape.acknowledged
    assert all(played.tape.posted.values())


# -- in the database ---------------------------------------------------------------------------------


def test_a_lost_action_is_noticed(played):
    done = next(done for done in played.tape.acknowledged if len(done.hashes) > 1)
    gone = "DELETE FROM games_event WHERE game_id = {game} AND seq >= {seq}"
    with rewritten(played, "games_event", done.game, gone, seq=min(done.hashes)):
        assert "lost" in played.kinds()
        assert played.session.audited()
    assert played.broken() == []


def test_an_event_that_is_changed_later_is_noticed(played):
    later = "UPDATE games_event SET at = at + interval '1 second' WHERE game_id = {game} AND seq = 20"
    with rewritten(played, "games_event", played.game, later):
        assert "changed" in played.kinds()
        assert played.session.audited()


def test_a_notice_that_is_gone_is_noticed(played):
    gone = "DELETE FROM games_notice WHERE game_id = {game} AND number = 3"
    with rewritten(played, "games_notice", played.game, gone):
        assert "notice" in played.kinds()


def test_a_game_that_stands_still_is_noticed(played):
    load = played.session.load
    load.over.clear()
    game = load.open_table(WISHES[1], [load.hosts[1]])
    with superuser(played) as execute:
        execute(
            "INSERT INTO games_setback (game_id, work, version, failures, since, because, retry_at) "
            "SELECT id, 'bots', version, 1, now(), '', now() + interval '1 hour' "
            "FROM games_game WHERE id = {game}",
            game=game,
        )
        load.finish(quiet=3)
        assert "stuck" in played.kinds()
        execute("DELETE FROM games_setback WHERE game_id = {game}", game=game)
    load.over.clear()
    load.finish()
    assert played.broken() == []


# -- over the wire -----------------------------------------------------------------------------------


def test_a_failure_other_than_503_is_noticed(played):
    tape = Tape()
    person = played.session.load.people[0]
    client = Client(
        played.session.stack.port, tape, played.session.wires, name=person.name, token=person.token
    )
    with superuser(played) as execute:
        execute("ALTER TABLE games_webhook RENAME TO elsewhere")
        try:
            client.ask("GET", "/webhooks")
        finally:
            execute("ALTER TABLE elsewhere RENAME TO games_webhook")

    assert tape.statuses == {500: 1}
    assert [breakage.kind for breakage in tape.breakages] == ["5xx"]


def test_a_503_that_does_not_say_when_to_come_again_is_noticed():
    tape = Tape()
    tape.count(503, "GET /games", retry_after=None)
    tape.count(503, "GET /games", retry_after="2")

    assert [breakage.kind for breakage in tape.breakages] == ["5xx"]


def test_a_message_that_is_not_signed_is_noticed(played):
    load = played.session.load
    connection = http.client.HTTPConnection("127.0.0.1", load.receiver.port, timeout=10)
    with planted(load.tape) as noticed:
        connection.request("POST", f"/hook/{load.hosts[0].name}", b"{}", {"webhook-id": "1"})
        connection.getresponse().read()
        connection.close()
    assert noticed == ["webhook"]


def test_a_hand_that_is_shown_to_a_stranger_is_noticed(played):
    tape = played.tape
    tape.shown |= played.spied.shown
    assert "leaked" in played.kinds(tape)


def test_a_salt_that_stands_anywhere_in_an_answer_to_a_stranger_is_noticed(played):
    tape = played.tape
    for key, tokens in played.spied.tokens.items():
        tape.tokens[key] |= tokens
    assert "leaked" in played.kinds(tape)


def test_a_private_game_that_a_stranger_finds_is_noticed(played):
    load = played.session.load
    tape = Tape()
    stranger = Client(played.session.stack.port, tape, played.session.wires)
    load.closing.clear()
    try:
        load.stay_outside(stranger, played.game)  # which is public
    finally:
        load.closing.set()

    assert [breakage.kind for breakage in tape.breakages] == ["leaked"]


def test_a_server_that_does_not_come_back_is_noticed(played, monkeypatch):
    session, proxy = played.session, played.session.stack.program("proxy")
    monkeypatch.setattr("tests.chaos.session.BACK_SECONDS", 1)
    assert proxy
    with planted(session.tape) as noticed:
        proxy.suspend()
        try:
            eventually(lambda: not session.readiness.is_ready, what="not being ready")
            session.strike([])
        finally:
            proxy.resume()
    assert noticed == ["not back"]
    assert session.readiness.wait(60)


def test_a_request_that_must_be_accepted_and_is_refused_is_noticed(played):
    load = played.session.load
    load.over.clear()
    with planted(load.tape) as noticed:
        load.play(load.people[0].again(), "00000000-0000-4000-8000-000000000000", random.Random(1))
    load.over.set()
    assert noticed == ["refusal"]


# -- in what was recorded ----------------------------------------------------------------------------


def test_an_acknowledgement_without_an_action_is_noticed(played):
    tape = played.tape
    tape.acknowledged.append(Acknowledged("p0-0", "made-up", played.game, {10**6: "0" * 64}))
    assert "lost" in played.kinds(tape)


def test_an_action_that_nobody_asked_for_is_noticed(played):
    tape = played.tape
    tape.acknowledged.remove(decision(played, tape))
    assert "unasked" in played.kinds(tape)


def test_two_requests_that_were_answered_with_one_action_are_noticed(played):
    tape = played.tape
    tape.acknowledged.append(decision(played, tape)._replace(key="another"))
    assert "doubled" in played.kinds(tape)


def decision(played: Played, tape: Tape) -> Acknowledged:
    logs = played.outcome.truth.logs
    chosen = {(game, e["seq"]) for game in logs for e in logs[game].entries if e["type"] == "tickets_chosen"}
    return next(done for done in tape.acknowledged for seq in done.hashes if (done.game, seq) in chosen)


@pytest.mark.parametrize(
    "spoil",
    [lambda seqs: seqs.pop(5), lambda seqs: seqs.insert(5, seqs[5]), list.pop],
    ids=["gap", "double", "end"],
)
def test_a_stream_that_is_not_the_log_is_noticed(played, spoil: Any):
    tape = played.tape
    spoil(next(iter(tape.streams.values())))
    assert played.kinds(tape) == {"stream"}


def test_a_notice_that_comes_twice_is_noticed(played):
    tape = played.tape
    tape.notices["p0-0"].append(tape.notices["p0-0"][-1])
    assert played.kinds(tape) == {"notice"}


def test_an_event_that_was_never_posted_is_noticed(played):
    tape = played.tape
    tape.posted[played.game].discard(7)
    assert played.kinds(tape) == {"webhook"}


def test_a_client_that_dies_is_noticed(played):
    load = played.session.load
    with planted(load.tape) as noticed:
        load.run_in_thread(random.Random(1).choice, []).join()
    assert noticed == ["client"]


def test_the_summary_counts_what_was_noticed(played):
    outcome = replace(played.outcome, breakages=[Breakage("lost", "one"), Breakage("lost", "another")])

    assert figures(outcome)["breakage: lost"] == 2
    assert figures(outcome)["faults"] == len(FAULTS)
