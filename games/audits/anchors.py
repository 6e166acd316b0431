"""Who looked and what operators did, beside the public log.

These are rows, which whoever owns the database can delete. The public log has the heads of the lists of
looks, and every deed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Final

from django.utils import timezone

from games.accounts.openings import opening_of
from games.audits.models import OperatorDeed
from games.audits.published import published
from games.log.models import Game
from games.reading.access_log import look_list, look_said
from games.reading.models import Look
from games.sql import fetch
from games.transparency.delays import behind_since
from games.transparency.models import Leaf
from proof.audit import Check, checked
from proof.faults import Fault
from proof.looks import KIND, check_looks
from proof.published import Published
from proof.transparency.entries import MERGE_DELAY
from rules.table.clock import timestamp

DEED: Final = "operator_deed"
AUDITED: Final = "SELECT DISTINCT game FROM games_leaf WHERE kind = %s"


def check_anchors(game: Game) -> list[Check]:
    read = cache(partial(published, game, KIND, DEED))
    return [_check_looks(game, read), checked("deeds", partial(_check_deeds, game, read))]


def _check_looks(game: Game, read: Callable[[], Published]) -> Check:
    looks = list(look_list(game))
    found = checked("looks", partial(_check_auditors, game, looks))
    if found.result == "failed":
        return found
    rows = [{**look_said(look), "hash": look.hash} for look in looks]
    return check_looks(str(game.pk), rows, read, is_test=game.test)


def _check_auditors(game: Game, looks: list[Look]) -> str:
    """Each auditor who is shown is the one to whom the list commits, unless the account is deleted."""
    for look in looks:
        if not (look.player.deleted_at or opening_of(look.player, game.pk, look.account)):
            raise Fault(None, f"look {look.number} is shown with an auditor who did not look")
    return ""


def _check_deeds(game: Game, read: Callable[[], Published]) -> str:
    entered = {(one["deed"], one["at"]) for one in read().entries if one["kind"] == DEED}
    rows = {_deed(row) for row in OperatorDeed.objects.filter(game=game)} if entered else set()
    for deed, at in sorted(entered - rows):
        raise Fault(None, f"the public log has the deed {deed} of {at}, and the operator log has lost it")
    return f"{len(entered)} deeds of operators, and none is lost"


def _deed(row: OperatorDeed) -> tuple[str, str]:
    return row.deed, timestamp(row.at)


def looks_faults() -> Iterator[str]:
    """Of all games with looks: those that do not move are not audited each night."""
    for game in Game.objects.filter(pk__in=[game for (game,) in fetch(AUDITED, KIND)]):
        if (found := _check_looks(game, partial(published, game, KIND))).result == "failed":
            yield f"The looks at game {game.pk}: {found.detail}."


def deeds_faults() -> Iterator[str]:
    """Leaves are read first: a deed that is made meanwhile is among the rows."""
    leaves = Leaf.objects.filter(kind=DEED).values_list("entry", flat=True)
    entered = {(one["deed"], one["at"]) for one in map(json.loads, map(bytes, leaves))}
    rows = {_deed(row): row.at for row in OperatorDeed.objects.all()}
    for deed, at in sorted(entered - rows.keys()):
        yield f"The public log has the deed {deed} of {at}, and the operator log has lost it."
    due = timezone.now() - MERGE_DELAY
    for deed, at in sorted(key for key, made in rows.items() if made < due and key not in entered):
        if not behind_since():
            yield f"The operator log has the deed {deed} of {at}, and the public log does not have it."
