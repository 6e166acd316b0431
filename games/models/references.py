"""References across the groups of rows that a distributed database may place on different nodes.

A constraint cannot reach across nodes, so there is none; `manage.py verify` reports references to rows
that do not exist. Players and games are never deleted, so in normal operation there are none.
"""

from typing import Final, TypedDict


class Across(TypedDict):
    db_constraint: bool
    db_index: bool


ACROSS: Final[Across] = {"db_constraint": False, "db_index": False}
