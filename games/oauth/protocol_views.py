"""What apps call themselves: token, revocation, device authorization and metadata.

Their requests are forms and their errors JSON objects with `error`, as the RFCs demand; everything else of
this server speaks JSON and problem documents.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe
from oauthlib.common import Request
from oauthlib.oauth2 import InvalidRequestError, OAuth2Error, UnauthorizedClientError

from games.counters import Balance
from games.http.page_paths import DOCS
from games.oauth import server
from games.oauth.devices import INTERVAL, LIFETIME, device_begin
from games.oauth.limits import address_over_limit, client_over_limit
from games.oauth.scopes import GRANTABLE, in_order
from games.oauth.validator import GRANT_TYPES, credentials_of

FORM: Final = "application/x-www-form-urlencoded"
_NO_STORE: Final = {"Cache-Control": "no-store", "Pragma": "no-cache"}
_UNAUTHENTICATED: Final = 401
Answer = tuple[Mapping[str, str], Any, int]
Endpoint = Callable[[HttpRequest, str, dict[str, str]], Answer]


def _limited(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Count by address whatever is sent, before it is read."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        over = address_over_limit(request)
        return _too_many(over) if over else view(request)

    return answer


def endpoint(answer: Endpoint) -> Callable[[HttpRequest], HttpResponse]:
    """A view of the protocol: reads the form, keeps the limits, and puts errors into the form of OAuth."""

    @csrf_exempt  # it takes no cookies
    @_limited
    @require_POST
    @wraps(answer)
    def view(request: HttpRequest) -> HttpResponse:
        try:
            body = _form(request)
            headers = _headers(request)
            client_id, _ = credentials_of(Request(request.path, "POST", body, headers))
            if over := client_over_limit(client_id):
                return _too_many(over)
            with transaction.atomic():
                return _response(request, *answer(request, body, headers))
        except OAuth2Error as error:
            return _response(request, error.headers, error.json, error.status_code)

    return view


@endpoint
def token(request: HttpRequest, body: str, headers: dict[str, str]) -> Answer:
    answer: Answer = server.token.create_token_response(request.path, "POST", body, headers)
    return answer


@endpoint
def revoke(request: HttpRequest, body: str, headers: dict[str, str]) -> Answer:
    answer: Answer = server.revocation.create_revocation_response(request.path, "POST", body, headers)
    return answer


@endpoint
def device_authorization(request: HttpRequest, body: str, headers: dict[str, str]) -> Answer:
    asked = Request(request.path, "POST", body, headers)
    asked.client_id = asked.client_id or credentials_of(asked)[0]
    server.device_grant.validate_device_authorization_request(asked)
    if asked.client.is_first_party:  # any program can name it, and the page would say that it is the server's
        raise UnauthorizedClientError("The server's own apps do not use the device flow.")
    device, user = device_begin(asked.client, in_order(asked.scopes))
    page = server.issuer(request) + reverse("device")
    made = {
        "device_code": device,
        "user_code": user,
        "verification_uri": page,
        "verification_uri_complete": f"{page}?{urlencode({'user_code': user})}",
        "expires_in": int(LIFETIME.total_seconds()),
        "interval": INTERVAL,
    }
    return {}, json.dumps(made), 200


@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """What a client library needs to find everything by itself (RFC 8414)."""
    issuer = server.issuer(request)
    ways = ["none", "client_secret_basic", "client_secret_post"]
    return JsonResponse(
        {
            "issuer": issuer,
            "authorization_endpoint": issuer + reverse("authorize"),
            "token_endpoint": issuer + reverse("token-endpoint"),
            "revocation_endpoint": issuer + reverse("revocation-endpoint"),
            "device_authorization_endpoint": issuer + reverse("device-authorization"),
            "scopes_supported": [scope.value for scope in GRANTABLE],
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": list(GRANT_TYPES),
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ways,
            "revocation_endpoint_auth_methods_supported": ways,
            "authorization_response_iss_parameter_supported": True,
            "service_documentation": issuer + DOCS,
            "ui_locales_supported": [code for code, _ in settings.LANGUAGES],
        },
        headers={"Cache-Control": "public, max-age=300"},
    )


def _form(request: HttpRequest) -> str:
    """The body, encoded anew: each parameter at most once, and an empty one counts as absent."""
    if request.content_type != FORM:
        raise InvalidRequestError(f"The Content-Type must be {FORM}.")
    if request.META.get("QUERY_STRING"):
        raise InvalidRequestError("Parameters belong into the body.")
    if twice := [name for name, values in request.POST.lists() if len(values) > 1]:
        raise InvalidRequestError(f"The parameter {twice[0][:30]!a} was given more than once.")
    return urlencode({name: value for name, value in request.POST.items() if value})


def _headers(request: HttpRequest) -> dict[str, str]:
    return {"Content-Type": FORM, "Authorization": request.headers.get("Authorization", "")}


def _response(request: HttpRequest, headers: Mapping[str, str], body: Any, status: int) -> HttpResponse:
    response = HttpResponse(body or "{}", status=status, content_type="application/json", headers=_NO_STORE)
    if status == _UNAUTHENTICATED:
        response["WWW-Authenticate"] = f'Basic realm="{request.get_host()}"'
    return response


def _too_many(over: list[Balance]) -> HttpResponse:
    seconds = max(balance.seconds for balance in over)
    said = {"error": "slow_down", "error_description": f"Too many requests. Try again in {seconds} seconds."}
    return JsonResponse(said, status=429, headers={**_NO_STORE, "Retry-After": str(seconds)})
