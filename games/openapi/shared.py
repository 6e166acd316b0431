"""What several operations of the OpenAPI document say alike, said once.

A generator makes one class of a component, and the document is smaller.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, MutableMapping
from copy import deepcopy
from http import HTTPStatus
from typing import Any, Final

from games.http.declared import CODES
from games.json_schema import camel

Place = tuple[Any, Any, str]  # a container, the key of a part in it, and the name the part would have
_LONGEST_NAME: Final = 3  # codes


def share_repeated(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A hook of drf-spectacular, the last one. Examples come first: they are parts of responses."""
    result["webhooks"] = deepcopy(result["webhooks"])  # the generator keeps them for the next time
    for kind, places in _KINDS.items():
        found = _share(kind, places(result), result["components"].get(kind, {}))
        if found:
            result["components"][kind] = found
    return result


def _share(kind: str, places: Iterator[Place], known: dict[str, Any]) -> dict[str, Any]:
    """Where parts of one name differ, the commonest has the name, and the others stay where they are."""
    found = [place for place in places if "$ref" not in place[0][place[1]]]
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for box, key, name in found:
        counts[name][_text(box[key])] += 1
    common = {name: texts.most_common(1)[0] for name, texts in counts.items() if name not in known}
    shared = {name: text for name, (text, count) in common.items() if count > 1}
    for box, key, name in found:
        if shared.get(name) == _text(box[key]):
            known[name] = box[key]
            box[key] = {"$ref": f"#/components/{kind}/{name}"}
    return dict(sorted(known.items()))


def _text(part: Any) -> str:
    return json.dumps(part, sort_keys=True, default=str)


def _operations(result: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for place in (*result["paths"].values(), *result.get("webhooks", {}).values()):
        yield from place.values()


def _parameters(result: dict[str, Any]) -> Iterator[Place]:
    for operation in _operations(result):
        for place, parameter in enumerate(operation.get("parameters", ())):
            sort = "Header" if parameter.get("in") == "header" else ""
            name = camel(re.sub(r"\W", "_", parameter.get("name", "")))
            yield operation["parameters"], place, f"{name}{sort}"


def _responses(result: dict[str, Any]) -> Iterator[Place]:
    """Those that say no more than their status, and errors with few codes."""
    for operation in _operations(result):
        for status, response in operation["responses"].items():
            codes = response.get(CODES, ())
            if codes and len(codes) <= _LONGEST_NAME:
                yield operation["responses"], status, "Or".join(map(camel, codes))
            elif "content" not in response and status.isdigit():
                yield operation["responses"], status, HTTPStatus(int(status)).phrase.replace(" ", "")


def _examples(result: dict[str, Any]) -> Iterator[Place]:
    for operation in _operations(result):
        for part in (operation.get("requestBody", {}), *operation["responses"].values()):
            for content in part.get("content", {}).values():
                examples: MutableMapping[str, Any] = content.get("examples", {})
                yield from ((examples, name, name) for name in examples)


_KINDS: Final[dict[str, Callable[[dict[str, Any]], Iterator[Place]]]] = {
    "examples": _examples,
    "parameters": _parameters,
    "responses": _responses,
}
