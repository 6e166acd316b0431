"""Secrets of apps and grants. Each kind has a prefix, so that scanners find leaked ones."""

from __future__ import annotations

import secrets
from typing import Final

from games.accounts.services import TOKEN_PREFIX, token_digest

CLIENT_SECRET: Final = "sbs_"  # noqa: S105 (a prefix)
CODE: Final = "sbc_"
DEVICE_CODE: Final = "sbd_"
REFRESH: Final = "sbr_"
_BYTES: Final = 32
_BETWEEN: Final = "."
# No vowels, so that no words arise, and nothing that looks like something else (RFC 8628, section 6.1).
_LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
_USER_CODE_LENGTH: Final = 8

digest = token_digest


def secret_new(prefix: str) -> str:
    return prefix + secrets.token_urlsafe(_BYTES)


def access_token_new() -> str:
    return secret_new(TOKEN_PREFIX)


def refresh_token_new(family: str | None = None) -> str:
    """A new grant gets a new family; a refresh keeps it."""
    return f"{family or secret_new(REFRESH)}{_BETWEEN}{secrets.token_urlsafe(_BYTES)}"


def family_of(refresh_token: str) -> str:
    return refresh_token.partition(_BETWEEN)[0]


def is_match(plain: str, stored_digest: str) -> bool:
    return secrets.compare_digest(digest(plain), stored_digest)


def user_code_new() -> str:
    letters = [secrets.choice(_LETTERS) for _ in range(_USER_CODE_LENGTH)]
    return f"{''.join(letters[:4])}-{''.join(letters[4:])}"


def user_code_digest(typed: str) -> str:
    """However it is typed: in small letters, with or without the hyphen, with spaces."""
    return digest("".join(letter for letter in typed.upper() if letter in _LETTERS))
