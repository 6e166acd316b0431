"""The result of a tournament, as a table for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.table import Table

from bots.arena.statistics import Estimate, Figures


def as_table(ruleset: str, entrants: Sequence[Figures]) -> Table:
    table = Table(title=f"{ruleset}, {entrants[0].games} games", title_justify="left")
    table.add_column("bot")
    for heading in ("wins %", "score", "tickets", "thinking ms p50", "p95"):
        table.add_column(heading, justify="right")
    for each in entrants:
        table.add_row(
            each.bot,
            _shown(each.wins, 100),
            _shown(each.score),
            _shown(each.tickets, digits=2),
            f"{each.thinking_p50 * 1000:.1f}",
            f"{each.thinking_p95 * 1000:.1f}",
        )
    return table


def _shown(estimate: Estimate, factor: float = 1.0, digits: int = 1) -> str:
    mean, low, high = (factor * value for value in (estimate.mean, estimate.low, estimate.high))
    return f"{mean:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"


def as_json(ruleset: str, seed: str, entrants: Sequence[Figures]) -> dict[str, Any]:
    """Times are in seconds."""
    return {"ruleset": ruleset, "seed": seed, "entrants": [asdict(each) for each in entrants]}
