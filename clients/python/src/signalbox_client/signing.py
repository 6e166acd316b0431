"""Moves signed with a key of your own, so that nobody else can have made them."""

from __future__ import annotations

import json
import os
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple, Self, TypeVar

from signalbox_client import records
from signalbox_client.errors import Conflict
from signalbox_client.request import Request
from signalbox_client.steps import Steps

T = TypeVar("T")
Ask = Callable[[Request[Any]], Steps[Any]]

MOVE: Final = "signalbox-move/1\n"
GAME: Final = re.compile(r"/api/v1/games/([^/]+)(/actions|/resign)?")
RESIGN: Final = "/resign"
BESIDE: Final = ("expected_version", "signature")  # members of a body that are no members of the action
REMEMBERED: Final = 1000  # games


class Signer:
    """A private key (Ed25519) that signs your moves. `key` is the public one, for `me.set_key`."""

    def __init__(self, secret: str) -> None:
        """`secret`: 32 bytes in base64url without padding. Keep it as secret as a password."""
        try:
            from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415 – optional
                Ed25519PrivateKey,
            )
        except ImportError:
            raise ImportError("Signing takes cryptography: pip install 'signalbox-client[sign]'") from None
        try:
            self._private = Ed25519PrivateKey.from_private_bytes(urlsafe_b64decode(secret + "="))
        except ValueError:
            raise ValueError("This is no private key: 32 bytes in base64url without padding.") from None
        self.secret = secret
        self.key = base64url(self._private.public_key().public_bytes_raw())

    @classmethod
    def new(cls) -> Self:
        return cls(base64url(os.urandom(32)))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        return cls(Path(path).read_text().strip())

    def save(self, path: str | Path) -> None:
        """Into a new file that only you can read. A file that is there already is left alone."""
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:  # noqa: PTH123
            file.write(self.secret + "\n")

    def sign(self, game: str, after: str, action: Mapping[str, Any]) -> dict[str, str]:
        """The member `signature` of a body. `action` has its `type` and your `seat`."""
        value = self._private.sign(signed_text(game, after, action).encode())
        return {"after": after, "value": base64url(value)}

    def __repr__(self) -> str:
        return f"Signer of {self.key}"


def base64url(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def signed_text(game: str, after: str, action: Mapping[str, Any]) -> str:
    """What a signature covers. Lists are sorted: a log may hold them in another order."""
    ordered = {name: sorted(value) if isinstance(value, list) else value for name, value in action.items()}
    members = {"action": ordered, "after": after, "game": game}
    return MOVE + json.dumps(members, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Place(NamedTuple):
    """What you have seen of a game, and from where."""

    version: int
    hash: str
    seat: int


class Signing:
    """Signs each decision on the newest entry that was seen of its game.

    And only once: a server that refuses a signed move still has it, and could write it and the next one.
    """

    def __init__(self, signer: Signer) -> None:
        self._signer = signer
        self._places: dict[str, Place] = {}

    def asked(self, request: Request[T], ask: Ask) -> Steps[T]:
        """The answer to a request, which is signed if it decides something."""
        path = GAME.match(request.path)
        decides = path and path[2] and request.method == "POST" and not request.query.get("dry_run")
        if path and decides and "signature" not in (request.sent_body() or {}):
            request = yield from self._signed(request, path[1], ask)
        try:
            found = yield from ask(request)
        except Conflict as refusal:
            if path and refusal.code == records.ProblemCode.WRONG_SIGNATURE:
                self._places.pop(path[1], None)
            raise
        if path:
            self.note(found, path[1])
        return found  # type: ignore[no-any-return]

    def note(self, answer: Any, game: str) -> None:
        """Remember how a game stands, if the answer tells; it may be of another game, such as a rematch."""
        if not isinstance(answer, (records.Game, records.ActionList, records.Outcome)) or answer.seat is None:
            return
        id_, place = getattr(answer, "id", game), Place(answer.version, answer.hash, answer.seat)
        self._places[id_] = max(place, self._places.pop(id_, place))
        if len(self._places) > REMEMBERED:
            self._places.pop(list(self._places)[0], None)  # noqa: RUF015 – other threads change it meanwhile

    def _signed(self, request: Request[T], game: str, ask: Ask) -> Steps[Request[T]]:
        if game not in self._places:
            self.note((yield from ask(Request("GET", f"/api/v1/games/{game}", answer=records.Game))), game)
        place, body = self._places.get(game), request.sent_body() or {}
        if place is None:  # you have no seat there
            return request
        action = {name: value for name, value in body.items() if name not in BESIDE and value is not None}
        if request.path.endswith(RESIGN):
            action = {"type": "resign"}
        signature = self._signer.sign(game, place.hash, {**action, "seat": place.seat})
        return replace(request, body=[body, {"signature": signature}])
