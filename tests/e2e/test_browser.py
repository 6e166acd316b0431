"""What a page in a real browser can do: the documentation is read and tried, and another origin plays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files

import pytest

from tests.e2e.bot_tables import Host
from tests.support import oauth_page
from tests.support.browser import Browser, Page, browsing, chromium
from tests.support.http_server import Handler, serving
from tests.support.webhook_receiver import receiving

pytestmark = pytest.mark.skipif(chromium() is None, reason="no Chromium is installed")


@pytest.fixture(scope="module")
def browser(tmp_path_factory) -> Iterator[Browser]:
    program = chromium()
    assert program
    with browsing(program, tmp_path_factory.mktemp("browser")) as started:
        yield started


class Blank(Handler):
    """A page of somebody else's."""

    def serve(self) -> None:
        self.reply(200, {"Content-Type": "text/html"}, b"<!doctype html><title>A client</title>")


@pytest.fixture
def elsewhere(run, browser) -> Iterator[Page]:
    """A page on another origin, with a function that asks the API."""
    with serving(Blank) as port:
        page = browser.page()
        page.open(f"http://localhost:{port}/")
        page.run(
            f"""
            const api = "http://localhost:{run.port}/api/v1";
            const send = (path, token, method = "GET", body = undefined, more = {{}}) => fetch(api + path, {{
                method, body: body && JSON.stringify(body),
                headers: {{...(token && {{Authorization: "Bearer " + token}}),
                           ...(body && {{"Content-Type": "application/json"}}), ...more}},
            }});
            const against_a_bot = async (name) => {{
                const {{token: {{token}}}} = await (await send("/players", "", "POST", {{name}})).json();
                const wish = {{ruleset: "london", seats: 2, bots: ["random"], options: {{first: "0"}}}};
                const {{id}} = await (await send("/games", token, "POST", wish)).json();
                await send(`/games/${{id}}/start`, token, "POST");
                return {{token, path: `/games/${{id}}`}};
            }};
            """
        )
        yield page


def test_a_page_on_another_origin_cannot_reach_this_machine_through_us(elsewhere):
    with receiving() as neighbour:
        said = elsewhere.run(
            f"""(async () => {{
                const made = await send("/players", "", "POST", {{name: "evil"}});
                const {{token: {{token}}}} = await made.json();
                const hook = {{url: "{neighbour.url}", kinds: ["game.your_turn"]}};
                const answer = await send("/webhooks", token, "POST", hook);
                return [answer.status, (await answer.json()).code];
            }})()"""
        )

        assert said == [422, "url_refused"]
        assert neighbour.received == []


def test_a_page_of_ours_has_messages_sent_to_this_machine(run, browser):
    page, host = browser.page(), Host(run, "own-page")
    page.open(f"http://localhost:{run.port}/docs")
    with receiving() as neighbour:
        headers = {"Authorization": f"Bearer {host.token}", "Content-Type": "application/json"}
        body = json.dumps({"url": neighbour.url, "kinds": ["game.your_turn"]})
        wish = {"method": "POST", "headers": headers, "body": body}
        said = page.run(f"fetch('/api/v1/webhooks', {json.dumps(wish)}).then((answer) => answer.status)")

    assert said == 201


def test_a_page_on_another_origin_reads_a_game_and_acts(elsewhere):
    said = elsewhere.run(
        """(async () => {
            const {token, path} = await against_a_bot("read-and-act");
            const game = await send(path, token), tag = game.headers.get("ETag");
            const {seat, version, links} = await game.json();
            const {items} = await (await send(`${path}/actions`, token)).json();
            const once = {"If-Match": tag, "Idempotency-Key": "first"};
            const done = await send(`${path}/actions`, token, "POST", items[0], once);
            const again = await send(`${path}/actions`, token, "POST", items[0], once);
            const {version: after} = await done.json();
            return {seat, hasStream: links.stream, done: done.status, at: after - version,
                    replayed: again.headers.get("Idempotency-Replayed"),
                    limit: again.headers.get("RateLimit") !== null};
        })()"""
    )

    assert said["hasStream"].startswith("/api/v1/games/")
    assert (said["seat"], said["done"], said["replayed"], said["limit"]) == (0, 201, "true", True)
    assert said["at"] >= 1


