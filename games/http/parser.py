"""The parser of JSON bodies."""

import json
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser, get_encoding  # type: ignore[attr-defined]  # not in the stubs
from rest_framework.utils.json import strict_constant

from games.http.json_objects import members_once


class Parser(JSONParser):
    """Refuses NaN, infinity and duplicate member names.

    JSON nested deeper than Python's recursion limit is refused like any other malformed body.
    """

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        raw = check_whole(stream.read(), parser_context)
        try:
            text = raw.decode(get_encoding(parser_context or {}))
            return json.loads(text, parse_constant=strict_constant, object_pairs_hook=members_once)
        except ValueError as error:
            raise ParseError(f"JSON parse error - {error}") from None
        except RecursionError:
            raise ParseError("JSON parse error - nested too deeply") from None


def check_whole(raw: bytes, parser_context: Any) -> bytes:
    """Refuse a body that was cut off: it may still be valid, but it is not what the client meant."""
    request = (parser_context or {}).get("request")
    announced = request.META.get("CONTENT_LENGTH") if request else None
    if announced and len(raw) < int(announced):
        raise ParseError(f"The body ends after {len(raw)} of {announced} bytes.")
    return raw
