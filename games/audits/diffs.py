"""The difference between two moments of a game, for one viewer."""

from __future__ import annotations

from typing import Any

from games.audits.answers import Diff, Sentence
from games.http.heavy import give_back_connection
from games.log import store
from games.log.viewer import Viewer
from games.reading.visibility import VisibleGame
from games.reading.visible_log import log_entries
from proof.story import bot_name, deleted_names, story
from rules import plain_view, ruleset
from rules.sentences import Words
from rules.table.fold import Folded

Plain = dict[str, Any]


def diff_get(found: VisibleGame, folded: Folded, after: int) -> Diff:
    """What happened after the event `after`: as sentences, as events and as changes of the view."""
    entries = list(log_entries(found.game, folded, found.viewer))
    before = store.as_of(found.game.id, after) if after else Folded()
    give_back_connection()
    words = Words(ruleset(folded.table.ruleset).board, names_of(found, folded))
    told = [(entry, text) for entry, text in story(entries, words) if entry["seq"] > after]
    return Diff(
        version=folded.seq,
        hash=folded.hash,
        from_=after,
        to=folded.seq,
        sentences=[Sentence(seq=entry["seq"], text=text) for entry, text in told],
        events=[dict(entry) for entry, _ in told],
        changes=changes(facts(before, found.viewer), facts(folded, found.viewer)),
    )


def names_of(found: VisibleGame, folded: Folded) -> dict[int, str]:
    """The name of each seat. Bots and programs are called so, and deleted players are numbered."""
    chairs, people = folded.table.chairs, found.people
    bots = {number: bot_name(chair.bot, number) for number, chair in enumerate(chairs) if chair.bot}
    players = {
        number: f"the program {player.name}" if chairs[number].program else player.name
        for number, player in people.items()
    }
    if found.game.origin:  # it was played elsewhere, and no account here is of any of its players
        return bots
    return {**players, **bots, **deleted_names(chairs, people)}


def facts(folded: Folded, viewer: Viewer) -> Plain:
    """The game as this viewer sees it; empty before the table was opened."""
    if not folded.seq:
        return {}
    view = plain_view(viewer.view(folded.state)) if folded.state else {}
    return {**view, "status": folded.status, "to_act": list(folded.to_act)}


def changes(before: Plain, after: Plain) -> Plain:
    """The members that differ, each with its old and new value; one is absent if there was none."""
    differing = [name for name in sorted({*before, *after}) if before.get(name) != after.get(name)]
    sides = (("from", before), ("to", after))
    return {name: {side: facts[name] for side, facts in sides if name in facts} for name in differing}
