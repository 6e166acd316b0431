"""Sign-up, profiles and the caller's account."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.names import SHAPE, has_shape, is_reserved
from games.accounts.selectors import player_get
from games.accounts.services import player_create, player_rename
from games.http.auth import ANY_TOKEN, ANYONE, OPEN, caller, caller_if_any, token_of
from games.http.bodies import Body, NoQuery, read_body, read_query
from games.http.cache_headers import private_response
from games.http.declared import may_refuse, sends
from games.http.links import Link, Links
from games.me.deletion import player_delete
from games.me.views.tokens import EXAMPLE, NEW_EXAMPLE, NewTokenSerializer, TokenSerializer, shown_once
from games.models import Player, Scope
from games.models.accounts import NAME_PATTERN
from games.play.answers import stream_address
from games.ratings.selectors import MAX_RESULTS
from games.ratings.views import RECORD_EXAMPLE, PlayerRatingSerializer, ResultSerializer, record
from games.refusals.accounts import NameTaken, NoSuchPlayer

_EXAMPLE = {
    "id": "0b6f7ad5-8f4c-4f0c-9f0e-0f6c5a0f3a11",
    "name": "ada",
    "is_bot": False,
    "created_at": "2026-01-31T18:00:00Z",
    "links": {"self": "/api/v1/players/ada"},
}
_ME_LINKS = {"self": "me", "games": "my-games", "notices": "notices", "tokens": "tokens"}
_ME_EXAMPLE = OpenApiExample(
    "Oneself",
    {
        **_EXAMPLE,
        "token": EXAMPLE,
        "links": {
            "self": "/api/v1/me",
            "games": "/api/v1/me/games",
            "notices": "/api/v1/me/notices",
            "tokens": "/api/v1/me/tokens",
            "stream": "/api/v1/me/stream",
        },
    },
    response_only=True,
)


class NameField(serializers.RegexField):
    """A valid name for a player, which may be in use."""

    default_error_messages = {
        "invalid": SHAPE,
        "blank": SHAPE,
        "reserved": "The name {name} is reserved. Choose another one.",
    }

    def __init__(self, **more: Any) -> None:
        text = "3 to 24 characters: letters, digits, `_` and `-`. Names such as those of bots are reserved."
        super().__init__(NAME_PATTERN, help_text=text, trim_whitespace=False, **more)

    def to_internal_value(self, data: Any) -> str:
        name: str = super().to_internal_value(data)
        if not has_shape(name):
            self.fail("invalid")
        if is_reserved(name):
            self.fail("reserved", name=name)
        return name


class SignUpBody(Body):
    name = NameField()
    is_bot = serializers.BooleanField(default=False, help_text="Whether the account is played by a program.")


class MeBody(Body):
    name = NameField(required=False)


class AccountSerializer(serializers.Serializer[Player]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    is_bot = serializers.BooleanField(help_text="Whether the account is played by a program.")
    created_at = serializers.DateTimeField()


class PlayerSerializer(AccountSerializer):
    links = Links({"self": ("player", "name")})


class SignedUpSerializer(serializers.Serializer[dict[str, Any]]):
    player = PlayerSerializer()
    token = NewTokenSerializer()


class MeLinksSerializer(serializers.Serializer[dict[str, str]]):
    def get_fields(self) -> dict[str, Any]:
        return {name: Link() for name in (*_ME_LINKS, "stream")}


class MeSerializer(AccountSerializer):
    token = TokenSerializer(help_text="The token used for this request.")
    links = MeLinksSerializer(help_text="Where what belongs to you is; `stream` is where to listen to it.")


class ProfileSerializer(PlayerSerializer):
    ratings = PlayerRatingSerializer(
        many=True, help_text="One for each game the player has been rated in, or has left to a stand-in."
    )
    results = ResultSerializer(many=True, help_text=f"The newest first, at most {MAX_RESULTS}.")


class Players(APIView):
    required_scopes = {"POST": OPEN}

    @may_refuse(NameTaken)
    @extend_schema(
        operation_id="signUp",
        summary="Sign up",
        tags=["players"],
        parameters=[sends("Location", 201)],
        request=SignUpBody,
        responses={201: SignedUpSerializer},
        examples=[
            OpenApiExample("A person", {"name": "ada"}, request_only=True),
            OpenApiExample("A program", {"name": "deep-orange", "is_bot": True}, request_only=True),
            OpenApiExample(
                "Welcome", {"player": _EXAMPLE, "token": NEW_EXAMPLE}, response_only=True, status_codes=[201]
            ),
        ],
    )
    def post(self, request: Request) -> Response:
        """Creates an account and returns it with its first token.

        The token is shown only in this answer and has every scope except `audit`. Store it: there is no
        other way into the account. A name that is already in use is refused with `name_taken`.
        """
        wish = read_body(SignUpBody, request)
        player, token, plain = player_create(**wish)
        answer = {"player": PlayerSerializer(player).data, "token": shown_once(token, plain)}
        location = reverse("player", args=[player.name])
        return Response(answer, status=201, headers={"Location": location, "Cache-Control": "no-store"})


class PlayerProfile(APIView):
    required_scopes = {"GET": ANYONE}

    @extend_schema(
        operation_id="getPlayer",
        summary="Get a player's profile",
        tags=["players"],
        responses=ProfileSerializer,
        examples=[OpenApiExample("A person", {**_EXAMPLE, **RECORD_EXAMPLE}, response_only=True)],
    )
    def get(self, request: Request, name: str) -> Response:
        """Returns a player's public profile with ratings and the most recent results.

        Names are matched without regard to case. Results of private tables are included only for players
        who sat at the same table.
        """
        read_query(NoQuery, request)
        player = player_get(name)
        if player is None:
            raise NoSuchPlayer
        return private_response(
            Response({**PlayerSerializer(player).data, **record(player, caller_if_any(request))})
        )


class Me(APIView):
    required_scopes = {"GET": ANY_TOKEN, "PATCH": Scope.ACCOUNT, "DELETE": Scope.ACCOUNT}

    @extend_schema(
        operation_id="getMe",
        summary="Get your account",
        tags=["me"],
        responses=MeSerializer,
        examples=[_ME_EXAMPLE],
    )
    def get(self, request: Request) -> Response:
        """Returns your account, and the token that was used for this request with its scopes."""
        read_query(NoQuery, request)
        return Response(_me(caller(request), request))

    @may_refuse(NameTaken)
    @extend_schema(
        operation_id="updateMe",
        summary="Update your account",
        tags=["me"],
        request=MeBody,
        responses=MeSerializer,
        examples=[OpenApiExample("A new name", {"name": "lovelace"}, request_only=True), _ME_EXAMPLE],
    )
    def patch(self, request: Request) -> Response:
        """Changes your name and returns your account.

        The old name becomes available immediately. A name that is already in use is refused with
        `name_taken`.
        """
        wish = read_body(MeBody, request)
        player = player_rename(caller(request), **wish) if wish else caller(request)
        return Response(_me(player, request))

    @extend_schema(operation_id="deleteMe", summary="Delete your account", tags=["me"], responses={204: None})
    def delete(self, request: Request) -> Response:
        """Deletes your account for good: name, tokens, notices, webhooks and ratings.

        Games remain, without your name. Your seat at a table that has not started becomes free; in a
        running game a stand-in bot takes over.
        """
        player_delete(caller(request))
        return Response(status=204)


def _me(player: Player, request: Request) -> dict[str, Any]:
    links = {name: reverse(route) for name, route in _ME_LINKS.items()}
    return {
        **AccountSerializer(player).data,
        "token": TokenSerializer(token_of(request)).data,
        "links": {**links, "stream": stream_address("my-stream")},
    }
