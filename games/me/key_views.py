"""The key with which the caller signs moves."""

from __future__ import annotations

from typing import Final

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from games.accounts.keys import key_get
from games.accounts.models import Scope
from games.accounts.refusals import NoKey, PersonalTokenRequired
from games.counters import Policy
from games.http.answers import answer, returns
from games.http.auth import PERSONAL, caller
from games.http.bodies import Body, Pattern
from games.http.declared import asked
from games.http.operations import Values, tagged
from games.http.rate_limits import spend
from games.me.answers import MoveKey
from games.me.keys import key_end, key_replace
from proof.signatures import is_sound_key
from rules.table.keys import KEY

operation = tagged("me")

CHANGES: Final = Policy("move_keys", 20, 24 * 3600)  # each is an entry in the log of every running game


class KeyBody(Body):
    key = Pattern(
        rf"^{KEY.pattern}\Z",
        "an Ed25519 public key: 32 bytes in base64url without padding",
        help_text="Your public key (Ed25519): its 32 bytes in base64url without padding.",
    )
    required = serializers.BooleanField(  # type: ignore[assignment]  # REST framework takes fields off the class
        default=False, help_text="Whether all your moves must be signed."
    )

    def validate_key(self, key: str) -> str:
        if not is_sound_key(key):
            raise serializers.ValidationError(
                "This is not a safe Ed25519 public key: it is not on the curve, or has a small order."
            )
        return key


class MyKey(APIView):
    required_scopes = {
        "GET": Scope.ACCOUNT,
        "PUT": (PERSONAL, Scope.ACCOUNT),
        "DELETE": (PERSONAL, Scope.ACCOUNT),
    }

    @operation(
        "getMyKey",
        "Get the key of your moves",
        returns(MoveKey, "the public key with which your moves are signed, or `not_found` if you have none."),
        refuses=[NoKey],
    )
    def get(self, request: Request) -> MoveKey:
        found = key_get(caller(request))
        if found is None:
            raise NoKey
        return MoveKey.from_row(found)

    @operation(
        "setMyKey",
        "Set the key of your moves",
        answer(MoveKey, "The key."),
        body=KeyBody,
        refuses=[PersonalTokenRequired],
        examples=[asked("A key", {"key": "A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg", "required": True})],
    )
    def put(self, request: Request, body: Values) -> MoveKey:
        """Sets or replaces the public key with which you sign moves.

        From now on it counts in your running games, whose logs say so; old keys go on proving old moves. It
        stands in the log of each game that you play, for ever, so whoever reads two of them sees that one
        person played both. With `required` a move of yours without a signature is refused. You can set it 20
        times in 24 hours; after that the answer is `throttled`. The token of an app is refused with
        `personal_token_required`.
        """
        player = caller(request)
        spend(CHANGES, player)
        return MoveKey.from_row(key_replace(player, **body))

    @operation("deleteMyKey", "End the key of your moves", refuses=[PersonalTokenRequired], unchecked=True)
    def delete(self, request: Request) -> None:
        """Ends your key, and the demand that your moves are signed. Without a key nothing changes."""
        key_end(caller(request))
