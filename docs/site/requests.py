"""A request for an operation in curl, Python and JavaScript."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from docs.site.document import JSON, Operation, first_example
from docs.site.page import EXAMPLE

_FILE: Final = "game.ndjson"  # the body of the one operation that takes a file
_WIDTH: Final = 100


@dataclass(frozen=True, slots=True)
class Request:
    """What the three languages have to say."""

    method: str
    path: str  # with names in braces
    token: bool
    media_type: str
    body: Any
    streams: bool

    @property
    def is_json(self) -> bool:
        return self.media_type == JSON

    @property
    def takes_file(self) -> bool:
        return bool(self.media_type) and not self.is_json


def requests_of(operation: Operation) -> list[tuple[str, str]]:
    found = _request(operation)
    return [("sh", _curl(found)), ("python", _python(found)), ("js", _javascript(found))]


def _request(operation: Operation) -> Request:
    media_type, content = operation.body or ("", {})
    return Request(
        method=operation.method.upper(),
        path=operation.path,
        token=operation.takes_token,
        media_type=media_type,
        body=first_example(content) if media_type == JSON else None,
        streams=operation.tag == "streams",
    )


def _curl(found: Request) -> str:
    path = re.sub(r"{(\w+)}", lambda name: "$" + name[1].upper(), found.path)
    usual = "POST" if found.media_type else "GET"
    words = [
        "curl",
        *(["-N"] if found.streams else []),
        *(["-X", found.method] if found.method != usual else []),
    ]
    lines = [f'{" ".join(words)} "{EXAMPLE}{path}"']
    if found.token:
        lines.append('-H "Authorization: Bearer $TOKEN"')
    if found.media_type:
        lines.append(f"-H 'Content-Type: {found.media_type}'")
        lines.append(f"-d {_quoted(_json(found.body))}" if found.is_json else f"--data-binary @{_FILE}")
    return " \\\n  ".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("'", "'\\''")
    return f"'{escaped}'"


def _json(body: Any) -> str:
    short = json.dumps(body, ensure_ascii=False)
    return short if len(short) <= _WIDTH else json.dumps(body, ensure_ascii=False, indent=2)


def _python(found: Request) -> str:
    headers = ['"Authorization": f"Bearer {token}"'] if found.token else []
    given = [_literal(f"{EXAMPLE}{found.path}")]
    if found.takes_file:
        headers.append(f'"Content-Type": "{found.media_type}"')
    if headers:
        given.append(f"headers={{{', '.join(headers)}}}")
    if found.media_type:
        body = _indented(_pythonic(found.body), "    ")
        given.append(f"json={body}" if found.is_json else f'content=Path("{_FILE}").read_bytes()')
    if found.streams:
        call = _called("httpx.stream", ['"GET"', *given, "timeout=None"])
        return f"with {call} as stream:\n    for line in stream.iter_lines():\n        print(line)\n"
    imports = "from pathlib import Path\n\n" if found.takes_file else ""
    return f"{imports}answer = {_called(f'httpx.{found.method.lower()}', given)}\n"


def _called(name: str, given: list[str]) -> str:
    if len(given) == 1:
        return f"{name}({given[0]})"
    return f"{name}(\n" + "".join(f"    {each},\n" for each in given) + ")"


def _literal(text: str) -> str:
    return f'f"{text}"' if "{" in text else f'"{text}"'


def _pythonic(body: Any) -> str:
    """JSON in the words of Python."""
    return re.sub(r"(?<=[\s\[])(true|false|null)\b", lambda word: _WORDS[word[1]], _json(body))


_WORDS: Final = {"true": "True", "false": "False", "null": "None"}


def _indented(text: str, by: str) -> str:
    first, *rest = text.split("\n")
    return "\n".join([first, *(by + line for line in rest)])


def _javascript(found: Request) -> str:
    path = re.sub(r"{(\w+)}", lambda name: "${" + _camel(name[1]) + "}", f"{EXAMPLE}{found.path}")
    address = f"`{path}`" if "${" in path else f'"{path}"'
    headers = ["Authorization: `Bearer ${token}`"] if found.token else []
    headers += [f'"Content-Type": "{found.media_type}"'] if found.media_type else []
    options = [f'method: "{found.method}"'] if found.method != "GET" else []
    options += [f"headers: {{ {', '.join(headers)} }}"] if headers else []
    if found.media_type:
        options.append(f"body: {_body_of(found)}")
    inside = "".join(f"  {option},\n" for option in options)
    call = f"fetch({address}, {{\n{inside}}})" if options else f"fetch({address})"
    if found.streams:
        return f"const answer = await {call};\nfor await (const part of answer.body) console.log(part);\n"
    given = f"// file: the text of {_FILE}, or a File that somebody has chosen\n" if found.takes_file else ""
    return f"{given}const answer = await {call};\n"


def _body_of(found: Request) -> str:
    return f"JSON.stringify({_indented(_json(found.body), '  ')})" if found.is_json else "file"


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
