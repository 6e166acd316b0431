"""The pages for readers, taken apart: their code is run, their links are followed."""

import re
from dataclasses import dataclass
from pathlib import Path

from tests.support.checkout import CHECKOUT

# What a page says that begins with the helpers, the account and the table of the quick start.
WITH_SHELL = "quick-start.md#a-shell-to-try-things-in"
START = "docs/quick-start.md"
# Pages whose blocks of Python and JavaScript are one program each, from top to bottom.
PROGRAMS = (START,)

_FENCED = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A piece of code on a page."""

    language: str
    text: str

    @property
    def file(self) -> str | None:
        """The name a program is to be kept under: its first line says `# name.py` or `// name.mjs`."""
        named = re.match(r"(?:#|//) (\w+\.(?:py|mjs))\n", self.text)
        return named[1] if named else None

    @property
    def is_make(self) -> bool:
        """Only targets of the Makefile: `make run` does not end, and `make test` is what runs this."""
        return all(line.startswith("make ") for line in self.text.splitlines())


def pages() -> list[Path]:
    """Every page that is ours to keep true."""
    top = [CHECKOUT / "README.md", CHECKOUT / "CONTRIBUTING.md"]
    packages = [
        CHECKOUT / name / "README.md"
        for name in ("config", "games", "bots", "proof", "rules", "clients", "tests", "docker")
    ]
    clients = [CHECKOUT / "clients" / "python" / "README.md"]
    return [*top, *packages, *clients, *sorted((CHECKOUT / "docs").rglob("*.md"))]


def blocks(page: str) -> list[Block]:
    text = (CHECKOUT / page).read_text(encoding="utf-8")
    return [Block(language, code) for language, code in _FENCED.findall(text)]


def session(page: str) -> list[Block]:
    """The blocks of a page, after those it takes from the quick start."""
    own = blocks(page)
    if WITH_SHELL not in (CHECKOUT / page).read_text(encoding="utf-8"):
        return own
    return [blocks(START)[-1], *own]


def program(page: str, name: str) -> str:
    """The program that a page keeps under this name."""
    (found,) = (block.text for block in blocks(page) if block.file == name)
    return found


def anchors(page: Path) -> set[str]:
    """What a link may name after `#`, as GitHub makes it of a heading."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


# Each is one shell session, typed from top to bottom against a `make run`.
SESSIONS = (
    "README.md",
    START,
    *(f"docs/operations/{name}.md" for name in ("monitoring", "moderation", "keys-and-backup")),
    *sorted(
        str(page.relative_to(CHECKOUT))
        for page in (CHECKOUT / "docs").glob("*.md")
        if WITH_SHELL in page.read_text(encoding="utf-8")
    ),
)
