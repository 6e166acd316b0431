"""The appendix of a report: what proves it, for those who want to check it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from proof.reports.facts import seat_name
from proof.reports.html import Html, h, joined, lead, pairs, tag
from proof.reports.meanings import OUTCOMES

Report = Mapping[str, Any]


def checked(report: Report) -> Html:
    parts = []
    for check in report["checks"]:
        outcome = tag("span", OUTCOMES[check["result"]], class_=check["result"])
        parts += [
            tag("dt", f"{check['name'].capitalize()}: ", outcome),
            tag("dd", check["meaning"], Html("<br>"), tag("small", detail_of(check))),
        ]
    return joined([tag("h3", "What was proved"), tag("dl", *parts)])


def detail_of(check: Mapping[str, Any]) -> str:
    return str(check["detail"]) + (f" (entry {check['seq']})" if "seq" in check else "")


def repeated(report: Report) -> Html:
    if not report["repeat"]:
        return h("")
    text = (
        "Nobody has to be trusted for this. These commands do all of it again, with Python and nothing else:"
    )
    return joined([tag("h3", "How to repeat it"), lead(text), tag("pre", "\n".join(report["repeat"]))])


def evidence(report: Report) -> Html:
    parts = [tag("h3", "Receipt and public log"), _keys(report)]
    receipt, proofs = report.get("receipt"), list(report.get("proofs", ()))
    if receipt:
        signed = {name: value for name, value in receipt.items() if name != "proof"}
        parts.append(lead("The server's signature under the end of the log:"))
        parts.append(tag("pre", json.dumps(signed, indent=1, ensure_ascii=False)))
    else:
        parts.append(tag("p", "No receipt was given."))
    for proof in proofs:
        parts.append(lead(f"Entry {proof['index']} of the public log ({proof['kind']}), with its proof:"))
        parts.append(tag("pre", f"{proof['entry']}\n\n{proof['proof']}"))
    if receipt and "proof" in receipt and not proofs:  # among the proofs it is one of them
        parts.append(lead("The entry of the public log with the end of this one, and its proof:"))
        parts.append(tag("pre", "\n\n".join(map(str, receipt["proof"].values()))))
    return joined(parts)


def _keys(report: Report) -> Html:
    """What the shuffles came from beside the server's seed, and the end of the chain."""
    rows: list[tuple[str, Any]] = [("Hash of the last entry", tag("code", report.get("hash", "")))]
    for seat in report["seats"]:
        seed = tag("code", seat["client_seed"]) if "client_seed" in seat else "none"
        rows.append((f"Client seed of {seat_name(seat)}", seed))
        if "key" in seat:
            rows.append((f"Key of {seat_name(seat)}", tag("code", seat["key"])))
    return pairs(rows)
