"""The report: every test with its numbers, corrected for their number, and a verdict."""

from __future__ import annotations

from typing import Any, Final

from proof.fairness.distributions import holm
from proof.fairness.tally import Tally
from proof.fairness.tests import tests_of

LEVEL: Final = 0.01


def report_of(tally: Tally) -> dict[str, Any]:
    """`suspicious` tests have a corrected probability below the level: fair chance hardly ever gives one."""
    rows: list[dict[str, Any]] = []
    for (part, ruleset, what, of), counts in sorted(tally.counts.items()):
        about = {"slice": part, "ruleset": ruleset, "what": what, "of": of}
        rows += [{**about, **tested.plain()} for tested in tests_of(counts)]
    done = [row for row in rows if "p" in row]
    for row, corrected in zip(done, holm([row["p"] for row in done]), strict=True):
        row["corrected"] = _rounded(corrected)
        row["p"], row["statistic"] = _rounded(row["p"]), _rounded(row["statistic"])
    return {
        "games": tally.games,
        "level": LEVEL,
        "correction": "Holm",
        "tests": len(done),
        "suspicious": sum(row["corrected"] < LEVEL for row in done),
        "results": rows,
    }


def _rounded(value: float) -> float:
    return float(f"{value:.6g}")


def written(report: dict[str, Any]) -> list[str]:
    lines = [_line(row) for row in report["results"]]
    few = sum("p" not in row for row in report["results"])
    lines.append(f"{report['games']} games, {report['tests']} tests; for {few} more there are too few games.")
    if report["suspicious"]:
        lines.append(f"{report['suspicious']} of them would be surprising if chance were fair.")
    else:
        lines.append(f"None is surprising: all corrected probabilities are at least {report['level']}.")
    return lines


def _line(row: dict[str, Any]) -> str:
    told = f"{row['slice']}  {row['ruleset']}  {row['what']} {row['of']}  {row['test']}"
    if "p" not in row:
        return f"        {told}: {row['games']} games are too few"
    mark = "UNFAIR? " if row["corrected"] < LEVEL else "ok      "
    freedom = f" ({row['freedom']} degrees of freedom)" if "freedom" in row else ""
    value = f"{row['statistic']:.2f}{freedom}"
    return f"{mark}{told}: {value}, p {row['p']:.4g}, corrected {row['corrected']:.4g}, {row['games']} games"
