"""The web table in a Chromium on this machine, with a whole server as `make run` starts it.

- The first table with a cold cache, in a new browser each time, once it has started and come to rest: bytes
  over the wire with all headers, requests, and the time from the navigation to the drawn map.
- From the receipt of an event by the page to the frame that shows it, while a person and a bot play.
- The frames while World is dragged about.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from uuid import uuid4

from playwright.sync_api import Browser, Page, sync_playwright

from signalbox_client import Client
from tests.bench.frame import Figure, load_of_the_machine
from tests.e2e.runs import running
from tests.support.browser import chromium
from tests.support.web import DESK, signed_in_storage

GAMES: Final = ("london", "world")
LIMITS: Final = dict.fromkeys(("RATE_LIMIT_SIGN_UP", "RATE_LIMIT_PLAYER", "RATE_LIMIT_ADDRESS"), "1000000")
COLD: Final = 5  # browsers
MOVES: Final = 30
PAUSE: Final = 0.25  # seconds for a look at the table before the next move
SETTLED: Final = 1.5  # seconds after which a browser has started, and nothing more is loaded
BYTES, SECONDS, RECEIPT, FRAMES = 200_000, 1.0, 100, 60

DRAWN: Final = "#board-map > g"
# When each version of the game came in by its stream, and when the frame that shows it was made.
WATCH: Final = """
window.received = {}; window.shown = {};
const decode = TextDecoder.prototype.decode;
TextDecoder.prototype.decode = function (...given) {
    const text = decode.apply(this, given);
    for (const [, id] of text.matchAll(/^event: view\\nid: (\\d+)/gm)) received[id] ??= performance.now();
    return text;
};
const look = () => {
    const version = document.querySelector(".table")?.dataset.version;
    if (!version || version in shown) return;
    shown[version] = 0;
    requestAnimationFrame(() => setTimeout(() => (shown[version] = performance.now())));
};
const wanted = { subtree: true, childList: true, attributeFilter: ["data-version"] };
addEventListener("DOMContentLoaded", () => new MutationObserver(look).observe(document, wanted));
"""
WAITS: Final = (
    "Object.keys(shown).filter((id) => received[id] && shown[id]).map((id) => shown[id] - received[id])"
)
# The map follows a pointer for three seconds; what each frame took.
DRAG: Final = """async () => {
    const board = document.querySelector(".board");
    const { left, top, width, height } = board.getBoundingClientRect();
    board.setPointerCapture = () => {};
    board.hasPointerCapture = () => true;
    let [x, y, last] = [left + width / 2, top + height / 2, performance.now()];
    const send = (name, buttons = 1) => board.dispatchEvent(new PointerEvent(name,
        { pointerId: 1, pointerType: "mouse", buttons, clientX: x, clientY: y, bubbles: true }));
    const places = new Set();
    const frames = [];
    send("pointerdown");
    for (let nth = 0; nth < 180; nth++) {
        const now = await new Promise(requestAnimationFrame);
        frames.push(now - last);
        [x, y, last] = [x + 11, y + 3 * Math.sin(nth / 9), now];
        send("pointermove");
        places.add(board.querySelector(".plane").style.transform);
    }
    send("pointerup", 0);
    if (places.size < 180) throw new Error(`The map moved only ${places.size} times.`);
    return frames.slice(5);
}"""


@dataclass
class Person:
    url: str
    client: Client
    token: str

    def page(self, browser: Browser) -> Page:
        storage: Any = signed_in_storage(self.url, self.token)
        return browser.new_context(viewport=DESK, locale="en-GB", storage_state=storage).new_page()

    def table(self, rules: str) -> str:
        """A game against a bot, with a chosen deal."""
        wish: dict[str, Any] = {"ruleset": rules, "seats": 2, "bots": ["greedy"], "options": {"first": "0"}}
        return str(self.client.games.create(**wish, test={"seed": "11" * 32, "actions": []}).id)

    def play(self, game: str, moves: int, pause: float = 0) -> None:
        """Claims a route if possible."""
        for _ in range(moves):
            while not (offered := self.client.games.list_actions(game).items):
                if self.client.games.get(game).status != "playing":
                    return
                time.sleep(0.05)
            time.sleep(pause)
            claims = [action for action in offered if action.type == "claim_route"]
            self.client.games.act(game, (claims or offered)[0])


@dataclass
class Loads:
    """What opening a table in fresh browsers cost."""

    bytes: list[int] = field(default_factory=list)
    requests: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def measure() -> list[Figure]:
    with TemporaryDirectory(prefix="signalbox-bench-") as folder:
        Path(folder).chmod(0o755)  # PostgreSQL may have to run as somebody else
        with running(Path(folder) / "data", **LIMITS) as server:
            return measured(f"http://localhost:{server.port}")


def measured(url: str) -> list[Figure]:
    """Of a server that is there."""
    with Client(url) as guest:
        token = guest.players.sign_up(name=f"bench-{uuid4().hex[:12]}").token.token
    with Client(url, token) as client:
        person = Person(url, client, token)
        figures = [figure for rules in GAMES for figure in (*_cold(person, rules), *_receipts(person, rules))]
        return [*figures, *_frames(person), load_of_the_machine()]


@contextmanager
def _browser() -> Iterator[Browser]:
    program = chromium()
    if program is None:
        raise SystemExit("No Chromium is installed; Debian's is: apt install chromium.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        try:
            yield browser
        finally:
            browser.close()


def _cold(person: Person, rules: str) -> list[Figure]:
    game, loads = person.table(rules), Loads()
    person.play(game, 3)
    for _ in range(COLD):
        with _browser() as browser:
            page = person.page(browser)
            page.wait_for_timeout(1000 * SETTLED)
            _load(page, f"{person.url}/games/{game}", loads)
    return [
        Figure(f"{rules}: first table, bytes", max(loads.bytes), "bytes", "cold cache", f"< {BYTES:,}"),
        Figure(f"{rules}: first table, requests", max(loads.requests), "requests", "cold cache"),
        Figure(
            f"{rules}: first table, drawn",
            statistics.median(loads.seconds),
            "s",
            f"cold cache; {min(loads.seconds):.2f} to {max(loads.seconds):.2f}",
            f"< {SECONDS:g}",
        ),
    ]


def _load(page: Page, address: str, loads: Loads) -> None:
    sizes: list[int] = []
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda done: sizes.append(round(done["encodedDataLength"])))
    start = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(DRAWN)
    loads.seconds.append(time.perf_counter() - start)
    page.wait_for_timeout(1000 * SETTLED)
    loads.bytes.append(sum(sizes))
    loads.requests.append(len(sizes))


def _receipts(person: Person, rules: str) -> list[Figure]:
    game = person.table(rules)
    person.play(game, 1)
    with _browser() as browser:
        page = person.page(browser)
        page.add_init_script(WATCH)
        page.goto(f"{person.url}/games/{game}")
        page.wait_for_selector(DRAWN)
        page.wait_for_timeout(1000 * SETTLED)
        person.play(game, MOVES, PAUSE)
        page.wait_for_timeout(1000 * SETTLED)
        waits = sorted(page.evaluate(WAITS))
    note = f"{len(waits)} versions; median {statistics.median(waits):.0f}, worst {waits[-1]:.0f}"
    return [Figure(f"{rules}: receipt to screen, p95", _p95(waits), "ms", note, f"< {RECEIPT}")]


def _p95(ordered: list[float]) -> float:
    return ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def _frames(person: Person) -> list[Figure]:
    game = person.table("world")
    person.play(game, 7)
    with _browser() as browser:
        page = person.page(browser)
        page.goto(f"{person.url}/games/{game}")
        page.wait_for_selector(DRAWN)
        page.wait_for_timeout(1000 * SETTLED)
        found = []
        for name, zoom in (("whole", 0), ("close", 4)):
            for _ in range(zoom):
                page.locator(".board").press("+")
            frames = sorted(page.evaluate(DRAG))
            note = f"median {statistics.median(frames):.1f} ms, p95 {_p95(frames):.1f} ms"
            rate = 1000 * len(frames) / sum(frames)
            found.append(Figure(f"world: frames while dragged, {name}", rate, "/s", note, f"{FRAMES}"))
    return found
