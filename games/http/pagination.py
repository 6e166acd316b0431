"""Pagination by cursor. A cursor is where the last page ended, so no item repeats while a list grows.

A cursor is opaque to clients: they send `next` as `cursor` until it is null. It is signed, so that clients
cannot put values of their own into a query.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any, Generic, Protocol, TypeVar

from django.core import signing
from django.db.models import Model, Q, QuerySet
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from games.http.answers import List
from games.http.bodies import InvalidQuery, Query

M = TypeVar("M", bound=Model)
R = TypeVar("R")
A = TypeVar("A")

DEFAULT_SIZE = 50
MAX_SIZE = 100
_MAX_CURSOR_LENGTH = 400


class PageQuery(Query):
    """The parameters of every list. A list with filters adds its own."""

    limit = serializers.IntegerField(
        min_value=1, max_value=MAX_SIZE, default=DEFAULT_SIZE, help_text="The maximum number of items."
    )
    cursor = serializers.CharField(
        required=False,
        max_length=_MAX_CURSOR_LENGTH,
        help_text="Where to continue: `next` of the previous page.",
    )


class Part(Protocol[R]):
    """A list, or a part of one, in an order without ties."""

    @property
    def name(self) -> str:
        """A cursor is valid for lists of parts with the same names."""

    def read(self, after: list[str], limit: int) -> list[R]:
        """So many rows after this place; from the beginning if it is empty."""

    def place_of(self, row: R) -> list[str]:
        """Where the row is in the order."""


@dataclass(frozen=True, slots=True)
class Rows(Generic[M]):
    """Rows and the fields to order them by, all ascending or all (with a minus) descending.

    Together the fields must be unique, and none may be null.
    """

    rows: QuerySet[M]
    order: Sequence[str]

    @property
    def name(self) -> str:
        return f"{self.rows.model.__name__} by {','.join(self.order)}"

    def read(self, after: list[str], limit: int) -> list[M]:
        rows = _after(self.rows, self.order, after) if after else self.rows
        return list(rows.order_by(*self.order)[:limit])

    def place_of(self, row: M) -> list[str]:
        return place(attrgetter(name.removeprefix("-").replace("__", "."))(row) for name in self.order)


# Gets a page and what the page before it returned, or None. The result is kept in the cursor, as JSON.
Carry = Callable[[list[R], Any], Any]


def page_of(
    rows: QuerySet[M], query: dict[str, Any], *, order: Sequence[str], carry: Carry[M] | None = None
) -> tuple[list[M], str | None]:
    """The rows of one page, and the cursor of the next page or None. For `order` see `Rows`."""
    return page_of_parts([Rows(rows, order)], query, carry=carry)


def listed(
    item: Callable[[M], A],
    rows: QuerySet[M],
    query: dict[str, Any],
    *,
    order: Sequence[str],
    carry: Carry[M] | None = None,
) -> List[A]:
    """The answer of a list: one page, with an item for each row."""
    page, following = page_of(rows, query, order=order, carry=carry)
    return List(items=[item(row) for row in page], next=following)


def page_of_parts(
    parts: Sequence[Part[R]], query: dict[str, Any], *, carry: Carry[R] | None = None
) -> tuple[list[R], str | None]:
    """`page_of` for a list of several parts in sequence, each with an order of its own."""
    salt = "cursor of " + ", ".join(part.name for part in parts)
    first, after, carried = _read(query["cursor"], salt) if "cursor" in query else (0, [], None)
    found: list[tuple[int, R]] = []
    for number, part in list(enumerate(parts))[first:]:
        left = query["limit"] + 1 - len(found)
        found += [(number, row) for row in part.read(after if number == first else [], left)]
        if len(found) > query["limit"]:
            break
    page = [row for _, row in found[: query["limit"]]]
    carried = carry(page, carried) if carry else None
    if len(found) <= query["limit"]:
        return page, None
    last = found[-2][0]
    return page, signing.dumps([last, parts[last].place_of(page[-1]), carried], salt=salt)


def place(values: Iterable[Any]) -> list[str]:
    """Values of a row as a cursor keeps them."""
    return [value.isoformat() if isinstance(value, datetime) else str(value) for value in values]


def _after(rows: QuerySet[M], order: Sequence[str], values: list[str]) -> QuerySet[M]:
    """Rows after the values in lexicographic order."""
    word = "lt" if order[0].startswith("-") else "gt"
    names = [name.removeprefix("-") for name in order]
    beyond, equal = Q(), Q()
    for name, value in zip(names, values, strict=True):
        beyond |= equal & Q(**{f"{name}__{word}": value})
        equal &= Q(**{name: value})
    # The first comparison is implied by the others; it lets the database use its index.
    return rows.filter(Q(**{f"{names[0]}__{word}e": values[0]}) & beyond)


def _read(cursor: str, salt: str) -> tuple[int, list[str], Any]:
    """The number of a part, the place in it and what is carried; raises if the signature is wrong."""
    try:
        number, place, carried = signing.loads(cursor, salt=salt)
    except signing.BadSignature:
        message = ErrorDetail("This is not a cursor of this list.", "cursor")
        raise InvalidQuery({"cursor": [message]}) from None
    return number, place, carried
