"""The parser of JSON bodies."""

import codecs
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
        text = codecs.getreader(get_encoding(parser_context or {}))(stream)
        try:
            return json.load(text, parse_constant=strict_constant, object_pairs_hook=members_once)
        except ValueError as error:
            raise ParseError(f"JSON parse error - {error}") from None
        except RecursionError:
            raise ParseError("JSON parse error - nested too deeply") from None
