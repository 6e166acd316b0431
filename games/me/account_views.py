"""Sign-up, profiles and the caller's account."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import NAME_PATTERN, Player, Scope
from games.accounts.names import SHAPE, has_shape, is_reserved
from games.accounts.refusals import NameTaken, NoSuchPlayer
from games.accounts.selectors import player_get
from games.accounts.services import player_create, player_rename
from games.http.answers import answer, returns
from games.http.auth import ANY_TOKEN, ANYONE, OPEN, caller, caller_if_any, caller_token
from games.http.bodies import Body
from games.http.declared import asked, sends
from games.http.links import links_of
from games.http.operations import Values, tagged
from games.me import answers
from games.me.deletion import player_delete
from games.ratings.answers import record
from games.reading.answers import stream_address

operation = tagged("me")


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


class Players(APIView):
    required_scopes = {"POST": OPEN}

    @operation(
        "signUp",
        "Sign up",
        answer(answers.SignedUp, "The account and its first token, which is shown only this once."),
        status=201,
        body=SignUpBody,
        refuses=[NameTaken],
        parameters=[sends("Location", 201)],
        examples=[
            asked("A person", {"name": "ada"}),
            asked("A program", {"name": "deep-orange", "is_bot": True}),
        ],
        tag="players",
    )
    def post(self, request: Request, body: Values) -> Response:
        """Creates an account and returns it with its first token.

        The token is shown only in this answer and has every scope except `audit`. Store it: until
        `claimAccount` gives the account a password, there is no other way in. A name that is already in use
        is refused with `name_taken`.
        """
        player, token, plain = player_create(**body)
        made = answers.Player.of(player)
        shown = answers.SignedUp(player=made, token=answers.NewToken.of(token, token=plain))
        headers = {"Location": made.links["self"], "Cache-Control": "no-store"}
        return Response(shown, status=201, headers=headers)


class PlayerProfile(APIView):
    required_scopes = {"GET": ANYONE}

    @operation(
        "getPlayer",
        "Get a player's profile",
        returns(answers.Profile, "a player's public profile with ratings and the most recent results."),
        tag="players",
        private=True,
    )
    def get(self, request: Request, name: str) -> answers.Profile:
        """Names are matched without regard to case. Results of private tables are included only for players
        who sat at the same table.
        """
        player = player_get(name)
        if player is None:
            raise NoSuchPlayer
        return answers.Profile.of(player, **record(player, caller_if_any(request)))


class Me(APIView):
    required_scopes = {"GET": ANY_TOKEN, "PATCH": Scope.ACCOUNT, "DELETE": Scope.ACCOUNT}

    @operation(
        "getMe",
        "Get your account",
        returns(answers.Me, "your account, and the token that was used for this request with its scopes."),
    )
    def get(self, request: Request) -> answers.Me:
        return _me(caller(request), request)

    @operation(
        "updateMe",
        "Update your account",
        answer(answers.Me, "Your account."),
        body=MeBody,
        refuses=[NameTaken],
        examples=[asked("A new name", {"name": "lovelace"})],
    )
    def patch(self, request: Request, body: Values) -> answers.Me:
        """Changes your name and returns your account.

        The old name becomes available immediately. A name that is already in use is refused with
        `name_taken`.
        """
        player = player_rename(caller(request), **body) if body else caller(request)
        return _me(player, request)

    @operation("deleteMe", "Delete your account", unchecked=True)
    def delete(self, request: Request) -> None:
        """Deletes your account for good: name, tokens, notices, webhooks and ratings.

        Games remain, without your name, which nobody can take again. Your seat at a table that has not
        started becomes free; in a running game a stand-in bot takes over.
        """
        player_delete(caller(request))


def _me(player: Player, request: Request) -> answers.Me:
    links = answers.MeLinks(**links_of(player, answers.ME_LINKS), stream=stream_address("my-stream"))
    return answers.Me.from_row(player, token=answers.Token.of(caller_token(request)), links=links)
