"""Every kind of request, and everything that is done in the background, to be asked again and again."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, Final

from django.contrib.auth.models import User
from django.core import signing
from django.test import Client
from django.utils import timezone

from games.audits.jobs import audits_forget, audits_sweep
from games.audits.nightly import games_verify
from games.log import store
from games.management.commands import notify
from games.models import Game, Player, Rating, Seat
from games.notices.services import Given, notices_forget, notices_give
from games.notifier import game_notify
from games.play.closure import stale_tables_close
from games.play.idempotency import keys_forget
from games.play.sweep import games_sweep
from games.retention import sessions_forget, tokens_forget, verification_runs_forget
from games.webhooks.leases import batch_lease
from games.webhooks.receivers import deliveries_prune, expired_pause, overfull_pause
from tests.bench.tables import Person, body, script, table
from tests.support.filler import run
from tests.support.notified import PAUSED

Asked = dict[str, Callable[[], object]]
FORGOTTEN: Final = (keys_forget, notices_forget, audits_forget, deliveries_prune)
FORGOTTEN_TOO: Final = (tokens_forget, verification_runs_forget, sessions_forget)
MINE: Final = 60  # games of the player who asks
API: Final = "/api/v1"


def questions(players: list[Person], *, rounds: int) -> Asked:
    ada, token = players[0]
    _seat(ada)
    notices_give([Given(ada.pk, timezone.now(), PAUSED.kind, PAUSED.data)] * 200)
    found = {**_lists(token), **_games(ada, token), **_mine(token), **_operator(), **_background()}
    return {**found, **_posts(players, rounds)}


def _seat(player: Player) -> None:
    """The player has sat in games of all times, among however many others."""
    free = Seat.objects.filter(number=0, game__origin__isnull=False).exclude(game__seats__player=player)
    games = list(free.order_by("game__created_at").values_list("game", flat=True))
    chosen = random.Random(1).sample(games, MINE)
    Seat.objects.filter(number=0, game__in=chosen).update(player=player)


def _get(path: str, token: str = "", status: int = 200) -> Callable[[], Any]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    client = Client()

    def ask() -> Any:
        answer = client.get(path, headers=headers)
        assert answer.status_code == status, answer.content
        if answer.streaming:
            return sum(map(len, answer))
        return answer

    return ask


def _lists(token: str) -> Asked:
    deep = (timezone.now() - timedelta(days=292)).strftime("%Y-%m-%dT%H:%M:%SZ")
    queries = {
        *("", "status=open", "status=playing", "status=finished", "status=closed", "open_seats=true"),
        *("ruleset=london", "ruleset=world", "speed=untimed", "status=finished&ruleset=berlin"),
        *("status=playing&speed=untimed", "status=playing,finished", "player=p-7", "player=nobody"),
        *("player=planner", "player=search", "player=p-7&status=finished"),
    }
    paths = [f"/games?limit=5&{query}" for query in sorted(queries)]
    paths += ["/leaderboards/london?limit=5", "/leaderboards/london?kind=bots", "/players/p-7"]
    found: Asked = {f"GET {path}": _get(API + path) for path in paths}
    for query in ("", "&status=finished", "&ruleset=london"):
        found[f"GET /games?until=…{query}"] = _get(f"{API}/games?limit=5&until={deep}{query}")
    found["GET last page of a leaderboard"] = _get(_last_page("world", 5))
    return found


def _last_page(ruleset: str, limit: int) -> str:
    """The address of a leaderboard's end, without all the pages before it."""
    board = Rating.objects.filter(ruleset=ruleset, kind="people")
    last = board.order_by("rating", "rated")[limit]
    carried = [board.count() - limit, 1, last.rating]
    salt = "cursor of Rating by -rating,-rated"
    cursor = signing.dumps([0, [str(last.rating), str(last.rated)], carried], salt=salt)
    return f"{API}/leaderboards/{ruleset}?limit={limit}&cursor={cursor}"


def _games(player: Player, token: str) -> Asked:
    """Of one game: from what the process knows of it, and as if it had never seen it."""
    mine = Game.objects.filter(seats__player=player, origin__isnull=False, seat_count=2)
    path = f"{API}/games/{mine.filter(status='finished', ruleset='london@1').latest('created_at').id}"
    cold = _get(path)

    def unknown() -> object:
        store.states.clear()
        return cold()

    parts = ("", "/events", "/events?after=100", "/actions", "/audits", "/looks", "/export", "/record.txt")
    found: Asked = {f"GET /games/…{part}": _get(path + part, token) for part in parts}
    return {**found, "GET /games/… of which nothing is cached": unknown}


def _mine(token: str) -> Asked:
    paths = (
        *("/me", "/me/games?limit=5", "/me/games?turn=mine&limit=5", "/me/games?status=finished&limit=5"),
        *("/me/notices?limit=50", "/me/notices?after=150", "/me/tokens", "/webhooks"),
    )
    found: Asked = {f"GET {path}": _get(API + path, token) for path in paths}
    return {**found, "GET /metrics": _get("/metrics"), "GET /readyz": _get("/readyz")}


def _operator() -> Asked:
    client = Client()
    client.force_login(User.objects.create_superuser("growth"))

    def opened(path: str) -> Callable[[], Any]:
        def ask() -> None:
            assert client.get(path).status_code == 200

        return ask

    paths = ("game/", "game/?status=playing", "game/?parked=yes", "player/", "operatordeed/")
    return {f"GET /admin/games/{path}": opened(f"/admin/games/{path}") for path in paths}


def _background() -> Asked:
    look = notify.Look()
    notify.forgotten(look)
    games_verify()  # the first of a week looks at everything
    found: Asked = {
        "the notifier's look": lambda: notify.forgotten(look),
        "sweep": games_sweep,
        "sweep of audits": audits_sweep,
        "closing stale tables": stale_tables_close,
        "nightly audit, nothing new": games_verify,
        "leasing deliveries": batch_lease,
        "pausing overfull webhooks": overfull_pause,
        "pausing webhooks without a token": expired_pause,
    }
    return found | {forget.__name__: forget for forget in (*FORGOTTEN, *FORGOTTEN_TOO)}


def _posts(players: list[Person], rounds: int) -> Asked:
    """The same table of London is played on and on; the other people at it are told."""
    ada, bob = players[:2]
    games = [table("london", 2, [ada, bob]) for _ in range(2 + rounds // 50)]
    client = Client()

    def posts() -> Iterator[Any]:
        for game in games:
            for action in script(game, actions=100, seed=1):
                headers = {"Authorization": f"Bearer {players[action.seat][1]}"}
                path = f"{API}/games/{game.id}/actions"
                yield client.post(path, body(action), content_type="application/json", headers=headers)

    def post() -> None:
        answer = next(waiting)
        assert answer.status_code == 201, answer.content

    def tell() -> None:
        run("UPDATE games_notifiercursor SET seq = 0 WHERE game_id = %(game)s", game=games[0].id)
        game_notify(games[0].id)

    def open_table() -> None:
        headers = {"Authorization": f"Bearer {bob[1]}"}
        wish = b'{"ruleset": "london", "seats": 2}'
        answer = client.post(f"{API}/games", wish, content_type="application/json", headers=headers)
        assert answer.status_code == 201, answer.content

    waiting = posts()
    return {"POST action": post, "POST /games": open_table, "notifying of one game": tell}
