"""Lists in pages. A cursor is where the last page ended, so nothing is seen twice while a list grows.

A cursor is opaque to clients: they send `next` as `cursor` until it is null. It is signed, so that no query
is ever made of what a stranger wrote into one.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from django.core import signing
from django.db.models import Model, Q, QuerySet
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from games.http.bodies import InvalidQuery, Query

M = TypeVar("M", bound=Model)

DEFAULT_SIZE = 50
MAX_SIZE = 100
_MAX_CURSOR_LENGTH = 400


class Next(serializers.CharField):
    """Where a list goes on."""

    def __init__(self, **more: Any) -> None:
        text = "Send it as `cursor` to get the next page; null on the last one."
        super().__init__(allow_null=True, help_text=text, **more)


class PageQuery(Query):
    """Asks for a page; a list with filters adds its own fields."""

    limit = serializers.IntegerField(
        min_value=1, max_value=MAX_SIZE, default=DEFAULT_SIZE, help_text="The maximum number of items."
    )
    cursor = serializers.CharField(
        required=False,
        max_length=_MAX_CURSOR_LENGTH,
        help_text="Where to continue: `next` of the previous page.",
    )


def page_of(rows: QuerySet[M], query: dict[str, Any], *, order: Sequence[str]) -> tuple[list[M], str | None]:
    """The rows of one page, and the cursor of the next if there is one.

    `order` names fields, all rising or all (with a minus) falling; the last must be unique, and none null.
    """
    salt = f"cursor of {rows.model.__name__} by {','.join(order)}"
    if cursor := query.get("cursor"):
        rows = _after(rows, order, _read(cursor, salt))
    found = list(rows.order_by(*order)[: query["limit"] + 1])
    if len(found) <= query["limit"]:
        return found, None
    page = found[: query["limit"]]
    return page, signing.dumps(_place_of(page[-1], order), salt=salt)


def _place_of(row: Model, order: Sequence[str]) -> list[str]:
    fields: list[Any] = [row._meta.get_field(name.removeprefix("-")) for name in order]  # noqa: SLF001 – meant for it
    return [field.value_to_string(row) for field in fields]


def _after(rows: QuerySet[M], order: Sequence[str], values: list[str]) -> QuerySet[M]:
    """Rows beyond the values, compared as a whole: the first field that differs decides."""
    word = "lt" if order[0].startswith("-") else "gt"
    names = [name.removeprefix("-") for name in order]
    beyond, equal = Q(), Q()
    for name, value in zip(names, values, strict=True):
        beyond |= equal & Q(**{f"{name}__{word}": value})
        equal &= Q(**{name: value})
    # The first comparison follows from the others; alone it lets the database use its index.
    return rows.filter(Q(**{f"{names[0]}__{word}e": values[0]}) & beyond)


def _read(cursor: str, salt: str) -> list[str]:
    try:
        values: list[str] = signing.loads(cursor, salt=salt)
    except signing.BadSignature:
        message = ErrorDetail("This is not a cursor of this list.", "cursor")
        raise InvalidQuery({"cursor": [message]}) from None
    return values
