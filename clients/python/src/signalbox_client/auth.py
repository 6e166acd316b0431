"""The token that goes with a request: one that stays, or one that is refreshed in time."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from signalbox_client.errors import SignInFailed
from signalbox_client.record import Record
from signalbox_client.steps import Reply, Step, Steps, Wire, now, send

EARLY_SECONDS: Final = 60.0  # a token is refreshed before it runs out
OK = 200


class Tokens(Record, kw_only=True):
    """What OAuth gives. Keep it as secret as a password."""

    access_token: str
    refresh_token: str | None = None
    expires_at: float | None = None  # seconds since 1970
    scope: str = ""


Save = Callable[[Tokens], None]


class Auth:
    def __init__(
        self,
        token: str | None = None,
        tokens: Tokens | None = None,
        *,
        client_id: str = "",
        save: Save | None = None,
    ) -> None:
        self._tokens = tokens or (Tokens(access_token=token) if token else None)
        self._client_id, self._save = client_id, save
        if tokens and tokens.refresh_token and not client_id:
            raise ValueError("Refreshing tokens takes the client_id of the app they belong to.")

    @property
    def can_refresh(self) -> bool:
        return bool(self._tokens and self._tokens.refresh_token)

    def token(self, origin: str, *, instead_of: str = "") -> Steps[str | None]:
        """The access token, after a refresh if it runs out or is the one that was refused."""
        if not self._tokens or not self.can_refresh:
            return self._tokens.access_token if self._tokens else None
        yield Step("lock")  # a refresh token works once: one request refreshes, the others wait for it
        try:
            at = yield from now()
            expires = self._tokens.expires_at
            is_late = expires is not None and expires - at < EARLY_SECONDS
            if is_late or self._tokens.access_token == instead_of:
                yield from self._refresh(origin)
        except Exception:
            yield Step("unlock")
            raise
        yield Step("unlock")
        return self._tokens.access_token

    def _refresh(self, origin: str) -> Steps[None]:
        assert self._tokens  # noqa: S101
        form = {"grant_type": "refresh_token", "refresh_token": self._tokens.refresh_token or ""}
        found = yield from granted(origin, {**form, "client_id": self._client_id})
        if self._save:
            self._save(found)
        self._tokens = found


def granted(origin: str, form: dict[str, str]) -> Steps[Tokens]:
    """The tokens for a code or for a refresh token."""
    reply = yield from send(Wire("POST", f"{origin}/oauth/token", form=form))
    members = oauth_answer(reply)
    at = yield from now()
    lasts = members.get("expires_in")
    return Tokens(
        access_token=members["access_token"],
        refresh_token=members.get("refresh_token"),
        expires_at=at + float(lasts) if lasts else None,
        scope=members.get("scope", ""),
    )


def oauth_answer(reply: Reply) -> dict[str, Any]:
    try:
        members = json.loads(reply.body)
    except ValueError:
        members = {}
    if reply.status != OK or not isinstance(members, dict):
        raise SignInFailed(members.get("error", f"http_{reply.status}"), members.get("error_description", ""))
    return members
