"""Actions that were shown to a person and wait for a yes."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

MOST: Final = 100  # older ones are forgotten


@dataclass(frozen=True)
class Proposal:
    game: str
    action: dict[str, Any]
    version: int  # of the game, when the action was shown


class Confirmations:
    """Each is good for one action, in the game and at the version for which it was given."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, Proposal] = OrderedDict()

    def propose(self, proposal: Proposal) -> str:
        token = secrets.token_urlsafe(12)
        self._open[token] = proposal
        while len(self._open) > MOST:
            self._open.popitem(last=False)
        return token

    def take(self, token: str, game: str, action: dict[str, Any]) -> Proposal | None:
        """What was proposed under the token, if it is the same action; then the token is used up."""
        found = self._open.get(token)
        if found is None or (found.game, found.action) != (game, action):
            return None
        return self._open.pop(token)
