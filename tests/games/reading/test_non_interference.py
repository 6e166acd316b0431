"""Whatever a viewer cannot know makes no difference to any answer, to the byte.

A game is stored a second time with the same public history, and with everything hidden from the viewer
different: hands, piles, tickets, pending choices, seed. Ids, hashes, commitments and salts are random to
whoever lacks the key; they are compared by their shape.
"""

import json
import random
import re
from dataclasses import replace
from itertools import groupby
from uuid import UUID, uuid4

import pytest

from games.accounts.models import Player
from games.accounts.openings import seat_bind
from games.log import store, writes
from games.log.models import Game, Seat, Seed
from games.log.projection import project_game, save_seats
from games.log.seeds import key_of, new_seed
from proof.audit import Check
from rules import catalogue, plain_action, ruleset
from rules.chance import commitment
from rules.table.base import TableEvent
from rules.table.fold import Folded, read_row
from rules.table.life import GameCreated
from rules.table.seats import SeatTaken
from tests.properties.doubles import double
from tests.properties.test_non_interference import questions
from tests.support.callers import Caller, dealt
from tests.support.tables import folded_now, play_on

pytestmark = pytest.mark.django_db

GAMES = [rules.name for rules in catalogue()]
MOMENTS = (1, 4, 30, 100)  # actions played; after the first, and in World the fourth, choices are pending
RECORDS = ("/audit", "/export", "/board.svg")
HEX = re.compile(r"\b[0-9a-f]{64}\b")
COUNTED = "RateLimit"  # how many requests are left


def stored_double(game_id: UUID, viewer: int | None, rng: random.Random) -> UUID:
    """Written as the store would have, had it all been so."""
    rows = list(store.rows_of(game_id))
    events = [read_row(row) for row in rows]
    others = iter(double([e for e in events if not isinstance(e, TableEvent)], viewer, rng))
    game, seed, seats = Game.objects.get(pk=game_id), new_seed(), list(Seat.objects.filter(game=game_id))
    game.id, game.hash = uuid4(), "0" * 64
    game.save(force_insert=True)
    Seed.objects.create(game=game, seed=seed)
    people = {seat.number: seat.player for seat in seats if seat.player}
    new = [renewed(e, seed, people, game.id) if isinstance(e, TableEvent) else next(others) for e in events]
    key, folded = key_of(game.id, folded_now(game_id).table), Folded()
    for at, steps in groupby(zip(rows, new, strict=True), key=lambda step: step[0].at):
        same = [event for _, event in steps]
        folded, entries = store.continued(game.id, folded, same, at=at, key=key)
        writes.append(game.id, entries)
    project_game(game, folded)
    game.save()
    save_seats(game, folded)
    for seat in seats:
        Seat.objects.filter(game=game, number=seat.number).update(player=seat.player)
    return game.id


def renewed(event: TableEvent, seed: bytes, people: dict[int, Player], game: UUID) -> TableEvent:
    if isinstance(event, SeatTaken):
        return replace(event, account=seat_bind(people[event.seat], game))
    return replace(event, commitment=commitment(seed)) if isinstance(event, GameCreated) else event


class Onlooker:
    """One viewer of two games, which must look alike."""

    def __init__(self, api, caller: Caller | None, here: UUID, there: UUID) -> None:
        self.api, self.caller, self.here, self.there = api, caller, here, there

    def compare(self, method: str, path: str, body=None) -> None:
        told = [self.ask(method, path, body, game) for game in (self.here, self.there)]
        assert told[0] == told[1], (path, body)

    def ask(self, method: str, path: str, body, game: UUID) -> tuple[int, str, dict[str, str]]:
        more = {"data": body, "content_type": "application/json"} if body is not None else {}
        headers = {**(self.caller.headers if self.caller else {}), "X-Request-ID": "same"}
        address = f"/api/v1{path.replace('GAME', str(game))}"
        answer = getattr(self.api, method)(address, headers=headers, **more)
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        shape = {name: anonymous(value, game) for name, value in answer.headers.items() if name != COUNTED}
        return answer.status_code, anonymous(content.decode(), game), shape


