"""An account that has tokens only is claimed by a person."""

from django.conf import settings
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Token
from games.accounts.refusals import PersonalTokenRequired
from games.accounts.services import FIRST_SCOPES
from games.http.answers import returns
from games.http.auth import PERSONAL, caller_token
from games.http.operations import tagged
from games.me import answers
from games.notices.kinds import ClaimRequested
from games.notices.services import notice_give
from games.people.claims import LASTS, claim_create
from games.people.refusals import LastingTokenRequired, SignsInAlready
from games.work.leases import Lease

operation = tagged("me")


class NewClaim(APIView):
    required_scopes = {"POST": (PERSONAL, *FIRST_SCOPES)}

    @operation(
        "claimAccount",
        "Add a way to sign in",
        returns(
            answers.Claim,
            "a link to the page on which a person adds a password or a passkey to your account.",
        ),
        status=201,
        refuses=[SignsInAlready, LastingTokenRequired, PersonalTokenRequired],
        unchecked=True,
    )
    def post(self, request: Request) -> Response:
        """From then on they sign in with a browser, and your tokens stay valid. The link works once, for 15
        minutes, and ends with the token of this request. You are told by the notice
        `account.claim_requested`.

        Whoever signs in can do everything with the account, for good. So this needs a personal token with
        all scopes of a first one that does not expire; one that expires is refused with
        `lasting_token_required`. An account that can be signed in to already is refused with
        `signs_in_already`.
        """
        token = caller_token(request)
        secret, expires_at = claim_create(token)
        _tell(token)
        url = settings.PUBLIC_URL + reverse("claim", args=[secret])
        shown = answers.Claim(url=url, expires_at=expires_at)
        return Response(shown, status=201, headers={"Cache-Control": "no-store"})


def _tell(token: Token) -> None:
    """Once for all links that a token makes within the time that one lasts."""
    if Lease(f"claim:{token.pk}", LASTS.total_seconds()).hold():
        notice_give(token.player, ClaimRequested(token=token.pk))
