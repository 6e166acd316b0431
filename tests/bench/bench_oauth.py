"""What OAuth costs: a request with the token of an app against a personal one, and the flow in a browser.

Both tokens are looked up by one statement, so the ratio should be 1. The flow is that of a page on another
origin in a real browser: to the server, consent, back, and the code against tokens.
"""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path

from games.accounts.models import Player
from games.oauth.credentials import access_token_new, refresh_token_new
from games.oauth.grants import grant_open
from games.oauth.models import App
from games.oauth.services import app_create
from tests.bench.frame import Figure, load_of_the_machine
from tests.bench.load import Load, request, run
from tests.bench.tables import Person, people, servers, table
from tests.support import oauth_page
from tests.support.browser import Page, browsing, chromium
from tests.support.http_server import serving
from tests.support.web_process import Web, web_server

CLIENTS = 4
REQUESTS = 20  # of each client with either token, in one slice
SLICES = 60
FLOWS = 10


def measure() -> list[Figure]:
    with servers() as (root, found):
        everybody = people(CLIENTS)
        maker = everybody[0][0]
        app, _ = app_create(
            maker, confidential=False, name="Bench", homepage="", redirect_uris=[oauth_page.BACK]
        )
        jobs = [_looks(everybody), _looks([(player, _allowed(player, app)) for player, _ in everybody])]
        with web_server(root, found, processes=2) as web:
            personal, of_apps = _take_turns(web, jobs)
            flows = _flows(web, app.client_id, root)
    return [
        Figure("GET game, personal token", personal.percentile(50) * 1e3, "ms", "median"),
        Figure("GET game, token of an app", of_apps.percentile(50) * 1e3, "ms", "median"),
        Figure("ratio", of_apps.percentile(50) / personal.percentile(50), "×", "1 is the aim"),
        *flows,
        load_of_the_machine(),
    ]


def _allowed(player: Player, app: App) -> str:
    access = access_token_new()
    grant_open(player, app, ["games:read", "games:play"], access=access, refresh=refresh_token_new())
    return access


def _looks(everybody: list[Person]) -> list[list[bytes]]:
    return [
        [request("GET", f"/games/{table('london', 2, [one, *people(1)]).id}", token=one[1])] * REQUESTS
        for one in everybody
    ]


def _take_turns(web: Web, jobs: list[list[list[bytes]]]) -> list[Load]:
    """A slice of each in turn, so that a slow moment of the machine hits both; the first warms up."""
    loads = [Load() for _ in jobs]
    for turn in range(SLICES + 1):
        for load, scripts in zip(loads, jobs, strict=True):
            once = run(web.port, scripts, expect=200)
            if turn:
                load.add(once)
    return loads


def _flows(web: Web, client_id: str, root: Path) -> list[Figure]:
    program = chromium()
    if program is None:
        return []
    issuer = f"http://localhost:{web.port}"
    with browsing(program, root / "browser") as browser, serving(oauth_page.ClientPage) as port:
        page, home = browser.page(), f"http://localhost:{port}/"
        page.open(home)
        first = _flow(page, issuer, client_id, name="bench-person")
        times = []
        for _ in range(FLOWS):
            page.open(home)
            times.append(_flow(page, issuer, client_id))
    return [
        Figure("browser flow with sign-up", first, "s", "once"),
        Figure("browser flow, signed in", statistics.median(times), "s", f"median of {FLOWS}"),
    ]


def _flow(page: Page, issuer: str, client_id: str, name: str = "") -> float:
    """Seconds from leaving the client until it has tokens; pages are polled ten times a second."""
    start = time.perf_counter()
    oauth_page.begin(page, issuer, client_id, "games:read games:play")
    if name:
        oauth_page.sign_up(page, name)
    oauth_page.answer(page, "allow")
    made = page.run("finish()")
    taken = time.perf_counter() - start
    if "access_token" not in made:
        raise RuntimeError(f"no tokens: {json.dumps(made)}")
    return taken
