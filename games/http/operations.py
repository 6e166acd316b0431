"""How an operation is described: by what it returns, if that is all it does, and then by its docstring."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema

from games.http.answers import Returned


class Operation(AutoSchema):
    def get_description(self) -> str:  # type: ignore[override]  # as in drf-spectacular
        responses: Any = self.get_response_serializers()
        found = responses.values() if isinstance(responses, dict) else [responses]
        texts = [str(one.description) for one in found if isinstance(one, Returned)]
        sentences = [f"Returns {text[0].lower()}{text[1:]}" for text in texts]
        return "\n\n".join(filter(None, [*sentences, super().get_description()]))
