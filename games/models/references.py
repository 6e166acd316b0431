"""References across the groups of rows that a distributed database may place on different nodes.

A constraint cannot reach across nodes, so there is none; `manage.py verify` reports references to rows
that do not exist. Players and games are never deleted, so in normal operation there are none.
"""

from typing import Any, Final, TypedDict

from django.db import models


class Across(TypedDict):
    db_constraint: bool
    db_index: bool


ACROSS: Final[Across] = {"db_constraint": False, "db_index": False}


def token_that_made_it(**more: Any) -> "models.ForeignKey[Any, Any]":
    """The token for which a row works: it ends with that token, which is deleted when it is revoked."""
    return models.ForeignKey("games.Token", on_delete=models.DO_NOTHING, related_name="+", **ACROSS, **more)
