"""JSON of responses, by msgspec: of a page of events the standard encoder takes a tenth of the request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from rest_framework.renderers import JSONRenderer

# What it does not know, such as a translated text, is its words.
_ENCODER: Final = msgspec.json.Encoder(enc_hook=str)


def json_of(data: Any) -> bytes:
    return _ENCODER.encode(data)


class JsonRenderer(JSONRenderer):
    """For content negotiation and the document it is REST framework's."""

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else json_of(data)
