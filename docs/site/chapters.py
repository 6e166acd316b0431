"""Which files are chapters, in which order, and where."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from docs.site.markdown import Resolve, page_of
from docs.site.page import Page, address

ROOT: Final = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Chapter:
    slug: str
    file: str
    name: str = ""  # instead of its heading

    @property
    def path(self) -> Path:
        return ROOT / self.file

    @property
    def title(self) -> str:
        if self.name:
            return self.name
        with self.path.open(encoding="utf-8") as lines:
            return lines.readline().removeprefix("# ").strip()

    def page(self) -> Page:
        return page_of(self.path.read_text(encoding="utf-8"), resolve_from(self.file))


def _of_docs(*names: str) -> tuple[Chapter, ...]:
    return tuple(Chapter(name, f"docs/{name}.md") for name in names)


START: Final = (
    Chapter("", "docs/README.md", "Overview"),
    *_of_docs("quick-start", "games", "turns", "views", "clocks", "company"),
)
API: Final = _of_docs(
    *("tokens", "errors", "retries", "lists", "limits", "streams", "webhooks", "notices", "oauth"),
    *("bots", "reinforcement-learning", "testing", "generators", "versions"),
)
CLIENTS: Final = (
    *_of_docs("clients"),
    Chapter("clients/shared", "clients/README.md"),
    Chapter("clients/javascript", "clients/javascript/README.md", "The JavaScript client"),
    Chapter("clients/python", "clients/python/README.md", "The Python client"),
    Chapter("clients/web", "web/README.md", "An example: the web table"),
)
AUDIT: Final = _of_docs("audits", "verifier", "datasets", "fairness", "events")
OPERATE: Final = (
    Chapter("operations", "docs/operations/README.md"),
    *_of_docs(
        *(f"operations/{name}" for name in ("install", "settings", "processes", "monitoring", "witnesses"))
    ),
    *_of_docs(*(f"operations/{name}" for name in ("moderation", "keys-and-backup", "scaling")), "accounts"),
    Chapter("docker", "docker/README.md", "Docker"),
)
CHANGES: Final = (
    Chapter("changelog", "CHANGELOG.md", "Changelog"),
    Chapter("api-changelog", "openapi/CHANGELOG.md", "Changelog of the API"),
)
CONTRIBUTE: Final = (
    Chapter("contributing", "CONTRIBUTING.md"),
    *_of_docs("architecture", "due-work", "glossary"),
    Chapter("library/rules", "rules/README.md", "The rules library"),
    Chapter("library/bots", "bots/README.md", "The bots library"),
    Chapter("library/games", "games/README.md", "The server, room by room"),
    Chapter("library/config", "config/README.md", "Configuration and supervisor"),
    Chapter("library/docs", "docs/site/README.md", "What makes these pages"),
    Chapter("decisions", "docs/decisions/README.md"),
)
# Files that are shown in another form.
_ELSEWHERE: Final = {"openapi/schema.yaml": "reference", "rules/rulebook.json": "rules"}
PICTURE_TYPES: Final = {".svg": "image/svg+xml", ".webp": "image/webp"}
_NOTES: Final = ("rules/variants/", "/NOTES.md")
_DECISIONS: Final = "docs/decisions/"


@cache
def decisions() -> tuple[Chapter, ...]:
    files = sorted((ROOT / _DECISIONS).glob("0*.md"))
    return tuple(Chapter(f"decisions/{file.stem}", f"{_DECISIONS}{file.name}") for file in files)


@cache
def _slugs() -> dict[str, str]:
    chapters = (*START, *API, *CLIENTS, *AUDIT, *OPERATE, *CHANGES, *CONTRIBUTE, *decisions())
    shown = {f"docs/{name}": name for name in pictures()}
    return _ELSEWHERE | shown | {chapter.file: chapter.slug for chapter in chapters}


@cache
def pictures() -> dict[str, Path]:
    """What the chapters show, by its name."""
    return {file.name: file for file in sorted((ROOT / "docs").iterdir()) if file.suffix in PICTURE_TYPES}


def resolve_from(file: str) -> Resolve:
    def resolve(target: str) -> str | None:
        if "://" in target or target.startswith("#"):
            return target
        path, _, anchor = target.partition("#")
        slug = _slug_of(posixpath.normpath(posixpath.join(posixpath.dirname(file), path)))
        return None if slug is None else address(slug, anchor)

    return resolve


def _slug_of(file: str) -> str | None:
    before, after = _NOTES
    if file.startswith(before) and file.endswith(after):
        return f"rules/{file.removeprefix(before).removesuffix(after)}"
    return _slugs().get(file)
