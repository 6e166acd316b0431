"""What Django has no public way for."""

from collections.abc import Collection, Sequence
from io import BytesIO
from typing import Any, TypeVar

from django.core.handlers.asgi import ASGIRequest
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model
from django.db.models.base import ModelState
from django.http import HttpRequest

from games import internals

M = TypeVar("M", bound=Model)


class AsgiRequest(ASGIRequest):
    """Its headers can be changed before Django parses them, as those of WSGI can."""

    def prepare(self, meta: dict[str, Any]) -> None:
        raise NotImplementedError

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        self.prepare(meta)
        super()._set_content_type_params(meta)  # type: ignore[misc]  # not in the stubs


def model_from_row(model: type[M], names: Collection[str], row: Sequence[Any]) -> M:
    """What `Model.from_db` returns, which sets field by field. The names are in the order of the fields."""
    if internals.ROWS not in internals.FAST:
        return model.from_db(DEFAULT_DB_ALIAS, names, row)
    found = model.__new__(model)
    found._state = ModelState()
    found._state.adding, found._state.db = False, DEFAULT_DB_ALIAS
    found.__dict__.update(zip(names, row, strict=True))
    return found


def body_set(request: HttpRequest, raw: bytes) -> None:
    """As if the request had come with this body and its length. Nothing of it may have been read yet."""
    request._stream = BytesIO(raw)
    request.META["CONTENT_LENGTH"] = str(len(raw))
