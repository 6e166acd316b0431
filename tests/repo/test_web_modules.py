"""The modules of the web table: what is vendored, and what a browser is asked to load at once."""

import re
from hashlib import sha256
from pathlib import Path

from tests.support.checkout import CHECKOUT

WEB = CHECKOUT / "web"
CLIENT = CHECKOUT / "clients" / "javascript" / "src"
PACKAGE = {"signalbox-client": CLIENT / "index.js", "signalbox-client/verify": CLIENT / "verify.mjs"}
STATIC = re.compile(r'^(?:import|export)\s[^;"]*?from "([^"]+)"', re.MULTILINE)


def imported(file: Path) -> set[Path]:
    found = STATIC.findall(file.read_text(encoding="utf-8"))
    return {PACKAGE.get(name) or (file.parent / name).resolve() for name in found}


def reached(start: Path) -> set[Path]:
    seen, new = set[Path](), {start}
    while new:
        seen |= new
        new = {file for one in new for file in imported(one)} - seen
    return seen


def test_all_that_a_table_needs_is_asked_for_at_once():
    page = (WEB / "index.html").read_text(encoding="utf-8")
    named = {CHECKOUT / link[1:] for link in re.findall(r'rel="modulepreload" href="([^"]+)"', page)}

    needed = reached(WEB / "main.js") | reached(WEB / "screens" / "table.js")
    assert named == needed - {WEB / "main.js"}


def test_the_page_imports_nothing_but_its_own_modules_and_the_client():
    own = [file for file in WEB.rglob("*.js") if "vendor" not in file.parts]

    for file in own:
        assert all(one.is_relative_to(WEB) or one in PACKAGE.values() for one in imported(file)), file


def test_what_others_wrote_is_unchanged():
    rows = re.findall(
        r"^\| (\S+\.js) \|.*\| ([0-9a-f]{64}) \|$", (WEB / "vendor" / "README.md").read_text(), re.MULTILINE
    )
    own = {"preact.js"}

    assert {name for name, _ in rows} == {file.name for file in (WEB / "vendor").glob("*.js")} - own
    for name, digest in rows:
        assert sha256((WEB / "vendor" / name).read_bytes()).hexdigest() == digest
