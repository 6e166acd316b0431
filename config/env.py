"""Typed readers of environment variables; a wrong value is reported in one sentence."""

import base64
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Never
from urllib.parse import SplitResult, urlsplit

from proof.transparency.notes import COSIGNATURE, Verifier, verifier_from

_FLAGS = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}
_UNITS = {"": "seconds", "s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


class Misconfigured(SystemExit):
    """Ends any program with one sentence on standard error and no traceback.

    It is a `SystemExit`, because other programs (Celery, the web server) import the settings, and only that
    ends all of them in the same way.
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(f"signalbox: {sentence}")


class Env:
    """Reads one mapping. An empty variable counts as not set."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables

    def text(self, name: str, default: str | None = None, *, expected: str = "a text") -> str:
        value = self._variables.get(name, "").strip() or default
        if value is None:
            raise Misconfigured(f"{name} is not set; expected {expected}.")
        return value

    def secret(self, name: str, *, at_least: int) -> str:
        expected = f"a secret of at least {at_least} characters"
        value = self.text(name, expected=expected)
        if len(value) < at_least:
            raise Misconfigured(f"{name} has {len(value)} characters; expected {expected}.")
        return value

    def key(self, name: str, *, size: int) -> bytes:
        """A key of `size` bytes in base64url. The message about a wrong one does not repeat it."""
        expected = f"{size} random bytes in base64url"
        found = _bytes(self.text(name, expected=expected))
        if found is None:
            raise Misconfigured(f"{name} is not base64url; expected {expected}.")
        if len(found) != size:
            raise Misconfigured(f"{name} has {len(found)} bytes; expected {expected}.")
        return found

    def keys(self, name: str, *, size: int) -> tuple[bytes, ...]:
        """No, one or several keys of `size` bytes in base64url."""
        found = [_bytes(word) for word in self.words(name, "", expected="keys")]
        keys = tuple(key for key in found if key is not None and len(key) == size)
        if len(keys) < len(found):
            expected = f"keys of {size} bytes in base64url, separated by commas"
            raise Misconfigured(f"{name} cannot be read; expected {expected}.")
        return keys

    def retired_keys(self, name: str, *, size: int) -> tuple[tuple[bytes, datetime], ...]:
        """Public keys, oldest first, each with the time at which it was retired."""
        words = [word.partition("/") for word in self.words(name, "", expected="retired keys")]
        found = [(_bytes(key), _time(until)) for key, _, until in words]
        keys = tuple((key, until) for key, until in found if key and until and len(key) == size)
        if len(keys) < len(words) or [until for _, until in keys] != sorted({until for _, until in keys}):
            expected = "KEY/2026-01-31T18:00:00Z, separated by commas, the oldest key first"
            raise Misconfigured(f"{name} cannot be read; expected {expected}.")
        return keys

    def witnesses(self, name: str, *, most: int = 16) -> tuple[tuple[Verifier, str], ...]:
        """Each the key of a witness and its address."""
        pairs = [word.split() for word in self.words(name, "", expected="witnesses")]
        try:
            found = {verifier_from(vkey): url.rstrip("/") for vkey, url in pairs}
        except ValueError:
            found = {}
        urls = all(re.fullmatch(r"https?://[^/?#@]+(/[^?#]*)?", url) for url in found.values())
        if (
            len(found) < len(pairs)
            or len(found) > most
            or not urls
            or any(key.kind != COSIGNATURE for key in found)
        ):
            expected = f"at most {most} of `name+id+key https://witness.example`, separated by commas"
            raise Misconfigured(f"{name} cannot be read; expected {expected}.")
        return tuple(found.items())

    def flag(self, name: str, *, default: bool) -> bool:
        value = self.text(name, str(default))
        if value.lower() not in _FLAGS:
            _refuse(name, value, "true or false")
        return _FLAGS[value.lower()]

    def number(self, name: str, default: int, *, low: int, high: int) -> int:
        value = self.text(name, str(default))
        if not re.fullmatch(r"-?\d{1,18}", value, re.ASCII) or not low <= int(value) <= high:
            _refuse(name, value, f"a whole number from {low} to {high}")
        return int(value)

    def duration(self, name: str, default: str, *, at_least: timedelta = timedelta()) -> timedelta:
        value = self.text(name, default)
        found = _span(value)
        if found is None:
            _refuse(name, value, "a duration such as 30s, 5m, 2h or 1d")
        if found < at_least:
            _refuse(name, value, f"a duration of at least {at_least.total_seconds():.0f}s")
        return found

    def durations(self, name: str, default: str) -> tuple[timedelta, ...]:
        value = self.text(name, default)
        found = tuple(_span(word.strip()) for word in value.split(","))
        if None in found:
            _refuse(name, value, "durations such as 30s,5m,2h, separated by commas")
        return tuple(span for span in found if span is not None)

    def words(self, name: str, default: str | None = None, *, expected: str) -> list[str]:
        value = self.text(name, default, expected=expected)
        return [word.strip() for word in value.split(",") if word.strip()]

    def choice(self, name: str, default: str, *, among: Sequence[str]) -> str:
        value = self.text(name, default)
        if value not in among:
            _refuse(name, value, "one of " + ", ".join(among))
        return value

    def url(self, name: str, *, schemes: Sequence[str]) -> SplitResult:
        """The error message does not repeat the URL: it may contain a password."""
        expected = "a URL that starts with " + " or ".join(f"{scheme}://" for scheme in schemes)
        value = self.text(name, expected=expected)
        try:
            parts = urlsplit(value)
            _ = parts.port  # parsed on access; raises if it is invalid
        except ValueError:
            raise Misconfigured(f"{name} cannot be read as a URL; expected {expected}.") from None
        if parts.scheme not in schemes or not (parts.netloc or parts.path or parts.query):
            raise Misconfigured(f"{name} has the scheme {parts.scheme!r}; expected {expected}.")
        return parts

    def base_url(self, name: str) -> str:
        """The base of public URLs, without a trailing slash; empty if it is not set."""
        if not self.text(name, ""):
            return ""
        parts = self.url(name, schemes=("http", "https"))
        if not parts.netloc or parts.path.strip("/") or parts.query or parts.fragment:
            _refuse(name, parts.geturl(), "an address such as https://streams.example.org")
        return f"{parts.scheme}://{parts.netloc}"


def _bytes(text: str) -> bytes | None:
    """Base64url, padded or not."""
    bare = text.rstrip("=")
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None


def _time(text: str) -> datetime | None:
    """An RFC 3339 time. The UTC offset is required: without it the time is ambiguous."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else None


def _span(value: str) -> timedelta | None:
    match = re.fullmatch(r"(\d{1,9})([smhd]?)", value, re.ASCII)
    return timedelta(**{_UNITS[match[2]]: int(match[1])}) if match else None


def _refuse(name: str, value: str, expected: str) -> Never:
    raise Misconfigured(f"{name} is {value!r}; expected {expected}.")
