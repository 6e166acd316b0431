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
    """A full match: the pattern's `$` alone would let a last line break through."""
    return re.fullmatch(NAME_PATTERN, name) is not None


def is_reserved(name: str) -> bool:
    """Whether others could take its bearer for the server, for a bot or for a deleted player.

    Case, hyphens and underscores do not make another name of it.
    """
    plain = _plain(name)
    return plain.startswith(_plain(DELETED_PREFIX)) or plain in _PLAIN


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")


_PLAIN: Final = frozenset(map(_plain, RESERVED))
