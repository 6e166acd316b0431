"""Everything that is read: lists, games, a player's own, and the pages of operators."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Final

from django.contrib.auth import get_user_model
from django.core import signing
from django.utils import timezone

from games.accounts.keys import key_set
from games.accounts.models import Player, Scope
from games.accounts.services import token_create
from games.calendars.services import calendar_create
from games.deliveries.models import Delivery
from games.http.rate_limits import refund
from games.log import store
from games.me.export_views import EXPORTS
from games.notifications.models import PushSubscription
from games.oauth.grants import grant_open
from games.oauth.services import app_create
from games.ratings.models import Rating
from games.webhooks.models import Webhook
from tests.bench.tables import Person
from tests.support.questions.client import API, Asked, Asker
from tests.support.questions.seats import finished_games
from tests.support.signing import Signer

LISTED: Final = (
    *("", "status=open", "status=playing", "status=finished", "status=closed", "open_seats=true"),
    *("ruleset=london", "ruleset=world", "speed=untimed", "status=finished&ruleset=berlin"),
    *("status=playing&speed=untimed", "status=playing,finished", "player=p-7", "player=nobody"),
    *("player=planner", "player=search", "player=p-7&status=finished"),
)
ALIKE: Final = (
    *("/rulesets", "/rulesets/london", "/rulesets/london/board.svg", "/bots", "/problems", "/leaderboards"),
    *("/leaderboards/london?limit=5", "/leaderboards/london?kind=bots", "/players/p-7"),
)
OF_A_GAME: Final = (
    *("", "?at=50", "/events", "/events?after=100", "/actions", "/audit", "/looks", "/receipt"),
    *("/diff?from=10&to=50", "/board.svg", "/export", "/record.txt"),
    *("/messages?limit=5", "/note", "/proofs", "/report"),
)
MINE: Final = (
    *("/me", "/me/games?limit=5", "/me/games?turn=mine&limit=5", "/me/games?status=finished&limit=5"),
    *("/me/notices?limit=50", "/me/notices?after=150", "/me/tokens", "/webhooks", "/me/invitations?limit=5"),
    *("/me/friends?limit=5", "/me/friends?status=friend", "/me/blocks?limit=5", "/me/preferences"),
    *("/me/results?limit=5", "/me/results?opponent=p-7", "/me/results?ruleset=london&won=true"),
    *(
        "/me/statistics",
        "/me/statistics?opponent=p-7",
        "/me/calendar",
        "/me/key",
        "/me/notifications",
        "/me/apps",
    ),
    *("/apps", "/me/push-subscriptions", "/push-key"),
)
OF_THE_SERVER: Final = ("/metrics", "/healthz", "/readyz", API, "/.well-known/signalbox-key")
OPERATED: Final = (
    "game/",
    "game/?status=playing",
    "game/?parked=yes",
    "game/?ruleset=london%401",
    "player/",
    "operatordeed/",
)
PASSWORD: Final = "a long enough secret"
DELIVERIES: Final = 40


def reads(person: Person) -> Asked:
    player, token = person
    return {
        **_lists(),
        **_games(player, token),
        **_mine(player, token),
        **_webhook(player, token),
        **_operator(player),
    }


def _lists() -> Asked:
    deep = (timezone.now() - timedelta(days=292)).strftime("%Y-%m-%dT%H:%M:%SZ")
    anybody = Asker()
    paths = [f"/games?limit=5&{query}" for query in LISTED] + list(ALIKE)
    found: Asked = {f"GET {path}": anybody.getting(API + path) for path in paths}
    for query in ("", "&status=finished", "&ruleset=london"):
        found[f"GET /games?until=…{query}"] = anybody.getting(f"{API}/games?limit=5&until={deep}{query}")
    found["GET last page of a leaderboard"] = anybody.getting(_last_page("world", 5))
    return found | {f"GET {path}": anybody.getting(path) for path in OF_THE_SERVER}


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
    me, path = Asker(token), f"{API}/games/{finished_games(player)[0].id}"

    def unknown() -> object:
        store.states.clear()
        return Asker().ask("GET", path)

    found: Asked = {f"GET /games/…{part}": me.getting(path + part) for part in OF_A_GAME}
    return {**found, "GET /games/… of which nothing is cached": unknown}


def _mine(player: Player, token: str) -> Asked:
    me, (own, auditing) = Asker(token), token_create(player, name="audits", scopes=[Scope.AUDIT])
    app, _ = app_create(player, confidential=False, name="growth", redirect_uris=["https://93.184.215.14/"])
    grant_open(player, app, [Scope.READ], access="a", refresh="b")
    browser = PushSubscription.objects.create(
        player=player, endpoint="https://93.184.215.14/", p256dh=b"", auth=b"", created_at=timezone.now()
    )
    _, secret = calendar_create(player)
    key_set(player, key=Signer().key, required=False)
    paths = {
        **{path: path for path in MINE},
        "/me/tokens/…": f"/me/tokens/{own.id}",
        "/apps/…": f"/apps/{app.id}",
        "/me/push-subscriptions/…": f"/me/push-subscriptions/{browser.id}",
        "/calendars/….ics": f"/calendars/{secret}.ics",
    }
    found: Asked = {f"GET {name}": me.getting(API + path) for name, path in paths.items()}
    found["GET /me/export"] = partial(_exported, "GET", f"{API}/me/export", me, player)
    return {**found, "GET /me/audits": Asker(auditing).getting(f"{API}/me/audits")}


def _exported(method: str, path: str, me: Asker, player: Player) -> object:
    """As if the last time were long ago."""
    refund(EXPORTS, player)
    return me.ask(method, path)


def _webhook(player: Player, token: str) -> Asked:
    """One of the player's, and messages that were sent to it."""
    hook = Webhook.objects.create(
        player=player, token=player.tokens.get(name="first"), url="https://93.184.215.14/", kinds=[]
    )
    now = timezone.now()
    sent = Delivery.objects.bulk_create(
        Delivery(webhook=hook, kind="webhook.test", data={}, state="delivered", created_at=now, ended_at=now)
        for _ in range(DELIVERIES)
    )
    me, path = Asker(token), f"{API}/webhooks/{hook.id}"
    return {
        "GET /webhooks/…": me.getting(path),
        "GET /webhooks/…/deliveries": me.getting(f"{path}/deliveries?limit=5"),
        "GET /webhooks/…/deliveries/…": me.getting(f"{path}/deliveries/{sent[0].id}"),
    }


def _operator(player: Player) -> Asked:
    operator = Asker()
    get_user_model().objects.create_superuser("growth", password=PASSWORD)
    operator.client.post("/admin/login/", {"username": "growth", "password": PASSWORD})
    game = finished_games(player)[0].id
    pages = {
        **{page: page for page in OPERATED},
        "game/?q=…": f"game/?q={game}",
        "game/…": f"game/{game}/change/",
        "log of a game": f"game/{game}/log/",
        "player/…": f"player/{player.pk}/change/",
    }
    return {
        f"GET /admin/games/{name}": operator.getting(f"/admin/games/{page}") for name, page in pages.items()
    }
