"""The package as it is published, and those of its tests that need no server."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

from tests.clients.javascript.runtimes import CLIENT, DENO, NODE, PROGRAMS, deno, node, ran
from tests.support.checkout import CHECKOUT

PACKAGE = json.loads((CLIENT / "package.json").read_text())
README = (CLIENT / "README.md").read_text()
SOURCES = [*(CLIENT / "src").glob("*.js"), CLIENT / "src" / "verify.mjs"]
TESTS = sorted(PROGRAMS.glob("*.test.mjs"))


def test_its_version_is_that_of_the_api():
    version = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]["version"]

    assert PACKAGE["version"] == version
    assert f'VERSION = "{version}"' in (CLIENT / "src" / "index.js").read_text()
    assert f"\n## {version}\n" in (CLIENT / "CHANGELOG.md").read_text()


def test_it_has_no_dependency_and_all_it_names_is_there():
    named = [PACKAGE["main"], PACKAGE["types"], *PACKAGE["bin"].values(), *PACKAGE["files"]]
    named += [path for entry in PACKAGE["exports"].values() for path in entry.values()]

    assert not [name for name in PACKAGE if name.endswith("ependencies")]
    assert all((CLIENT / name).exists() for name in named)
    assert (CLIENT / "LICENSE").read_text() == (CHECKOUT / "LICENSE").read_text()


def test_a_browser_can_load_its_files_as_they_are():
    """Every import is relative and complete; only what nobody calls there is node's."""
    imports = {
        (source.name, name)
        for source in SOURCES
        for name in re.findall(r"(?:from |^import |import\()\"([^\"]+)\"", source.read_text(), re.MULTILINE)
    }
    foreign = {(file, name) for file, name in imports if not name.startswith("./")}

    assert {file for file, _ in foreign} <= {"loopback.js", "verify.mjs"}
    assert all(name.startswith("node:") for _, name in foreign)
    assert all((CLIENT / "src" / name).exists() for _, name in imports - foreign)


def test_the_server_hands_it_out(client):
    answer = client.get("/static/client/index.js")

    assert answer["Content-Type"].split(";")[0] == "text/javascript"
    assert answer["Access-Control-Allow-Origin"] == "*"  # modules of another origin need it
    assert b"".join(answer) == (CLIENT / "src" / "index.js").read_bytes()


def test_a_whole_game_takes_at_most_25_lines():
    program = re.findall(r"^```js\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)[0]

    assert len(program.splitlines()) <= 25


@pytest.mark.parametrize(
    "words",
    [
        pytest.param([NODE, "--test"], id="node", marks=node),
        pytest.param([DENO, "test", "--quiet", "--no-check", "--allow-all"], id="deno", marks=deno),
    ],
)
def test_requests_streams_and_tokens(words):
    done = ran(*words, *TESTS)

    assert done.returncode == 0, done.stdout + done.stderr
