"""Everything that changes something. What can be done only once is prepared for every round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any, Final

from games.deliveries.models import Delivery
from games.log.models import Game
from games.projector import game_project
from games.tables.lobby import TableWish, game_create
from games.webhooks.models import Webhook
from rules import plain_action
from tests.bench.tables import Person, people, script, table
from tests.support.filler import run
from tests.support.questions.client import API, FINE, Asked, Asker
from tests.support.questions.seats import finished_games

WISH: Final = {"ruleset": "london", "seats": 2}
PUBLIC_URL: Final = "https://93.184.215.14/"  # a number, so no name is resolved


def writes(players: list[Person], rounds: int) -> Asked:
    return {
        **_moves(players, rounds),
        **_tables(players, rounds),
        **_account(rounds),
        **_tokens(players[0]),
        **_webhooks(players[0]),
        **_imports(players[0]),
        **_relations(players),
    }


def _each(prepared: list[Callable[[], Any]]) -> Callable[[], Any]:
    waiting = iter(prepared)

    def ask() -> Any:
        return next(waiting)()

    return ask


def _moves(players: list[Person], rounds: int) -> Asked:
    """The same tables of London are played on and on; the other people at them are notified."""
    games = [table("london", 2, players[:2]) for _ in range(2 + rounds // 50)]
    callers = [Asker(token) for _, token in players]

    def posts() -> Iterator[Any]:
        for game in games:
            for action in script(game, actions=100, seed=1):
                body = {name: value for name, value in plain_action(action).items() if name != "seat"}
                yield callers[action.seat].ask("POST", f"{API}/games/{game.id}/actions", body)

    def notify() -> None:
        run("UPDATE games_notifiercursor SET seq = 0 WHERE game_id = %(game)s", game=games[0].id)
        game_project(games[0].id)

    waiting = posts()
    return {"POST action": lambda: next(waiting), "notifying of one game": notify}


def _tables(players: list[Person], rounds: int) -> Asked:
    (ada, mine), (you_are, yours) = players[:2]
    ended = finished_games(ada)[0].id
    me, you = Asker(mine), Asker(yours)

    def opened() -> str:
        return f"{API}/games/{game_create(ada, TableWish(ruleset='london', seats=2)).game.id}"

    def sat() -> str:
        path = opened()
        you.ask("POST", f"{path}/seats", {})
        return path

    def invited(path: str) -> str:
        me.ask("PUT", f"{path}/invitations/{you_are.name}", {"hold": True})
        return path

    def started() -> str:
        return f"{API}/games/{table('london', 2, players[:2]).id}"

    def invite() -> str:
        game = game_create(ada, TableWish(ruleset="london", seats=2, visibility="private")).game
        return f"{API}/games/{game.id}/invite/{game.invite_code}"

    def again() -> None:
        Game.objects.filter(pk=ended).update(rematch=None)
        me.ask("POST", f"{API}/games/{ended}/rematch")

    times = range(rounds)
    return {
        "POST /games": you.posting(f"{API}/games", WISH),
        "POST /games/…/seats": _each([you.posting(f"{opened()}/seats", {}) for _ in times]),
        "DELETE /games/…/seats/me": _each([_deleting(you, f"{sat()}/seats/me") for _ in times]),
        "DELETE /games/…/seats/1": _each([_deleting(me, f"{sat()}/seats/1") for _ in times]),
        "POST /games/…/start": _each([me.posting(f"{sat()}/start") for _ in times]),
        "POST /games/…/resign": _each([you.posting(f"{started()}/resign") for _ in times]),
        "POST /games/…/rematch": again,
        "POST /games/…/messages": _each([me.posting(f"{opened()}/messages", {"text": "hi"}) for _ in times]),
        "PUT /games/…/note": partial(me.ask, "PUT", f"{opened()}/note", {"text": "mine"}),
        "PUT /games/…/invitations/…": _each([partial(invited, opened()) for _ in times]),
        "GET /games/…/invite/…": Asker().getting(invite()),
        "GET /games/…/invitations": me.getting(f"{invited(opened())}/invitations"),
        "DELETE /games/…/invitations/…": _each(
            [_deleting(me, f"{invited(opened())}/invitations/{you_are.name}") for _ in times]
        ),
        "POST /games/…/seats, invited": _each([you.posting(f"{invited(opened())}/seats", {}) for _ in times]),
    }


def _deleting(asker: Asker, path: str) -> Callable[[], Any]:
    return lambda: asker.ask("DELETE", path)


def _account(rounds: int) -> Asked:
    numbers = count()
    newcomers = [Asker(token) for _, token in people(rounds + 1)]
    renamed, *leaving = newcomers
    return {
        "POST /players": lambda: Asker().ask("POST", f"{API}/players", {"name": f"new-{next(numbers)}"}),
        "PATCH /me": lambda: renamed.ask("PATCH", f"{API}/me", {"name": f"again-{next(numbers)}"}),
        "DELETE /me": _each([_deleting(one, f"{API}/me") for one in leaving]),
    }


def _tokens(person: Person) -> Asked:
    me, path = Asker(person[1]), f"{API}/me/tokens"

    def made_and_revoked() -> None:
        made = me.ask("POST", path, {"name": "growth", "scopes": ["games:read"]}).json()
        me.ask("DELETE", f"{path}/{made['id']}")

    return {"POST and DELETE /me/tokens": made_and_revoked}


def _webhooks(person: Person) -> Asked:
    player, token = person
    me, path = Asker(token), f"{API}/webhooks"
    hook = Webhook.objects.get(player=player)
    sent = Delivery.objects.filter(webhook=hook)[0]
    one = f"{path}/{hook.id}"

    def made_and_deleted() -> None:
        made = me.ask("POST", path, {"url": PUBLIC_URL, "kinds": ["game.your_turn"]}).json()
        me.ask("DELETE", f"{path}/{made['id']}")

    return {
        "POST and DELETE /webhooks": made_and_deleted,
        "PATCH /webhooks/…": lambda: me.ask("PATCH", one, {"description": "growth"}),
        "POST /webhooks/…/rotate": me.posting(f"{one}/rotate"),
        "POST /webhooks/…/test": me.posting(f"{one}/test"),
        "POST /webhooks/…/replay": me.posting(f"{one}/deliveries/{sent.id}/replay"),
    }


def _relations(players: list[Person]) -> Asked:
    (_, token), (other, _) = players[:2]
    me = Asker(token)

    def put_and_deleted(path: str) -> Callable[[], None]:
        def ask() -> None:
            me.ask("PUT", f"{API}/me/{path}/{other.name}")
            me.ask("DELETE", f"{API}/me/{path}/{other.name}")

        return ask

    return {
        "PUT and DELETE /me/friends/…": put_and_deleted("friends"),
        "PUT and DELETE /me/blocks/…": put_and_deleted("blocks"),
        "PATCH /me/preferences": lambda: me.ask("PATCH", f"{API}/me/preferences", {"invitations": "anyone"}),
    }


def _imports(person: Person) -> Asked:
    player, token = person
    me, path = Asker(token), f"{API}/games/{finished_games(player)[0].id}"
    log = b"".join(me.client.get(f"{path}/export"))

    def imported() -> None:
        """After the first time it is known."""
        answer = me.client.generic("POST", f"{API}/imports", log, "application/x-ndjson")
        assert answer.status_code in FINE, answer.content

    return {"POST /imports": imported}
