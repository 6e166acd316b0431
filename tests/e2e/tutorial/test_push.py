"""The scripts for Web Push on the page of notices: a browser that subscribes, and shows what comes."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.bot_tables import Host
from tests.e2e.runs import Run
from tests.e2e.tutorial.shell import started
from tests.support.pages import program
from tests.support.processes import eventually
from tests.support.push_service import Browser, pushed
from tests.support.webhook_receiver import Reply, receiving

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="no node is installed")
SCRIPTED = Path(__file__).parent / "browser.mjs"


def in_browser(script: str, run: Run, folder: Path, **said: Any) -> Any:
    """What the browser shows in the end."""
    (folder / script).write_text(program("docs/notices.md", script))
    words = json.dumps({"origin": f"http://127.0.0.1:{run.port}", **said})
    done = started(["node", str(SCRIPTED), str(folder / script), words], run, folder)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_browser_subscribes_and_shows_what_is_pushed_to_it(run, folder):
    host, browser = Host(run, "subscriber"), Browser()
    with receiving() as service:
        service.answering = lambda _: Reply(201)
        subscription = browser.subscription(service.url)
        in_browser("page.mjs", run, folder, token=host.token, subscription=subscription)
        game = host.table("random", sit=True, seats=2)
        (first, *_) = eventually(lambda: pushed(browser, service), seconds=60, what="a push")
        (shown,) = in_browser("worker.mjs", run, folder, message=first)

    assert shown == {
        "title": first["title"],
        "body": first["body"],
        "tag": first["tag"],
        "data": first["url"],
    }
    assert first["notice"]["game"] == game
