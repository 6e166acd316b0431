"""What each request costs, what bounds it, and what one address or account can take in a minute."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from rich.table import Table

from docs.site.document import operations
from games.http.problems import OVERLOADED
from tests.chaos.costs.meter import Reading
from tests.chaos.costs.question import Question

DEAR: Final = 50  # times a usual GET
SHOWN: Final = 10
ADDRESS, PLAYER = 300, 1200  # requests a minute
# What bounds an operation beside the limit of its address or player: how many a minute, and what does it.
BOUNDS: Final[dict[str, tuple[float, str]]] = {
    "importGame": (20, "20 a minute, heavy"),
    "signUp": (220 / 60, "20 accounts and 200 tries an hour"),
    "createGame": (1200, "tables a day"),
    "exportMe": (0.1, "one in ten minutes"),
    "testWebhook": (6, "6 a minute"),
    "/account/sign-in": (10 / 15, "10 wrong passwords in 15 minutes"),
    "/admin/login/": (10 / 15, "10 wrong passwords in 15 minutes"),
}
HEAVY: Final = "heavy: a few at a time"


@cache
def heavy_operations() -> set[str]:
    """Those that the document says are done a few at a time."""
    return {each.id for each in operations() if OVERLOADED.code in each.codes}


@dataclass(frozen=True, slots=True)
class Row:
    question: Question
    reading: Reading
    ratio: float

    @property
    def per_minute(self) -> float:
        """How many one address (without a token) or one account may send."""
        usual = PLAYER if "Authorization" in self.question.headers else ADDRESS
        return min(usual, BOUNDS[self.question.name][0] if self.has_bound else usual)

    @property
    def has_bound(self) -> bool:
        return self.question.name in BOUNDS

    @property
    def seconds_per_minute(self) -> float:
        return self.per_minute * self.reading.seconds

    @property
    def bound(self) -> str:
        if self.has_bound:
            return BOUNDS[self.question.name][1]
        return HEAVY if self.question.name in heavy_operations() else ""

    @property
    def is_unbounded(self) -> bool:
        return self.ratio > DEAR and not self.bound


def dearest(rows: list[Row]) -> list[Row]:
    """One row for each operation and page: its dearest request."""
    found: dict[str, Row] = {}
    for row in sorted(rows, key=lambda row: -row.ratio):
        found.setdefault(row.question.name, row)
    return list(found.values())


def printed(rows: list[Row]) -> Table:
    made = Table(
        "operation or page",
        "request",
        "status",
        "kB in",
        "kB out",
        "ms",
        "× GET",
        "a minute",
        "s of CPU a minute",
        "bounded by",
    )
    for row in rows:
        made.add_row(*cells(row))
    return made


def cells(row: Row) -> list[str]:
    status, seconds, sent, received = row.reading
    sizes = (f"{size / 1000:.1f}" for size in (sent, received))
    return [
        *(row.question.name, row.question.sort, str(status), *sizes, f"{1000 * seconds:.1f}"),
        *(f"{row.ratio:.1f}", f"{row.per_minute:.3g}", f"{row.seconds_per_minute:.1f}", row.bound),
    ]
