"""Code on a page: highlighted on the server; neighbours in other languages are tabs."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Any, Final

from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers.data import JsonLexer, YamlLexer
from pygments.lexers.javascript import JavascriptLexer
from pygments.lexers.python import PythonLexer
from pygments.lexers.shell import BashLexer

from docs.site.page import EXAMPLE, ORIGIN

LANGUAGES: Final[dict[str, tuple[str, Any]]] = {
    "sh": ("curl", BashLexer),
    "python": ("Python", PythonLexer),
    "js": ("JavaScript", JavascriptLexer),
    "json": ("JSON", JsonLexer),
    "yaml": ("YAML", YamlLexer),
}
_FORMAT: Final[Any] = HtmlFormatter(nowrap=True)
_BLANKS: Final = re.compile(r'<span class="w">(\s+)</span>')  # a quarter of the page, and nothing to color
_STEP: Final = re.compile(r"^\s*(\w+)\s*-?->>\s*(\w+): (.*)$")
_PARTY: Final = re.compile(r"^\s*participant (\w+) as (.*)$")


def block(language: str, text: str) -> str:
    if language == "mermaid":
        return _steps(text)
    name = LANGUAGES[language][0] if language in LANGUAGES else "Text"
    return f'<pre tabindex="0" data-language="{name}"><code>{_colored(language, text)}</code></pre>\n'


def _colored(language: str, text: str) -> str:
    if language not in LANGUAGES:
        html = escape(text)
    else:
        html = _BLANKS.sub(r"\1", highlight(text, _lexer(language), _FORMAT))
    return html.replace(EXAMPLE, ORIGIN)


@cache
def _lexer(language: str) -> Any:
    return LANGUAGES[language][1](stripnl=False)


def tabs(number: int, blocks: list[tuple[str, str]]) -> str:
    """Radio buttons and CSS, so it works without JavaScript; on paper the panels follow each other."""
    if len(blocks) == 1:
        return block(*blocks[0])
    heads, panels = "", ""
    for place, (language, text) in enumerate(blocks):
        name = f"tabs-{number}-{place}"
        chosen = " checked" if place == 0 else ""
        label = LANGUAGES[language][0]
        heads += f'<input type="radio" name="tabs-{number}" id="{name}"{chosen}>'
        heads += f'<label for="{name}">{label}</label>\n'
        panels += f'<div class="panel">{block(language, text)}</div>\n'
    return f'<fieldset class="tabs"><legend>Language</legend>\n{heads}{panels}</fieldset>\n'


def _steps(text: str) -> str:
    """A sequence diagram as a list of its steps, which needs no script."""
    parties = {found[1]: found[2] for line in text.splitlines() if (found := _PARTY.match(line))}
    steps = [found.groups() for line in text.splitlines() if (found := _STEP.match(line))]
    items = "".join(
        f"<li><b>{escape(parties[a])}</b> → <b>{escape(parties[b])}</b>: {escape(said)}</li>\n"
        for a, b, said in steps
    )
    return f'<ol class="steps">\n{items}</ol>\n'
