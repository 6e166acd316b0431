from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class Parser(JSONParser):
    """JSON; one nested deeper than Python can follow is refused like any other that cannot be read."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError("JSON parse error - nested too deeply") from None
