"""The names a player may take."""

from __future__ import annotations

import re
from typing import Final

from bots.registry import BOTS
from games.accounts.lookalikes import skeleton
from games.accounts.models import NAME_PATTERN

SHAPE: Final = "Use 3 to 24 characters: letters, digits, _ and -."
DELETED_PREFIX: Final = "deleted-"
SERVER: Final = "signalbox"
_OFFICIAL: Final = ("admin", "administrator", "moderator", "official", "operator", "root", SERVER, "staff")
_NOBODY: Final = ("anonymous", "bot", "everyone", "nobody", "none", "null", "player", "undefined")
_ROLES: Final = ("auditor", "host", "server", "spectator", "stand-in", "support", "system", "winner")
RESERVED: Final = frozenset((*_OFFICIAL, *_NOBODY, *_ROLES, *BOTS))


def has_shape(name: str) -> bool:
    """Uses `fullmatch`: the pattern's `$` alone would accept a trailing line break."""
    return re.fullmatch(NAME_PATTERN, name) is not None


def is_reserved(name: str) -> bool:
    """Whether the name could be mistaken for the server, a bot or a deleted player."""
    plain = skeleton(name)
    return plain.startswith(skeleton(DELETED_PREFIX)) or plain in _SKELETONS


def names_server(name: str) -> bool:
    """Whether the name of the server is a part of it."""
    return skeleton(SERVER) in skeleton(name)


_SKELETONS: Final = frozenset(map(skeleton, RESERVED))
