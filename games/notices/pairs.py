"""One player causes another only so many notices in a day, whatever they do again and again.

What is left out is a notice only: the request, the invitation or the message itself can still be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from games.counters import Account, Policy, charge
from games.notices.kinds import FriendRequest, MessageWritten
from games.notices.services import Given

DAY: Final = 24 * 3600
MOST: Final = {FriendRequest.kind: 1, MessageWritten.kind: 200}
MOST_OF_OTHERS: Final = 20


def given_today(author: UUID, given: Sequence[Given]) -> Sequence[Given]:
    """Count them, and leave out what is too much. Without Redis nothing is."""
    standings = charge([_account(author, one) for one in given]) if given else []
    if not standings:
        return given
    return [one for one, standing in zip(given, standings, strict=True) if not standing.is_over]


def _account(author: UUID, one: Given) -> Account:
    policy = Policy(one.kind, MOST.get(one.kind, MOST_OF_OTHERS), DAY)
    return Account(policy, f"{author}:{one.player}")
