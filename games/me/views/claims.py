"""An account that has tokens only is claimed by a person."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.http.auth import caller
from games.http.declared import may_refuse
from games.models import Scope
from games.people.claims import claim_create
from games.refusals.accounts import SignsInAlready


class ClaimSerializer(serializers.Serializer[dict[str, Any]]):
    url = serializers.URLField(help_text="The page to open in a browser. Whoever opens it takes the account.")
    expires_at = serializers.DateTimeField(help_text="When the page ends, if it was not used before.")


class Claim(APIView):
    required_scopes = {"POST": Scope.ACCOUNT}

    @may_refuse(SignsInAlready)
    @extend_schema(
        operation_id="claimAccount",
        summary="Add a way to sign in",
        tags=["me"],
        request=None,
        responses={201: ClaimSerializer},
        examples=[
            OpenApiExample(
                "A link",
                {
                    "url": "https://games.example.org/account/claim/IjBiNmY3YWQ1:1vXyZ2:Qm9keS1pcy1zaWduZWQ",
                    "expires_at": "2026-01-31T18:15:00Z",
                },
                response_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Returns a link to the page on which a person adds a password or a passkey to your account.

        From then on they sign in with a browser, and your tokens stay valid. The link works once and for 15
        minutes. An account that can be signed in to already is refused with `signs_in_already`.
        """
        secret, expires_at = claim_create(caller(request))
        url = request.build_absolute_uri(reverse("claim", args=[secret]))
        answer = ClaimSerializer({"url": url, "expires_at": expires_at}).data
        return Response(answer, status=201, headers={"Cache-Control": "no-store"})
