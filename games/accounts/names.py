"""The names a player may take."""

from __future__ import annotations

import re
from typing import Final

from bots.registry import BOTS
from games.models.accounts import NAME_PATTERN

SHAPE: Final = "Use 3 to 24 characters: letters, digits, _ and -."
DELETED_PREFIX: Final = "deleted-"
_OFFICIAL: Final = (
    "admin",
    "administrator",
    "moderator",
    "official",
    "operator",
    "root",
    "signalbox",
    "staff",
)
_NOBODY: Final = ("anonymous", "bot", "everyone", "nobody", "none", "null", "player", "undefined")
_ROLES: Final = ("auditor", "host", "server", "spectator", "stand-in", "support", "system", "winner")
RESERVED: Final = frozenset((*_OFFICIAL, *_NOBODY, *_ROLES, *BOTS))


def has_shape(name: str) -> bool:
    """Uses `fullmatch`: the pattern's `$` alone would accept a trailing line break."""
    return re.fullmatch(NAME_PATTERN, name) is not None


def is_reserved(name: str) -> bool:
    """Whether the name could be mistaken for the server, a bot or a deleted player.

    Case, hyphens and underscores are ignored.
    """
    plain = _plain(name)
    return plain.startswith(_plain(DELETED_PREFIX)) or plain in _PLAIN


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")


_PLAIN: Final = frozenset(map(_plain, RESERVED))
