"""The client on a whole server: a game, players who allow an app, and a server that is killed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from signalbox_client import Client, Conflict, Signer
from tests.clients.javascript.conftest import FEW
from tests.clients.javascript.runtimes import CLIENT, NODE, PROGRAMS, RUNTIMES, Program, node, ran, started
from tests.e2e.bot_tables import Host, all_finish, check_whole, moved
from tests.e2e.runs import Run, running
from tests.support import oauth_page
from tests.support.browser import Browser, browsing, chromium
from tests.support.http_server import Handler, serving
from tests.support.processes import eventually

with_browser = pytest.mark.skipif(chromium() is None, reason="no Chromium is installed")
ENTRY = CLIENT / "src" / "index.js"
GAME, IN_A_PAGE, SIGNED = re.findall(
    r"^```js\n(.*?)^```$", (CLIENT / "README.md").read_text(), re.MULTILINE | re.DOTALL
)
DEALT, STEP = 13, 20  # events; a game of London for two has well over 100
SOUND = "All that can be checked holds."


@pytest.fixture
def browser(tmp_path_factory) -> Iterator[Browser]:
    program = chromium()
    assert program
    with browsing(program, tmp_path_factory.mktemp("browser")) as opened:
        yield opened


@pytest.fixture(scope="module")
def client_id(run) -> str:
    wish = {"name": "An app", "redirect_uris": [oauth_page.BACK, "http://127.0.0.1/back"]}
    return str(Host(run, "developer").post("/apps", wish)["client_id"])


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_the_readme_plays_a_whole_game(run, tmp_path, runtime):
    done = ran(*runtime, written(GAME, tmp_path, run))

    assert done.returncode == 0, done.stderr
    assert re.fullmatch(rf"\[ -?\d+, -?\d+ \] {SOUND}\n", done.stdout), done.stdout


def written(program: str, folder: Path, run: Run) -> Path:
    """A program of the page, for this client and this server."""
    file = folder / "program.mjs"
    ours = program.replace('"signalbox-client"', json.dumps(ENTRY.as_uri()))
    file.write_text(ours.replace("localhost:8000", f"localhost:{run.port}"))
    return file


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_the_readme_signs_moves_which_are_stored_and_hold(run, tmp_path, runtime):
    told = "console.log(JSON.stringify({id, token: token.token, secret: signer.secret}));"
    done = ran(*runtime, written(SIGNED + told, tmp_path, run))
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)

    url, signer = f"http://localhost:{run.port}", Signer(said["secret"])
    with Client(url, said["token"]) as unsigned, pytest.raises(Conflict) as refused:
        unsigned.games.resign(said["id"])
    assert refused.value.code == "signature_required"
    with Client(url, said["token"], signer=signer) as client:
        client.games.resign(said["id"])
        verdict = client.games.verify(said["id"])
    (found,) = [check for check in verdict.checks if check.name == "signatures"]
    assert verdict.sound
    assert found.detail.startswith(f"seat 0: 2 of 2 decisions signed, key {signer.key} from entry ")


class Elsewhere(Handler):
    """A page on an origin of its own, with its own copy of the client, and what the README does in a page."""

    script = IN_A_PAGE.replace("/static/client/", "/client/") + "Object.assign(window, { client });"

    def serve(self) -> None:
        path = self.path.partition("?")[0]
        file = CLIENT / "src" / path.removeprefix("/client/")
        if path == "/page.js":
            self.reply(200, {"Content-Type": "text/javascript"}, self.script.encode())
        elif file.parent == CLIENT / "src" and file.is_file():
            self.reply(200, {"Content-Type": "text/javascript"}, file.read_bytes())
        else:
            self.reply(200, {"Content-Type": "text/html"}, b"<!doctype html><title>A client</title>")


@with_browser
def test_a_page_on_another_origin_signs_in_plays_and_proves_the_game(run, browser, client_id):
    url = f"http://localhost:{run.port}"
    words = {"url": url, "client_id": client_id}
    with serving(Elsewhere) as port:
        page = browser.page()
        page.open(f"http://localhost:{port}/back")
        page.run(f"void Object.assign(window, {json.dumps(words)})")
        page.run("void import('/page.js')")
        page.until(f"location.origin === {json.dumps(url)} && document.readyState === 'complete'")
        oauth_page.sign_up(page, "page-person")
        oauth_page.answer(page, "allow")
        page.run(f"void Object.assign(window, {json.dumps(words)})")
        said = page.run(
            """(async () => {
                await import("/page.js?back");
                const {finishSignIn, signOut} = await import("/client/index.js");
                const tokens = JSON.parse(localStorage.getItem("tokens"));
                const address = location.href;
                const {id} = await client.games.create({ruleset: "london", seats: 2, bots: ["random"]});
                await client.games.start(id);
                let acted = 0;
                for await (const {to_act, seat} of client.games.follow(id, {view: true})) {
                    if (!to_act.includes(seat)) continue;
                    const {items: [action]} = await client.games.listActions(id);
                    if (action) await client.games.act(id, action);
                    if ((acted += 1) === 5) break;
                }
                const events = [];
                for await (const {event} of client.games.follow(id, {after: 3})) {
                    events.push(event.seq);
                    if (events.length === 4) break;
                }
                const {verdict} = await client.games.verify(id);
                const {name} = await client.me.get();
                const served = await import(url + "/static/client/index.js");
                await signOut(url, client_id, tokens);
                const after = await client.me.get().catch((error) => error.error ?? error.code);
                const again = await finishSignIn() ?? null;
                return {name, events, verdict, address, version: served.VERSION, after, again};
            })()"""
        )

    assert (said["name"], said["events"], said["verdict"]) == ("page-person", [4, 5, 6, 7], SOUND)
    assert said["address"].endswith("/back")  # the code is not left in the address
    assert (said["version"], said["after"], said["again"]) == ("0.1.0", "invalid_grant", None)


def said_at_last(program: Program) -> dict[str, object]:
    """What the app prints after the address."""
    found: dict[str, object] = json.loads(eventually(lambda: program.lines()[1:], what=program.log())[0])
    return found


@node
@with_browser
def test_a_program_signs_its_player_in_with_a_browser_here_or_elsewhere(run, browser, client_id, tmp_path):
    page, port = browser.page(), run.port
    expected = {"name": "person", "scope": "games:read games:play", "renewed": 1, "after": "invalid_grant"}
    with started(tmp_path / "here", NODE, PROGRAMS / "app.mjs", "browser", client_id, port=port) as program:
        page.run(f"void location.assign({json.dumps(eventually(program.lines)[0])})")
        oauth_page.sign_up(page, "person")
        oauth_page.answer(page, "allow")
        assert said_at_last(program) == expected
        assert "close this window" in page.run("document.body.innerText")

    with started(tmp_path / "there", NODE, PROGRAMS / "app.mjs", "device", client_id, port=port) as program:
        page.open(eventually(program.lines)[0])
        page.click("main form button")
        page.click("button[value=allow]")
        assert said_at_last(program) == expected


@node
def test_two_games_end_well_although_the_server_is_killed_in_the_middle(run, data, tmp_path):
    """The last test of this file, since it takes the run away."""
    host = Host(run, "resilient", is_bot=True)
    games = [host.table("random", sit=True, seats=2, bot_delay=100) for _ in range(2)]
    known = {"port": run.port, "token": host.token}
    with (
        started(tmp_path / "player", NODE, PROGRAMS / "player.mjs", **known) as player,
        started(tmp_path / "follower", NODE, PROGRAMS / "follower.mjs", games[0], **known) as follower,
    ):

        def come_to(version: int) -> bool:
            assert player.process.poll() is follower.process.poll() is None, player.log() + follower.log()
            return moved(run, games, version)

        eventually(partial(come_to, DEALT + STEP), seconds=60)
        for word in ("config.streams", "granian"):
            eventually(partial(run.child, word)).kill()
        eventually(partial(come_to, DEALT + 2 * STEP), seconds=60)
        run.stop()
        with running(data, run.port, **FEW) as again:
            all_finish(again, games)
            for game in games:
                check_whole(again, game, again.database)
            eventually(lambda: follower.process.poll() is not None)
        assert player.process.poll() is None, player.log()

    *seqs, last = follower.lines()
    assert (last, seqs) == ("over", [str(seq) for seq in range(1, len(seqs) + 1)])
    assert len(seqs) > DEALT + 2 * STEP