def anonymous(text: str, game: UUID) -> str:
    return HEX.sub("h" * 64, text.replace(str(game), "the game"))


def look_at_everything(onlooker: Onlooker, version: int, rng: random.Random) -> None:
    for at in {1, version, *(rng.randint(1, version) for _ in range(2))}:
        onlooker.compare("get", f"/games/GAME?at={at}")
    for path in ("", "/actions", "/events?limit=500", f"/events?after={version - 3}", *RECORDS):
        onlooker.compare("get", f"/games/GAME{path}")


def try_everything(onlooker: Onlooker, seat: int, rng: random.Random) -> None:
    folded = folded_now(onlooker.here)
    rules = ruleset(folded.table.ruleset)
    assert folded.state is not None
    offered = list(rules.legal_actions(folded.state, seat))
    odd = questions(rules, seat, rng)
    for action in [*rng.sample(offered, min(len(offered), 4)), *rng.sample(odd, 8)]:
        body = {name: value for name, value in plain_action(action).items() if name != "seat"}
        onlooker.compare("post", "/games/GAME/actions?dry_run=true", body)
    for action in rng.sample(odd, 8):
        if action not in rules.legal_actions(folded.state, seat):
            body = {name: value for name, value in plain_action(action).items() if name != "seat"}
            onlooker.compare("post", "/games/GAME/actions", body)
    onlooker.compare("post", "/games/GAME/actions", {"type": "pass", "expected_version": 1})


@pytest.fixture(autouse=True)
def no_public_log(monkeypatch):
    """Everybody may read it, and it has one game and not its double."""
    monkeypatch.setattr("games.audits.check.check_log", lambda *_, **__: Check("log", "passed", ""))


@pytest.mark.parametrize("actions", MOMENTS)
@pytest.mark.parametrize("name", GAMES)
def test_no_answer_depends_on_what_the_viewer_cannot_know(api, ada, bob, cleo, name, actions):
    people, rng = [ada, bob, cleo], random.Random(f"{name} {actions}")
    here = dealt(*people, ruleset=name).id
    version = play_on(here, actions=actions, seed=actions).seq

    for viewer, caller in ((None, None), *enumerate(people)):
        there = stored_double(here, viewer, rng)
        onlooker = Onlooker(api, caller, here, there)
        look_at_everything(onlooker, version, rng)
        if viewer is not None:
            try_everything(onlooker, viewer, rng)
        check_lists(caller or Caller(api, f"looks-{actions}"), here, there)
        Game.objects.filter(pk=there).update(visibility="unlisted")
        Seat.objects.filter(game=there).update(player=None)


def check_lists(caller: Caller, here: UUID, there: UUID) -> None:
    """Both games stand in the same lists, with the same words."""
    for path in ("/games", "/me/games"):
        found = {entry["id"]: json.dumps(entry) for entry in caller.seen(path)["items"]}
        told = [anonymous(found[str(game)], game) for game in (here, there) if str(game) in found]
        assert len(told) in (0, 2)
        assert len(set(told)) <= 1


@pytest.mark.parametrize("name", GAMES)
def test_the_double_is_another_game(ada, bob, cleo, name):
    """Or the test above would show nothing."""
    here = dealt(ada, bob, cleo, ruleset=name).id
    play_on(here, actions=1, seed=5)
    rng, first = random.Random(1), folded_now(here).state
    pending = [folded_now(stored_double(here, None, rng)).state for _ in range(12)]
    assert first
    assert len({repr(state and state.choices) for state in pending}) > 6
    assert len({tuple(len(c or ()) for c in state.choices) for state in pending if state}) > 1

    while first and first.phase == "setup":  # now all that was dealt is still in the hands
        first = play_on(here, actions=1, seed=5).state
    assert first
    for viewer in (0, 1, 2):
        doubles = [folded_now(stored_double(here, viewer, rng)).state for _ in range(5)]
        assert all(state and state.hands[viewer] == first.hands[viewer] for state in doubles)
        assert all(state and state.tickets[viewer] == first.tickets[viewer] for state in doubles)
        for hidden in ("hands", "tickets", "piles"):
            assert len({repr(getattr(state, hidden)) for state in doubles}) > 1