def test_a_page_on_another_origin_follows_its_own_stream_with_fetch(elsewhere):
    said = elsewhere.run(
        """(async () => {
            const {token, path} = await against_a_bot("own-stream");
            const ndjson = {Accept: "application/x-ndjson"};
            const stream = await send(`${path}/stream`, token, "GET", undefined, ndjson);
            const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
            let text = "", acted = false;
            while (!acted || !text.includes('"event":"event"')) {
                text += (await reader.read()).value;
                if (!acted && text.includes("\\n")) {
                    const {items} = await (await send(`${path}/actions`, token)).json();
                    acted = (await send(`${path}/actions`, token, "POST", items[0])).status === 201;
                }
            }
            await reader.cancel();
            return JSON.parse(text.split("\\n")[0]);
        })()"""
    )

    assert (said["event"], said["data"]["seat"]) == ("view", 0)  # not a spectator's: the token arrived
    assert said["data"]["view"]["seats"][0]["hand"]


def test_a_page_on_another_origin_watches_a_public_game_without_a_token(elsewhere):
    said = elsewhere.run(
        """(async () => {
            const {path} = await against_a_bot("watched");
            const source = new EventSource(`${api}${path}/stream?seconds=20`);
            const view = await new Promise((heard, failed) => {
                source.addEventListener("view", heard);
                source.addEventListener("error", failed);
            });
            source.close();
            return {id: view.lastEventId, game: JSON.parse(view.data)};
        })()"""
    )

    assert said["id"] == str(said["game"]["version"])
    assert "seat" not in said["game"]


def test_the_reference_tries_out_a_stream_with_a_token(run, browser):
    host = Host(run, "try-it")
    wish = {"ruleset": "london", "seats": 2, "bots": ["random"], "visibility": "private"}
    game = host.post("/games", wish)["id"]
    page = browser.page()
    page.open(f"http://localhost:{run.port}/docs/reference/streams#streamGame")
    page.until("!document.querySelector('#token-form').hidden")
    page.fill("#token", host.token)
    page.fill("#streamGame-game_id", game)
    page.fill("#streamGame-seconds", "2")
    page.click("details:has(#streamGame-seconds) button")

    answer = "document.querySelector('details:has(#streamGame-seconds) output')"
    page.until(f"{answer}?.textContent.includes('time_over')")
    said = page.run(f"{answer}.textContent")
    assert "event: view" in said
    assert '"seat":0' in said  # one's own, so the token was sent


def test_the_reference_signs_its_reader_in_and_comes_back(run, browser):
    page = browser.page()
    page.open(f"http://localhost:{run.port}/docs/reference/me#getMe")
    page.click("#sign-in")
    page.click("main a[href^='/account/sign-up?']")
    oauth_page.fill_in(page, "reader")
    page.until("location.pathname + location.hash === '/docs/reference/me#getMe'")
    page.until("document.querySelector('#signed-in')?.hidden === false")
    box = 'details[data-path="/api/v1/me"][data-method=GET]'
    page.click(f"{box} button")

    page.until(f"document.querySelector('{box} output')?.textContent.includes('\"name\": \"reader\"')")


AXE = (files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")
READ = ["/docs", "/docs/quick-start", "/docs/errors", "/docs/rules/london", "/docs/reference/play"]


@pytest.mark.parametrize("path", READ)
def test_nothing_in_the_documentation_stands_in_the_way_of_people(run, browser, path):
    page = browser.page()
    page.open(f"http://localhost:{run.port}{path}")
    for scheme in ("light", "dark"):
        page.prefer(scheme)
        found = page.run(AXE + ";axe.run(document, {resultTypes: ['violations']}).then((r) => r.violations)")
        assert [
            (each["id"], [node["html"][:200] for node in each["nodes"][:3]])
            for each in found
            if each["impact"] in ("serious", "critical")
        ] == [], scheme


@pytest.mark.parametrize("path", READ)
def test_a_page_of_the_documentation_fits_a_phone_and_is_small(run, browser, path):
    page = browser.page()
    page.resize(360, 780)
    page.open(f"http://localhost:{run.port}{path}")

    assert page.run("document.documentElement.scrollWidth") <= 360
    sizes = "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
    assert page.run(f"{sizes}.reduce((sum, each) => sum + each.transferSize, 0)") < 300_000


def test_a_search_suggests_sections_while_one_types(run, browser):
    page = browser.page()
    page.open(f"http://localhost:{run.port}/docs")
    page.fill(".search input", "stale_version")

    page.until("document.querySelector('.found a[href=\"/docs/errors#stale_version\"]')")


def test_a_language_is_chosen_once_for_all_examples(run, browser):
    page = browser.page()
    page.open(f"http://localhost:{run.port}/docs/quick-start")
    page.click("label[for=tabs-1-1]")
    page.open(f"http://localhost:{run.port}/docs/reference/players")

    shown = "[...document.querySelectorAll('.panel pre')].filter((pre) => pre.offsetParent)"
    page.until(f"{shown}.every((pre) => pre.dataset.language === 'Python')")
