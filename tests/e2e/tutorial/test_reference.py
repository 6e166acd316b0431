"""The requests of the reference that change nothing, sent to a real server in three languages."""

import re
import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest

from docs.site.document import Operation, operations
from docs.site.requests import requests_of
from tests.e2e.runs import Run
from tests.e2e.tutorial.shell import at_home, in_shell, started
from tests.support.pages import session

# Not read here: what ends by itself only, what takes a secret of an address or a rare right, what is written
# once a month, and what a player can read once in ten minutes.
NOT_TRIED = {
    *("streamGame", "streamMe", "getCalendar", "getInvite", "listMyAudits", "getPushSubscription"),
    *("getDatasetProof", "exportMe"),
}
READS = [
    operation
    for operation in operations()
    if operation.method == "get" and not operation.is_posted and operation.id not in NOT_TRIED
]
# What the requests of the reference are about.
ABOUT = r"""
RULESET_ID=london
APP='{"name": "Pocket", "homepage": "https://a.example", "redirect_uris": ["http://127.0.0.1/"]}'
APP_ID=$(api $API/apps -d "$APP" | member client_id)
HOOK='{"url": "http://127.0.0.1:9001/", "kinds": ["game.finished"]}'
WEBHOOK_ID=$(api $API/webhooks -d "$HOOK" | member id)
DELIVERY_ID=$(api -X POST $API/webhooks/$WEBHOOK_ID/test | member id)
TOKEN_ID=$(api $API/me/tokens | member items 0 id)
GAME_ID=$(api $API/games -d '{"ruleset": "london", "seats": 2, "bots": ["random"]}' | member id)
api -X POST $API/games/$GAME_ID/start | member status
api -X POST $API/games/$GAME_ID/resign | member status
finished() { api $API/games/$GAME_ID | grep '"status":"finished"' > /dev/null; }
wait_for finished
BLINDED=$(printf 'signalbox public log, game %s' $GAME_ID | sha256sum | cut -d ' ' -f 1)
api -X PUT $API/games/$GAME_ID/note -d '{"text": "Well played."}' | member text
api -X POST $API/me/calendar | member url
api -X PUT $API/me/key -d '{"key": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}' | member key
for name in TOKEN NAME RULESET_ID APP_ID WEBHOOK_ID DELIVERY_ID TOKEN_ID GAME_ID BLINDED; do
  echo "$name=${!name}" >> about.txt
done
"""


def in_language(operation: Operation, language: str) -> str:
    return dict(requests_of(operation))[language]


@pytest.fixture(scope="package")
def names(run, tmp_path_factory) -> dict[str, str]:
    """What the names in the requests stand for."""
    folder: Path = tmp_path_factory.mktemp("about")
    found = in_shell(at_home(f"{session('docs/turns.md')[0].text}{ABOUT}", run), run, folder)
    assert found.returncode == 0, found.stdout + found.stderr
    return dict(line.split("=", 1) for line in (folder / "about.txt").read_text().splitlines())


def test_in_curl(run, names, folder):
    given = [f"{name}={value}" for name, value in names.items()]
    checked = 'curl() { command curl -sS --fail-with-body -o answer.txt "$@"; }'
    sent = [f"echo {operation.id}; {in_language(operation, 'sh')}" for operation in READS]

    done = in_shell(at_home("\n".join([*given, checked, *sent]), run), run, folder)

    assert done.returncode == 0, done.stdout[-500:] + (folder / "answer.txt").read_text()[-500:]


def test_in_python(run, names):
    """With one client for all: the functions of `httpx` load all certificates each time."""
    with httpx.Client(timeout=60) as client:
        for operation in READS:
            given: dict[str, Any] = {
                "httpx": client,
                **{name.lower(): value for name, value in names.items()},
            }
            exec(at_home(in_language(operation, "python"), run), given)  # noqa: S102 – it is our page's
            assert given["answer"].is_success, (operation.id, given["answer"].text[-500:])


def test_in_javascript(run: Run, names, folder):
    if shutil.which("node") is None:
        pytest.skip("no node is installed")
    given = [f'const {camel(name)} = "{value}";' for name, value in names.items()]
    check = "const text = await answer.text();\nif (!answer.ok) throw new Error(text);"
    sent = [
        f'{{\nconsole.log("{operation.id}");\n{in_language(operation, "js")}{check}\n}}'
        for operation in READS
    ]
    (folder / "requests.mjs").write_text(at_home("\n".join([*given, *sent]), run))

    done = started(["node", "requests.mjs"], run, folder)

    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-1000:]


def camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda letter: letter[1].upper(), name.lower())
