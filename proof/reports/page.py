"""A report as a page that is made for print: one file, without scripts, that loads nothing."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any, Final

from proof.reports.appendix import checked, detail_of, evidence, repeated
from proof.reports.facts import seat_name
from proof.reports.html import Html, document, h, joined, lead, listed, pairs, shown, table, tag
from proof.reports.meanings import CLOCKS, DEEDS, SOURCES, STAND_INS, UNITS
from proof.times import second_of
from rules.plural import counted

Report = Mapping[str, Any]
Pictures = Mapping[str, bytes]  # SVG by moment
OWN: Final = "signed by the player's own key"
ANCHORED = ("looks", "deeds")  # the checks of who looked


def page_of(report: Report, pictures: Pictures | None = None) -> str:
    title = f"Report on a game of {report.get('title', 'an unknown ruleset')}"
    below = f"{title} · {report.get('game', '')}"
    return document(title, tag("h1", title), game_of(report, pictures or {}), below=below)


def verdict_of(text: str, *, sound: bool) -> Html:
    return tag("p", text, class_="verdict" if sound else "verdict bad")


def game_of(report: Report, pictures: Pictures) -> Html:
    """The finding and the people first; what proves it stands at the end."""
    sections = (_facts, _players, _clock, _sheets, _away, _looks, _moves)
    parts = [verdict_of(report["conclusion"], sound=report["sound"])]
    parts += [_failures(report), *(_tried(section, report) for section in sections), _pictures(pictures)]
    parts.append(tag("h2", "Appendix: the proofs"))
    return joined([*parts, *(_tried(section, report) for section in (checked, repeated, evidence))])


def _failures(report: Report) -> Html:
    """What is wrong stands with the finding, and not in the appendix alone."""
    failed = [check for check in report["checks"] if check["result"] == "failed"]
    return joined(tag("p", f"{check['name'].capitalize()}: {detail_of(check)}") for check in failed)


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
        "purpose": "Purpose",
        "made_at": "This report",
    }
    return pairs((name, _fact(key, report[key])) for key, name in named.items() if key in report)


def _fact(key: str, value: Any) -> Any:
    if key.endswith("_at"):
        return f"{second_of(value)} UTC"
    if key == "source":
        return SOURCES.get(value, value)
    return tag("code", value) if key == "game" else value


def _players(report: Report) -> Html:
    rows = [
        (
            seat["seat"],
            seat_name(seat),
            seat.get("kind", "nobody"),
            "; ".join(map(_stood_in, seat.get("stand_ins", ()))),
            counted(seat["signed"], "move") if "signed" in seat else "",
            seat.get("score", ""),
            "won" if seat.get("won") else "",
        )
        for seat in report["seats"]
    ]
    return joined(
        [tag("h2", "Who played"), table(("seat", "player", "kind", "stand-in", "signed", "points", ""), rows)]
    )


def _stood_in(one: Mapping[str, Any]) -> str:
    ended = "to the end" if one["to_the_end"] else "then the player was back"
    return f"{one['bot']}: {counted(one['decisions'], 'decision')}, {ended}"


def _clock(report: Report) -> Html:
    clock = report["clock"]
    rows: list[tuple[str, Any]] = [
        (CLOCKS.get(name, name), counted(value, UNITS.get(name, "second"))) for name, value in clock.items()
    ]
    if not clock:
        rows = [("Clock", "none: nobody could run out of time")]
    rows.append(("A stand-in plays", STAND_INS.get(report["stand_ins"], report["stand_ins"])))
    return joined([tag("h2", "Clock"), pairs(rows)])


def _moves(report: Report) -> Html:
    rows = [
        (move["seq"], second_of(move["at"]), move["text"], OWN if "signed" in move else "")
        for move in report["moves"]
    ]
    heading = tag("h2", "Moves")
    if not rows:
        return joined([heading, tag("p", "None yet.")])
    return joined(
        [
            heading,
            lead("Every decision, with its entry in the log and its time in UTC."),
            table(("entry", "time", "", ""), rows),
        ]
    )


def _sheets(report: Report) -> Html:
    names = {seat["seat"]: seat_name(seat) for seat in report["seats"]}
    parts = [tag("h2", "Score sheet")]
    for sheet in report["sheets"]:
        rows = [(line["rule"], line["what"], line["points"]) for line in sheet["lines"]]
        heading = tag("h3", f"{names.get(sheet['seat'], sheet['seat'])}: {shown(sheet['total'])}")
        parts.append(tag("div", heading, table(("rule", "what", "points"), rows), class_="sheet"))
    return joined(parts if report["sheets"] else [*parts, tag("p", "The points are not counted yet.")])


def _away(report: Report) -> Html:
    told = [f"{second_of(one['at'])}: {one['text']}" for one in report["absences"]]
    return joined([tag("h2", "Who was away"), listed(told, "Nobody: no time-out, no stand-in, no vacation.")])


def _looks(report: Report) -> Html:
    heading = tag("h2", "Who looked")
    if "looks" not in report:
        return joined(
            [heading, tag("p", "Auditors' looks are not in a log; the server lists them after the end.")]
        )
    told = [
        f"{second_of(look['at'])}: {look['auditor']} read {look['what']} at entry {look['version']}"
        for look in report["looks"]
    ]
    told += [f"{second_of(deed['at'])}: {DEEDS.get(deed['deed'], deed['deed'])}" for deed in report["deeds"]]
    if wrong := [one for one in report["checks"] if one["name"] in ANCHORED and one["result"] == "failed"]:
        return joined(
            [
                heading,
                *(tag("p", f"This list does NOT hold: {one['detail']}.") for one in wrong),
                listed(told, "It is empty."),
            ]
        )
    return joined([heading, listed(told, "No auditor has looked at hidden information, and no operator.")])


def _pictures(pictures: Pictures) -> Html:
    if not pictures:
        return h("")
    parts = [tag("h2", "Pictures")]
    for moment, svg in pictures.items():
        source = f"data:image/svg+xml;base64,{b64encode(svg).decode()}"
        image = Html(f'<img src="{source}" alt="{h(f"The table at the {moment}.")}">')
        parts.append(tag("figure", image, tag("figcaption", f"The {moment}")))
    return joined(parts)
