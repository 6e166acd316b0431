"""The reference has every operation, and its requests say the same in three languages."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from docs.site.document import JSON, Operation, first_example, operations
from docs.site.page import EXAMPLE
from docs.site.requests import requests_of
from tests.support.api_client import document
from tests.support.http_server import Handler, serving

SENT = [operation for operation in operations() if not operation.is_posted]


def page_of(site: Path, slug: str) -> str:
    return (site / f"{slug}.html").read_text(encoding="utf-8")


def test_every_operation_of_the_document_has_its_place(site):
    listed = {
        one["operationId"]: one["tags"][0]
        for sort in ("paths", "webhooks")
        for place in document()[sort].values()
        for one in place.values()
    }

    assert len(listed) > 130
    for name, tag in listed.items():
        assert f'id="{name}"' in page_of(site, f"reference/{tag}"), name
        assert f'/docs/reference/{tag}#{name}"' in page_of(site, "reference"), name


def test_an_operation_names_its_scopes_errors_and_answers(site):
    page = page_of(site, "reference/play")
    act = page.split('id="act"')[1].split("<h2 ")[0]

    assert 'href="/docs/tokens#games:play"' in act
    assert 'href="/docs/errors#stale_version"' in act
    assert "route_claimed" in act or "card_drawn" in act
    assert re.search(r"<h3>201</h3>", act)


def test_an_error_names_the_operations_that_answer_with_it(site):
    page = page_of(site, "errors")
    taken = page.split('id="name_taken"')[1].split("<h3 ")[0]

    assert 'href="/docs/reference/players#signUp"' in taken
    assert 'href="/docs/reference/me#updateMe"' in taken


class Recorder(Handler):
    """Takes any request, and remembers what it says."""

    heard: list[dict[str, object]] = []

    def serve(self) -> None:
        kind, body = self.headers["Content-Type"], self.read()
        said = {
            "request": f"{self.command} {self.path}",
            "token": self.headers["Authorization"],
            "kind": kind,
            "body": json.loads(body) if kind == JSON else body.decode(),
        }
        Recorder.heard.append(said)
        self.reply(200, {"Content-Type": JSON}, b"{}")


@pytest.fixture
def home(tmp_path, monkeypatch) -> Iterator[str]:
    """The address of the recorder."""
    (tmp_path / FILE).write_text(LOG)
    monkeypatch.chdir(tmp_path)
    Recorder.heard = []
    with serving(Recorder) as port:
        yield f"http://127.0.0.1:{port}"


NAMES = sorted({name for operation in SENT for name in re.findall(r"{(\w+)}", operation.path)} | {"token"})
FILE, LOG = "game.ndjson", '{"seq": 1}\n'


def expected(operation: Operation) -> dict[str, object]:
    kind, content = operation.body or (None, {})
    path = re.sub(r"{(\w+)}", r"a-\1", operation.path)
    return {
        "request": f"{operation.method.upper()} {path}",
        "token": "Bearer a-token" if operation.takes_token else None,
        "kind": kind,
        "body": first_example(content) if kind == JSON else LOG if kind else "",
    }


def script(language: str, home: str, *before: str) -> str:
    """The requests for all operations, one after the other."""
    blocks = [dict(requests_of(operation))[language] for operation in SENT]
    scoped = [f"{{\n{block}}}" for block in blocks] if language == "js" else blocks
    return "\n".join([*before, *scoped]).replace(EXAMPLE, home)


def ran(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-2000:]


def in_curl(home: str) -> None:
    names = [f"{name.upper()}=a-{name}" for name in NAMES]
    ran("bash", "-euc", script("sh", home, *names, 'curl() { command curl -sS --fail "$@"; }'))


def in_python(home: str) -> None:
    """With one client for all: the functions of `httpx` load all certificates each time."""
    with httpx.Client() as client:
        exec(script("python", home), {"httpx": client, **{name: f"a-{name}" for name in NAMES}})  # noqa: S102 – it is our page's


def in_javascript(home: str) -> None:
    camel = [re.sub(r"_(\w)", lambda letter: letter[1].upper(), name) for name in NAMES]
    names = [f'const {ours} = "a-{name}";' for ours, name in zip(camel, NAMES, strict=True)]
    read = f'const file = await (await import("node:fs/promises")).readFile("{FILE}");'
    Path("requests.mjs").write_text(script("js", home, read, *names))
    ran("node", "requests.mjs")


@pytest.mark.parametrize(
    ("send", "tool"), [(in_curl, "curl"), (in_python, "python3"), (in_javascript, "node")]
)
def test_every_request_can_be_sent_and_says_the_same_in_every_language(home, send, tool):
    if shutil.which(tool) is None:
        pytest.skip(f"no {tool} is installed")

    send(home)

    assert Recorder.heard == [expected(operation) for operation in SENT]
