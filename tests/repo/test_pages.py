"""What the pages for readers say is true, and no code on them is left unrun."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.env import Env
from config.queues import QUEUES
from config.run.plan import read_plan
from config.run.programs import app_programs
from config.variables import FOR_TESTS
from games.notices.kinds import KINDS
from games.webhooks.models import Webhook
from proof.chain import MEMBERS
from tests.support.api_client import document
from tests.support.checkout import CHECKOUT
from tests.support.pages import PROGRAMS as WHOLE_PROGRAMS
from tests.support.pages import SESSIONS, anchors, blocks, pages

MAKEFILE = (CHECKOUT / "Makefile").read_text()
TARGETS = set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE))
PROGRAMS = {program.name for program in app_programs(read_plan(Env({"DATA_DIR": "."})), {})}


def text_of(page: str) -> str:
    return (CHECKOUT / page).read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    return str(page.relative_to(CHECKOUT))


def tracked() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=CHECKOUT, capture_output=True, text=True, check=False
    ).stdout.splitlines()
    if not listed:
        pytest.skip("not a git checkout")
    return listed


def test_every_make_target_a_page_mentions_exists():
    target = re.compile(r"\bmake (?:--no-print-directory )?([a-z][a-z-]*)\b(?! sure)")
    named = {name_of(page): set(target.findall(code_of(page))) for page in pages()}

    assert {page: found - TARGETS for page, found in named.items() if found - TARGETS} == {}


def code_of(page: Path) -> str:
    """What stands in code on a page, in a line or by itself."""
    text = page.read_text(encoding="utf-8")
    return "\n".join(re.findall(r"`[^`\n]+`|^ *make .*$|^    .*$", text, re.MULTILINE))


def test_links_inside_the_repository_lead_somewhere():
    assert [f"{name_of(page)}: {link}" for page in pages() for link in dead_links(page)] == []


def dead_links(page: Path) -> Iterator[str]:
    for link in re.findall(r"\]\((?!http)([^)]+)\)", page.read_text(encoding="utf-8")):
        target, _, anchor = link.partition("#")
        found = page.parent / target if target else page
        if not found.exists() or (anchor and anchor not in anchors(found)):
            yield link


# The pages of `rules`, `bots`, learning, data sets and the clients are run by tests of their own. There is no
# engine for compose at hand, and the page of the tests shows how to run them.
ELSEWHERE = {
    "docs/datasets.md",
    "docs/fairness.md",
    "docs/reinforcement-learning.md",
    "rules/README.md",
    "bots/README.md",
    "clients/python/README.md",
    "docker/README.md",
    "tests/README.md",
}


def test_code_is_fenced_and_in_a_language_that_says_whether_it_is_run():
    names = sorted({name_of(page) for page in pages()} - ELSEWHERE)

    assert [f"{page}: {fault}" for page in names for fault in faults_of_code(page)] == []


def faults_of_code(page: str) -> Iterator[str]:
    for block in blocks(page):
        if block.language not in {"sh", "python", "js", "json", "text", "mermaid"}:
            yield f"in no known language: {block.text}"
        if block.language in {"sh", "python", "js"} and not (page in SESSIONS or block.is_make):
            yield f"not run: {block.text}"
        if block.language in {"python", "js"} and not (block.file or page in WHOLE_PROGRAMS):
            yield f"no program: {block.text}"
        if block.language == "json" and not is_json(block.text):
            yield f"no JSON: {block.text}"
        if block.language == "text" and re.search(
            r"^(\$|curl|make|python|\.venv)\b", block.text, re.MULTILINE
        ):
            yield f"a command that is not run: {block.text}"
    outside = re.sub(r"^ *```.*?^ *```$", "", text_of(page), flags=re.MULTILINE | re.DOTALL)
    if re.search(r"\n\n    \S", outside):
        yield "indented code would not be run"


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def test_the_list_of_decisions_is_complete():
    records = {path.name for path in (CHECKOUT / "docs/decisions").glob("0*.md")}

    assert set(re.findall(r"\]\((0[\w-]+\.md)\)", text_of("docs/decisions/README.md"))) == records


# Run by tests of their own, in what looks like a browser to them.
IN_BROWSERS = {"page.mjs", "worker.mjs"}


def test_a_program_on_a_page_is_used_there():
    for page in SESSIONS:
        shell = "\n".join(block.text for block in blocks(page) if block.language == "sh")
        named = {block.file for block in blocks(page) if block.file} - IN_BROWSERS
        assert all(name in shell for name in named), page


def test_the_front_page_is_short():
    assert len(text_of("README.md").splitlines()) <= 120


def test_the_map_of_the_tree_names_what_is_there():
    (block,) = (block for block in blocks("README.md") if block.language == "text")
    named = {line.split()[0].rstrip("/") for line in block.text.splitlines()}

    assert named == {line.split("/")[0] for line in tracked() if "/" in line and line[0] != "."}


def test_make_help_lists_every_target():
    shown = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=CHECKOUT, capture_output=True, text=True, check=True
    ).stdout

    assert {line.split()[0] for line in shown.splitlines()} == TARGETS


def test_the_guide_lists_every_target():
    assert set(re.findall(r"^\| `make ([a-z-]+)` \|", text_of("CONTRIBUTING.md"), re.MULTILINE)) == TARGETS


def test_make_help_names_every_process_of_a_run():
    (line,) = re.findall(r"^run:.*## (.*)$", MAKEFILE, re.MULTILINE)

    assert set(re.findall(r"\w+", line)) >= PROGRAMS


@pytest.mark.parametrize("page", ["docs/architecture.md", "docs/operations/processes.md"])
def test_the_table_of_processes_names_every_process_of_a_run(page):
    rows = re.findall(r"^\| (\w+) \|", text_of(page).split("| process |")[1].split("\n\n")[0], re.MULTILINE)

    assert set(rows) == PROGRAMS


def test_the_table_of_queues_names_every_queue():
    table = text_of("docs/architecture.md").split("| queue |")[1].split("\n\n")[0]

    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == [queue.name for queue in QUEUES]


def test_only_the_module_on_the_map_inserts_events():
    inserts = re.compile(r"INSERT INTO games_event\b|\bEvent\.objects\.(?:\w+_)?create\(")
    found = [
        path
        for path in tracked()
        if re.match(r"(?:config|games)/(?!migrations/).*\.py$", path) and inserts.search(text_of(path))
    ]

    assert f"Only `{found[0]}` inserts events." in text_of("docs/architecture.md")
    assert len(found) == 1


def test_the_table_of_variables_is_the_list_of_those_that_are_read():
    read = set()
    for file in ("config/settings.py", "config/servers.py", "config/run/plan.py"):
        read |= set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', text_of(file)))

    named = set(re.findall(r"^\| `([A-Z_]+)` \|", text_of("docs/operations/settings.md"), re.MULTILINE))
    assert named == read - set(FOR_TESTS) | {"PROMETHEUS_MULTIPROC_DIR"}


def test_the_table_of_metrics_names_every_metric():
    source = "".join(path.read_text(encoding="utf-8") for path in (CHECKOUT / "games").rglob("*.py"))
    counted = set(re.findall(r'(?:Counter|Gauge|Histogram|GaugeMetricFamily)\(\s*"(signalbox_\w+)"', source))

    assert counted == set(re.findall(r"`(signalbox_\w+)`", text_of("docs/operations/monitoring.md")))


def test_the_table_of_notices_names_every_kind():
    table = text_of("docs/notices.md").split("| kind |")[1].split("\n\n")[0]

    assert set(re.findall(r"^\| `([\w.]+)` \|", table, re.MULTILINE)) == set(KINDS)


def test_the_table_of_requests_with_several_needs_is_what_the_document_says():
    """Those that need several scopes or a personal token; the scope `audit` is only for those anyway."""
    needs = {}
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            ways = {name: scopes for way in operation["security"] for name, scopes in way.items()}
            scopes = ways.get("token", [])
            if "audit" not in scopes and (len(scopes) > 1 or ways.keys() == {"token"}):
                asked = f"{method.upper()} {path.removeprefix('/api/v1')}"
                needs[asked] = (scopes, "any" if "app" in ways else "personal")

    table = text_of("docs/tokens.md").split("| request |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| `(.+?)` \| (.+?) \| (\w+)", table, re.MULTILINE)
    assert {asked: (re.findall(r"`(.+?)`", scopes), token) for asked, scopes, token in rows} == needs


def test_every_kind_of_webhook_is_explained():
    """The kinds of notices on their page: the chapter names what else webhooks send, and what they do not."""
    kinds = text_of("docs/webhooks.md").split("## Kinds")[1].split("\n## ")[0]

    assert set(re.findall(r"`(\w+\.\w+)`", kinds)) - {"data.event"} == set(Webhook.Kind.values) ^ set(KINDS)


def test_the_table_of_the_envelope_names_every_member():
    table = text_of("docs/architecture.md").split("| field |")[1].split("\n\n")[0]
    named = {
        name
        for cell in re.findall(r"^\| (.*?) \|", table, re.MULTILINE)
        for name in re.findall(r"`(\w+)`", cell)
    }

    assert named == {*MEMBERS, "prev", "hash"}


def test_the_picture_of_the_packages_is_what_they_import():
    """Who knows whom, as the page draws it; `config` knows everything."""
    picture = text_of("docs/architecture.md").split("```text\n")[1].split("```")[0]
    drawn = {
        line.split()[0]: set(re.findall(r"\w+", line.split(" know")[1])) for line in picture.splitlines()
    }
    contract = text_of("pyproject.toml").split('id = "layers"')[1].split("layers = ")[1].split("\n")[0]

    packages = [name for layer in json.loads(contract) for name in layer.split(" | ")]
    assert list(drawn) == [name for name in packages if name != "signalbox_client"]
    for package in set(drawn) - {"config"}:
        files = (CHECKOUT / package).rglob("*.py")
        imports = {
            name for file in files for name in re.findall(r"^from (\w+)", file.read_text(), re.MULTILINE)
        }
        assert drawn[package] & drawn.keys() == imports & drawn.keys() - {package}, package


def test_the_levels_on_the_page_are_those_of_the_contract():
    contract = text_of("pyproject.toml").split('id = "rooms"')[1].split("layers = [")[1].split("]")[0]
    levels = [set(re.findall(r"\w+", line)) for line in contract.splitlines() if line.strip()]
    table = text_of("docs/architecture.md").split("| level |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| \d+ \| (.*?) \|", table, re.MULTILINE)

    assert [set(re.findall(r"\w+", row)) for row in rows] == levels[::-1]


def test_the_map_reads_in_ten_minutes():
    """Of 240 words, as the guide promises."""
    assert len(text_of("docs/architecture.md").split()) <= 2400


def test_the_glossary_explains_each_word_once_and_in_order():
    words = re.findall(r"^\| ([a-z][\w -]*) \|", text_of("docs/glossary.md"), re.MULTILINE)[1:]

    assert words == sorted(set(words))


def test_no_file_is_named_by_a_word_that_the_glossary_rules_out():
    table = text_of("docs/glossary.md").split("| word |")[1]
    ruled_out = {
        word.lower() for word in re.findall(r"\| ([^|\n]+) \|$", table.split("\n", 2)[2], re.MULTILINE)
    }
    paths = [Path(line) for line in tracked() if line.endswith(".py")]
    named = {word.replace("_", " ") for path in paths for word in (*path.parts, path.stem)}

    assert ruled_out
    assert {word for word in ruled_out if {word, f"{word}s"} & named} == set()


def test_every_package_says_what_lives_there():
    for package in ("config", "games", "bots", "proof", "rules", "docker"):
        assert text_of(f"{package}/README.md").startswith(f"# {package}\n")


@pytest.mark.parametrize("package", ["games", "config"])
def test_every_module_is_named_on_the_page_of_its_package(package):
    page = text_of(f"{package}/README.md")
    wrong = {}
    for room, files in rooms(package).items():
        named = named_in(room, page)
        wrong[room] = files - named | (named - files if room else set())

    assert {room: files for room, files in wrong.items() if files} == {}, "not named, or not there"


def rooms(package: str) -> dict[str, set[str]]:
    """The modules of each folder of a package, by their paths within it."""
    found: dict[str, set[str]] = {}
    for line in tracked():
        path = Path(line)
        if path.suffix == ".py" and path.parts[0] == package and path.name != "__init__.py":
            inside = path.relative_to(package)
            if inside.parts[0] != "migrations":
                room = inside.parts[0] if len(inside.parts) > 1 else ""
                found.setdefault(room, set()).add(str(inside.relative_to(room) if room else inside))
    return found


def named_in(room: str, page: str) -> set[str]:
    """The files a page names in the section of a room; at the top, anywhere."""
    if room:
        page = (page + "\n## ").split(f"\n## `{room}/`\n")[1].split("\n## ")[0]
    return set(re.findall(r"`([\w/]+\.py)`", page))
