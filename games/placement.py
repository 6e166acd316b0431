"""Where the tables belong on a distributed database. Nothing else knows it.

All rows of a game are on one node, and so are all rows of a player, so that every statement of a move and of
an inbox concerns one node. Accounts are on every node, because they are joined everywhere, and small. So is
what is found by a secret that does not name its player: tokens, grants and codes. Everything else, such as
how people sign in, the public log and Django's own tables, stays on the node that the program connects to.

A constraint cannot reach across nodes, so references across the groups have none; `manage.py verify` reports
those to rows that do not exist. Players and games are never deleted, so in normal operation there are none.

Citus has to know one of the tables here: that of the facts that wait for the public log. A fact is written in
the transaction of what it tells of, whose rows are mostly on one other node. Citus would commit there first,
and a crash before the commit here would lose the fact. If it knows the table, it commits in two phases.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, TypedDict

from django.apps import apps
from django.db import models

from games.sql import fetch

# Models by name, with the column by which their table is distributed. Those of one group come after those to
# which they refer.
_OF_A_GAME: Final = (
    *("Seed", "Script", "Seat", "Event", "KeptAnswer", "Result", "Setback"),
    *("Verification", "AuditAssignment", "Look", "NotifierCursor", "Removal", "Invitation"),
    *("Message", "Report", "HistoryDue", "History", "Finding"),
)
_OF_A_PLAYER: Final = (
    *("Notice", "KeptOpening", "Import", "Webhook", "Standing", "Delivery", "Attempt"),
    "Calendar",
    *("NotificationChoice", "PushSubscription", "Friend", "Block", "Preference", "Note"),
)
BY_GAME: Final = {"Game": "id"} | dict.fromkeys(_OF_A_GAME, "game_id")
BY_PLAYER: Final = {"Inbox": "player_id", "Rating": "rated"} | dict.fromkeys(_OF_A_PLAYER, "player_id")
EVERYWHERE: Final = ("Player", "FormerName", "App", "Grant", "Token", "AuthorizationCode", "DeviceCode")
HERE: Final = (
    *("VerificationRun", "OperatorDeed", "Person", "PendingLeaf", "Leaf", "LogTile"),
    *("Checkpoint", "Tally"),
)
KNOWN_HERE: Final = ("PendingLeaf",)


def table_of(model: str) -> str:
    return apps.get_model("games", model)._meta.db_table


class Across(TypedDict):
    db_constraint: bool
    db_index: bool


ACROSS: Final[Across] = {"db_constraint": False, "db_index": False}


def token_that_made_it(**more: Any) -> models.ForeignKey[Any, Any]:
    """The token for which a row works: it ends with that token, which is deleted when it is revoked."""
    return models.ForeignKey("games.Token", on_delete=models.DO_NOTHING, related_name="+", **ACROSS, **more)


@cache
def is_distributed() -> bool:
    """Asked once. A process that began before the extension came goes on as before; that is correct, too."""
    return bool(fetch("SELECT 1 FROM pg_extension WHERE extname = 'citus'"))
