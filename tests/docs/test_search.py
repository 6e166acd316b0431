"""What people look for is among the first that are found. The queries are those of a trial with newcomers."""

import json
import subprocess

import pytest

from docs.site.build import STATIC
from tests.clients.javascript.runtimes import DENO, deno

# A query, and pages that answer it.
FOUND = {
    "token expiry": ("tokens#the-end-of-a-token",),
    "retry POST timeout": ("retries",),
    "finished games pagination": ("lists#lists-of-games",),
    "opponent does not move": ("clocks", "reference/play#giveTime"),
    "joker": ("rules",),
    "coordinates": ("views#pictures",),
    "deprecation": ("versions",),
    "refresh token rotate": ("oauth#tokens-of-an-app",),
    "shuffle cheat": ("fairness",),
    "websocket": ("streams",),
    "idempotancy": ("retries#idempotency-key",),
    "leaderbord": ("reference/players#listLeaderboards",),
    "gdpr": ("reference/me#exportMe",),
    "postman": ("generators",),
    "my turn": ("turns",),
    "createGame": ("reference/games#createGame",),
    "verify signature": ("webhooks",),
    "CORS": ("clients/web#on-another-origin",),
    "wild": ("rules",),
    "life of a token": ("tokens",),
    "rate limit headers": ("limits#rate-limits",),
    "verify a webhook": ("webhooks",),
    "fixed deal in CI": ("testing#a-chosen-deal",),
    "rules of World": ("rules/world",),
    "drawing a board": ("views#pictures", "reference/rulesets#drawBoard"),
    "all games in one connection": ("streams",),
    "what may change": ("versions",),
    "my bot as an opponent": ("bots",),
    "proof against cheating": ("audits", "fairness"),
    "stale_version": ("errors#stale_version",),
}
# Asked by name, with a typo, or by one word of several: the first of all.
FIRST = {
    "createGame": "reference/games#createGame",
    "route_claimed": "events#route_claimed",
    "stale_version": "errors#stale_version",
    "webhoks": "webhooks",
    "clocks": "clocks",
    "quick start zzzz": "quick-start",
}
PROGRAM = """
const { searcher } = await import(`file://${Deno.args[0]}`);
const find = searcher(JSON.parse(await Deno.readTextFile(Deno.args[1])));
const shown = (query) => find(query).slice(0, 3).map(({ address }) => address);
console.log(JSON.stringify(JSON.parse(Deno.args[2]).map(shown)));
"""


@pytest.fixture(scope="module")
def found(site, tmp_path_factory) -> dict[str, list[str]]:
    """What is suggested for each query, the best first."""
    program, queries = tmp_path_factory.mktemp("search") / "search.mjs", [*FOUND, *FIRST, "zzzzqqqq"]
    program.write_text(PROGRAM)
    words = (program, STATIC / "search.mjs", site / "search.json", json.dumps(queries))
    done = subprocess.run(
        [str(DENO), "run", "--quiet", "--no-check", "--allow-read", *map(str, words)],
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(zip(queries, json.loads(done.stdout), strict=True))


@deno
def test_what_newcomers_ask_for_is_among_the_first_three(found):
    wrong = {
        query: found[query]
        for query, pages in FOUND.items()
        if not {f"/docs/{page}" for page in pages} & set(found[query])
    }

    assert len(FOUND) == 30
    assert wrong == {}


@deno
def test_a_name_comes_first_and_so_does_a_title(found):
    first = {query: found[query][0] for query in FIRST}

    assert first == {query: f"/docs/{page}" for query, page in FIRST.items()}
    assert found["zzzzqqqq"] == []
