"""A report as a page that is made for print: one file, without scripts, that loads nothing."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.plural import counted
from rules.reports.facts import seat_name
from rules.reports.html import Html, document, h, joined, listed, pairs, shown, table, tag
from rules.reports.meanings import DEEDS, OUTCOMES, SOURCES

Report = Mapping[str, Any]
Pictures = Mapping[str, bytes]  # SVG by moment


def page_of(report: Report, pictures: Pictures | None = None) -> str:
    title = f"Report on a game of {report.get('title', 'an unknown ruleset')}"
    below = f"{title} · {report.get('game', '')}"
    return document(title, tag("h1", title), _game(report, pictures or {}), below=below)


def page_of_many(reports: Sequence[Report]) -> str:
    title = f"Report on {counted(len(reports), 'game')}"
    unsound = [report for report in reports if not report["sound"]]
    verdict = (
        f"{counted(len(unsound), 'log')} of {len(reports)} do NOT hold."
        if unsound
        else "Everything that can be checked holds, in every game."
    )
    parts = [tag("h1", title), _verdict(verdict, sound=not unsound), _overview(reports), _standings(reports)]
    for report in reports:
        heading = tag("h2", f"{report.get('title', 'A game')} {report.get('game', '')}")
        parts.append(tag("section", heading, _game(report, {}), class_="game"))
    return document(title, *parts)


def _verdict(text: str, *, sound: bool) -> Html:
    return tag("p", text, class_="verdict" if sound else "verdict bad")


def _overview(reports: Sequence[Report]) -> Html:
    rows = [(number, *_in_short(report)) for number, report in enumerate(reports, start=1)]
    return joined([tag("h2", "All games"), table(("", "game", "points", "log"), rows)])


def _in_short(report: Report) -> tuple[Html, Html, Html]:
    ended = f"{_minute(report['ended_at'])} UTC" if "ended_at" in report else "not over"
    first = f"{report.get('title', 'unknown')}, {ended}"
    points = [f"{seat_name(seat)}: {shown(seat.get('score', '–'))}" for seat in report["seats"]]
    return (
        joined([first, Html("<br>"), tag("code", report.get("game", ""), class_="short")]),
        joined(tag("div", one) for one in points),
        _holds(report),
    )


def _holds(report: Report) -> Html:
    words, style = ("holds", "short") if report["sound"] else ("does NOT hold", "short failed")
    return tag("span", words, class_=style)


def standings(reports: Sequence[Report]) -> list[dict[str, Any]]:
    """Games, wins and points of everybody who played, the most wins first. Unfinished games do not count."""
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for report in reports:
        for seat in report["seats"]:
            if "score" in seat and seat.get("name"):
                row = rows.setdefault(
                    (seat["kind"], seat["name"]),
                    {"name": seat["name"], "kind": seat["kind"], "games": 0, "won": 0, "points": 0},
                )
                row["games"] += 1
                row["won"] += seat["won"]
                row["points"] += seat["score"]
    return sorted(rows.values(), key=lambda row: (-row["won"], -row["points"], row["name"]))


def _standings(reports: Sequence[Report]) -> Html:
    rows = [
        (f"the bot {row['name']}" if row["kind"] == "bot" else row["name"], *_numbers(row))
        for row in standings(reports)
    ]
    return joined([tag("h2", "Standings"), table(("player", "games", "won", "points"), rows)])


def _numbers(row: Mapping[str, Any]) -> tuple[int, int, int]:
    return row["games"], row["won"], row["points"]


def _game(report: Report, pictures: Pictures) -> Html:
    sections = (_facts, _players, _sheets, _checks, _repeat, _away, _looks, _evidence)
    parts = [_verdict(report["conclusion"], sound=report["sound"])]
    parts += [_tried(section, report) for section in sections]
    return joined([*parts, _pictures(pictures)])


def _tried(section: Callable[[Report], Html], report: Report) -> Html:
    """What a damaged log says may be of any type. A section that cannot be written is left out."""
    try:
        return section(report)
    except Exception:  # noqa: BLE001 (no log, however odd, may stop its report)
        return h("")


def _facts(report: Report) -> Html:
    named = {
        "game": "Game",
        "ruleset": "Ruleset",
        "opened_at": "Opened",
        "started_at": "Started",
        "ended_at": "Ended",
        "status": "State",
        "source": "Source",
        "version": "Entries",
        "hash": "Hash of the last entry",
        "purpose": "Purpose",
        "made_at": "This report",
    }
    return pairs((name, _fact(key, report[key])) for key, name in named.items() if key in report)


def _fact(key: str, value: Any) -> Any:
    if key.endswith("_at"):
        return _second(value)
    if key == "source":
        return SOURCES.get(value, value)
    return tag("code", value) if key in ("game", "hash") else value


def _players(report: Report) -> Html:
    rows = [
        (
            seat["seat"],
            seat_name(seat),
            seat.get("kind", "nobody"),
            seat.get("stand_in", ""),
            seat.get("score", ""),
            "won" if seat.get("won") else "",
        )
        for seat in report["seats"]
    ]
    return joined(
        [tag("h2", "Who played"), table(("seat", "player", "kind", "stand-in", "points", ""), rows)]
    )


def _sheets(report: Report) -> Html:
    names = {seat["seat"]: seat_name(seat) for seat in report["seats"]}
    parts = [tag("h2", "Score sheet")]
    for sheet in report["sheets"]:
        rows = [(line["rule"], line["what"], line["points"]) for line in sheet["lines"]]
        heading = tag("h3", f"{names.get(sheet['seat'], sheet['seat'])}: {shown(sheet['total'])}")
        parts.append(tag("div", heading, table(("rule", "what", "points"), rows), class_="sheet"))
    return joined(parts if report["sheets"] else [*parts, tag("p", "The points are not counted yet.")])


def _checks(report: Report) -> Html:
    parts = []
    for check in report["checks"]:
        where = f" (entry {check['seq']})" if "seq" in check else ""
        outcome = tag("span", OUTCOMES[check["result"]], class_=check["result"])
        parts += [
            tag("dt", f"{check['name'].capitalize()}: ", outcome),
            tag("dd", check["meaning"], Html("<br>"), tag("small", check["detail"] + where)),
        ]
    return joined([tag("h2", "What was proved"), tag("dl", *parts)])


def _minute(at: str) -> str:
    return at[:16].replace("T", " ")


def _second(at: str) -> str:
    return f"{at[:19].replace('T', ' ')} UTC"


def _away(report: Report) -> Html:
    told = [f"{_minute(one['at'])}: {one['text']}" for one in report["absences"]]
    return joined([tag("h2", "Who was away"), listed(told, "Nobody: no time-out, no stand-in, no vacation.")])


def _looks(report: Report) -> Html:
    heading = tag("h2", "Who looked")
    if "looks" not in report:
        return joined(
            [heading, tag("p", "Auditors' looks are not in a log; the server lists them after the end.")]
        )
    told = [
        f"{_minute(look['at'])}: {look['auditor']} read {look['what']} at entry {look['version']}"
        for look in report["looks"]
    ]
    told += [f"{_minute(deed['at'])}: {DEEDS.get(deed['deed'], deed['deed'])}" for deed in report["deeds"]]
    return joined([heading, listed(told, "No auditor has looked at hidden information, and no operator.")])


def _evidence(report: Report) -> Html:
    parts = [tag("h2", "Receipt and public log")]
    receipt, proofs = report.get("receipt"), list(report.get("proofs", ()))
    if receipt:
        signed = {name: value for name, value in receipt.items() if name != "proof"}
        parts.append(_lead("The server's signature under the end of the log:"))
        parts.append(tag("pre", json.dumps(signed, indent=1, ensure_ascii=False)))
    else:
        parts.append(tag("p", "No receipt was given."))
    for proof in proofs:
        parts.append(_lead(f"Entry {proof['index']} of the public log ({proof['kind']}), with its proof:"))
        parts.append(tag("pre", f"{proof['entry']}\n\n{proof['proof']}"))
    if receipt and "proof" in receipt and not proofs:  # among the proofs it is one of them
        parts.append(_lead("The entry of the public log with the end of this one, and its proof:"))
        parts.append(tag("pre", "\n\n".join(map(str, receipt["proof"].values()))))
    return joined(parts)


def _lead(text: str) -> Html:
    """It stays with what it leads to."""
    return tag("p", text, class_="lead")


def _pictures(pictures: Pictures) -> Html:
    if not pictures:
        return h("")
    parts = [tag("h2", "Pictures")]
    for moment, svg in pictures.items():
        source = f"data:image/svg+xml;base64,{b64encode(svg).decode()}"
        image = Html(f'<img src="{source}" alt="{h(f"The table at the {moment}.")}">')
        parts.append(tag("figure", image, tag("figcaption", f"The {moment}")))
    return joined(parts)


def _repeat(report: Report) -> Html:
    if not report["repeat"]:
        return h("")
    text = (
        "Nobody has to be trusted for this. These commands do all of it again, with Python and nothing else:"
    )
    return joined([tag("h2", "How to repeat it"), _lead(text), tag("pre", "\n".join(report["repeat"]))])
