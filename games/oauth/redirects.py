"""Where an app may have a browser sent back to.

A redirect URI is compared exactly, character by character. The one exception is the port of a loopback
address: a program on somebody's machine takes whichever is free (RFC 8252, section 7.3).
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import SplitResult, urlsplit

from games.oauth.models import MAX_URI_LENGTH

LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
_PRINTABLE: Final = re.compile(r"[\x21-\x7e]+")
_HOST: Final = re.compile(r"([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")
_PRIVATE_SCHEME: Final = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")


class InvalidRedirect(ValueError):
    """A URI that cannot be registered; the message says why."""


def check_redirect(uri: str) -> None:
    """Raise unless the URI is https, http on this machine, or a private scheme such as org.example.app."""
    if len(uri) > MAX_URI_LENGTH or not _PRINTABLE.fullmatch(uri):
        raise InvalidRedirect(f"A redirect URI is at most {MAX_URI_LENGTH} printable ASCII characters.")
    parts = _split(uri)
    if parts.fragment or "#" in uri or "*" in uri or "\\" in uri:
        raise InvalidRedirect("A redirect URI has no fragment, wildcard or backslash.")
    if parts.username is not None or parts.password is not None:
        raise InvalidRedirect("A redirect URI contains no user name or password.")
    if not _is_safe(parts):
        raise InvalidRedirect(
            "A redirect URI is https, http on a loopback address, or a private scheme such as "
            "org.example.app:/."
        )


def is_registered(uri: str, registered: list[str], own_origin: str = "") -> bool:
    """An app of the server itself registers a path, which is one on the server's own origin."""
    known = [own_origin + one if one.startswith("/") else one for one in registered]
    return uri in known or any(_is_same_but_port(uri, one) for one in registered)


def origin_of(uri: str) -> str:
    """Who receives the browser, for people: the origin, or the private scheme."""
    parts = urlsplit(uri)
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else f"{parts.scheme}:"


def _split(uri: str) -> SplitResult:
    try:
        parts = urlsplit(uri)
        _ = parts.port  # raises if it is not a number
    except ValueError:
        raise InvalidRedirect("This is not a URI.") from None
    return parts


def _is_safe(parts: SplitResult) -> bool:
    """The host becomes part of a header of the page that asks for consent, so it has no marks in it."""
    if parts.scheme in ("http", "https"):
        is_host = bool(_HOST.fullmatch(parts.netloc))
        return is_host and (parts.scheme == "https" or parts.hostname in LOOPBACK)
    return bool(_PRIVATE_SCHEME.fullmatch(parts.scheme)) and not parts.netloc


def _is_same_but_port(uri: str, known: str) -> bool:
    try:
        asked, registered = urlsplit(uri), urlsplit(known)
        return (
            registered.scheme == asked.scheme == "http"
            and registered.hostname in LOOPBACK
            and _without_port(asked) == _without_port(registered)
            and asked.port != 0
        )
    except ValueError:
        return False


def _without_port(parts: SplitResult) -> tuple[str | None, str, str, str, str | None]:
    return parts.hostname, parts.path, parts.query, parts.fragment, parts.username
