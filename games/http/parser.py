"""The parser of JSON bodies."""

from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from games.http.body_limits import read_whole
from games.http.json_objects import read_json


class Parser(BaseParser):
    media_type = "application/json"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        raw = read_whole(stream, parser_context)
        try:
            return read_json(raw)
        except ValueError as error:
            raise ParseError(f"JSON parse error - {error}") from None
