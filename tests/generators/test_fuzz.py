"""The document is as strict as the server: what it allows is accepted, and what it does not is refused."""

import re
import shutil

from tests.e2e.bot_tables import Host
from tests.generators import tools
from tests.support.processes import free_port

SECONDS = 75
SEED = 1  # always the same requests, so that a failure is never by chance; try others by hand


def test_schemathesis_finds_no_difference_between_document_and_server(server, tmp_path, record_property):
    for name in ("schemathesis.toml", "hooks.py"):
        shutil.copy(tools.HERE / name, tmp_path)
    host = Host(server, "fuzzer")
    game = host.post("/games", {"ruleset": "world", "seats": 2, "bots": ["random"]})["id"]
    host.post(f"/games/{game}/start", {})
    nobody = f"http://127.0.0.1:{free_port()}/"
    webhook = host.post("/webhooks", {"url": nobody, "kinds": ["game.event"], "game": game})["id"]

    done = tools.python(
        "schemathesis",
        *("run", tools.DOCUMENT, "--url", f"http://127.0.0.1:{server.port}"),
        *("--max-time", SECONDS, "--seed", SEED),
        at=tmp_path,
        TOKEN=host.token,
        GAME=game,
        WEBHOOK=webhook,
    )

    assert done.returncode == 0, tools.said(done)
    (cases,) = re.findall(r"(\d+) generated", done.stdout)
    assert int(cases) > 100
    record_property("schemathesis", f"{cases} cases, no failure")
