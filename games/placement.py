"""Where the tables belong on a distributed database. Nothing else knows it.

All rows of a game are on one node, and so are all rows of a player, so that every statement of a move and of
an inbox concerns one node. Accounts are on every node, because they are joined everywhere, and small. So is
what is found by a secret that does not name its player: tokens, grants and codes. Everything else, such as
how people sign in, the public log and Django's own tables, stays on the node that the program connects to.

A statement joins or locks rows of one group only. What has to go further does so with the functions here.

A constraint cannot reach across nodes, so a reference to a game from outside its group has none
(`DistantKey`); `manage.py verify` reports those to rows that do not exist. Games are never deleted, so in
normal operation there are none. Players are everywhere, so references to them are ordinary.

Citus has to know one of the tables here: that of the facts that wait for the public log. A fact is written in
the transaction of what it tells of, whose rows are mostly on one other node. Citus would commit there first,
and a crash before the commit here would lose the fact. If it knows the table, it commits in two phases.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeVar

from django.apps import apps
from django.db import DatabaseError, models
from django.db.models import Prefetch, QuerySet

from games.failures import is_missing_node
from games.sql import fetch

M = TypeVar("M", bound=models.Model)

# Models by name, with the column by which their table is distributed. Those of one group come after those to
# which they refer.
_OF_A_GAME: Final = (
    *("Seed", "Script", "Seat", "Event", "KeptAnswer", "Result", "Setback"),
    *("Verification", "AuditAssignment", "Look", "LookList", "NotifierCursor", "Removal", "Invitation"),
    *("Message", "Report", "HistoryDue", "History", "Finding", "SignedHead"),
)
_OF_A_PLAYER: Final = (
    *("Notice", "KeptOpening", "Import", "Webhook", "Standing", "Delivery", "Attempt"),
    *("Calendar", "MoveKey"),
    *("NotificationChoice", "PushSubscription", "Friend", "Block", "Preference", "Note"),
)
BY_GAME: Final = {"Game": "id"} | dict.fromkeys(_OF_A_GAME, "game_id")
BY_PLAYER: Final = {"Inbox": "player_id", "Rating": "rated"} | dict.fromkeys(_OF_A_PLAYER, "player_id")
EVERYWHERE: Final = ("Player", "FormerName", "App", "Grant", "Token", "AuthorizationCode", "DeviceCode")
HERE: Final = (
    *("VerificationRun", "OperatorDeed", "Person", "PendingLeaf", "Leaf", "LogTile"),
    *("Checkpoint", "Witness", "Cosignature"),
)
KNOWN_HERE: Final = ("PendingLeaf",)


def table_of(model: str) -> str:
    return apps.get_model("games", model)._meta.db_table


class DistantKey(models.ForeignKey[Any, Any]):
    """Refers to a row that may be on another node, where no constraint can reach."""

    def __init__(self, to: Any, on_delete: Any, **options: Any) -> None:
        super().__init__(to, on_delete, **{**options, "db_constraint": False, "db_index": False})

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        """As Django's own field: migrations do not know of this one."""
        name, _, args, options = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, options


def locked_in_turn(rows: QuerySet[M, M], keys: Iterable[Any]) -> Iterator[M]:
    """Lock rows that may be on different nodes, one by one: a statement that locks must not cross nodes.

    They are locked in the order of their keys. `rows` is a `select_for_update`.
    """
    for key in sorted(keys):
        yield from rows.filter(pk=key)


def looked_up(name: str, rows: QuerySet[Any, Any]) -> Prefetch[Any, Any, Any]:
    """What a row refers to on other nodes, by a statement of its own: a join must not cross nodes."""
    return Prefetch(name, rows)


@dataclass(slots=True)
class Nodes:
    is_one_away: bool = False


@contextmanager
def unless_away() -> Iterator[Nodes]:
    """A block whose statements need other nodes than the rest of the work, and may fail while one is away."""
    nodes = Nodes()
    try:
        yield nodes
    except DatabaseError as error:
        if not is_missing_node(error):
            raise
        nodes.is_one_away = True


def is_one_statement_enough() -> bool:
    """For a move and its idempotency key: Citus would ask nodes that have nothing to do with the game."""
    return not is_distributed()


@cache
def is_distributed() -> bool:
    """Asked once. A process that began before the extension came goes on as before; that is correct, too."""
    return bool(fetch("SELECT 1 FROM pg_extension WHERE extname = 'citus'"))
