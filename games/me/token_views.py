"""The caller's personal access tokens."""

from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Scope
from games.accounts.refusals import NoSuchToken, PersonalTokenRequired, TooManyTokens
from games.accounts.selectors import token_list
from games.accounts.services import token_create
from games.http.answers import List, answer, returns
from games.http.auth import ANY_TOKEN, PERSONAL, caller, caller_token, require_scope, token_of
from games.http.bodies import Body, Time
from games.http.declared import asked, sends
from games.http.operations import Values, tagged
from games.http.pagination import PageQuery, listed
from games.http.problems import MISSING_SCOPE
from games.me import answers
from games.me.revocation import token_end

operation = tagged("me")

MAX_LIFETIME = timedelta(days=3650)
_SCOPES_TEXT = (
    "What the token may be used for: at most the scopes of the token used for this request, never `audit`."
)
_EXPIRES_TEXT = "When the token expires; by default together with the token used for this request."


class TokenBody(Body):
    name = serializers.CharField(max_length=60, trim_whitespace=False, help_text="A name of your choice.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(Scope.choices),
        min_length=1,
        max_length=len(Scope),
        help_text=_SCOPES_TEXT,
    )
    expires_at = Time(required=False, help_text=_EXPIRES_TEXT)

    def validate_name(self, name: str) -> str:
        if not name.isprintable() or name != name.strip():
            raise ValidationError(
                "This must consist of printable characters and not begin or end with a space."
            )
        return name

    def validate_expires_at(self, at: datetime | None) -> datetime | None:
        now = timezone.now()
        if at is not None and not now < at <= now + MAX_LIFETIME:
            raise ValidationError("This must be in the future and within ten years.")
        return at


class Tokens(APIView):
    required_scopes = {"GET": Scope.ACCOUNT, "POST": (PERSONAL, Scope.ACCOUNT)}

    @operation(
        "listTokens",
        "List your tokens",
        answer(answers.TokenList, "Your tokens, oldest first."),
        query=PageQuery,
    )
    def get(self, request: Request, query: Values) -> List[answers.Token]:
        """Returns your tokens, oldest first. The secret part of a token is never shown again."""
        return listed(answers.Token.of, token_list(caller(request)), query, order=("created_at", "id"))

    @operation(
        "createToken",
        "Create a token",
        answer(answers.NewToken, "The token, shown only this once."),
        status=201,
        body=TokenBody,
        refuses=[TooManyTokens, PersonalTokenRequired],
        parameters=[sends("Location", 201)],
        examples=[asked("To watch", {"name": "dashboard", "scopes": ["games:read"]})],
    )
    def post(self, request: Request, body: Values) -> Response:
        """Creates a token that has no more scopes and lives no longer than the one used for this request.

        It ends when that one is revoked. The token is shown only in this answer. An account can have 20
        tokens; after that the answer is `too_many_tokens`. The token of an app cannot create others:
        `personal_token_required`.
        """
        _check_scopes(request, body["scopes"])
        body["expires_at"] = _lifetime(request, body.get("expires_at"))
        token, plain = token_create(caller(request), made_by=caller_token(request), **body)
        shown = answers.NewToken.of(token, token=plain)
        headers = {"Location": shown.links["self"], "Cache-Control": "no-store"}
        return Response(shown, status=201, headers=headers)


class TokenEntry(APIView):
    required_scopes = {"GET": Scope.ACCOUNT, "DELETE": ANY_TOKEN}

    @operation(
        "getToken", "Get a token", returns(answers.Token, "one of your tokens, without its secret part.")
    )
    def get(self, request: Request, token_id: UUID) -> answers.Token:
        token = token_list(caller(request)).filter(pk=token_id).first()
        if token is None:
            raise NoSuchToken
        return answers.Token.of(token)

    @operation("revokeToken", "Revoke a token", refuses=[MISSING_SCOPE], unchecked=True)
    def delete(self, request: Request, token_id: UUID) -> None:
        """Revokes a token with immediate effect, and everything that it has made.

        Tokens that were created with it end, and so do theirs. Push subscriptions, the calendar feed and a
        claim link that it made end. Its webhooks are paused (`token_ended`). To replace a token, revoke it
        with one that it has created: that one stays.

        Every token can revoke itself. To revoke another token, the scope `account` is required.
        """
        own = token_of(request)
        if own is None or own.id != token_id:
            require_scope(request, Scope.ACCOUNT)
        if not token_end(caller(request), token_id, by=own):
            raise NoSuchToken


def _check_scopes(request: Request, scopes: list[str]) -> None:
    """A token cannot grant scopes it lacks. `audit` reveals other players' games; only operators grant it."""
    if Scope.AUDIT in scopes:
        message = ErrorDetail("Only the operator of this server can grant the scope audit.", "audit")
        raise ValidationError({"scopes": [message]})
    for scope in scopes:
        require_scope(request, scope)


def _lifetime(request: Request, wish: datetime | None) -> datetime | None:
    own = token_of(request)
    ends = own.expires_at if own else None
    return min((at for at in (wish, ends) if at is not None), default=None)
