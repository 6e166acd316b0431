"""Every page, for a stranger and for somebody who has signed in; and forms with wrong or many fields."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from django.urls import get_resolver

from tests.chaos.costs.operations import BODY
from tests.chaos.costs.question import Question

if TYPE_CHECKING:
    from tests.chaos.costs.scene import Scene

# Operations are asked elsewhere; behind the login of /admin/ are only operators.
LEFT_OUT: Final = ("api/v1", "admin/")
# What a pattern does not say, and questions that are dearer than the page alone.
MORE: Final = (
    *(
        "/docs/quick-start",
        "/docs/reference/schemas",
        "/docs/a-z",
        "/docs/search.json",
    ),
    *("/docs/clients/signalbox-client.tar.gz", "/docs/nothing", "/docs/web-table.webp", "/games/x"),
    *("/account/password/reset/1-x-y", "/oauth/authorize?client_id=x", "/log/tile/0/000"),
    *("/admin/login/", "/admin/", "/api/v1", "/openapi.json", "/openapi.yaml", "/nothing"),
)
FORM: Final = {"Content-Type": "application/x-www-form-urlencoded"}
CSRF: Final = "abcdefghijklmnopqrstuvwxyzABCDEF"
WITH_MANY_FIELDS: Final = (
    *("/account/sign-in", "/account/sign-up", "/oauth/token", "/oauth/device-authorization"),
)


def asked(scene: Scene) -> Iterator[Question]:
    for page in dict.fromkeys((*(f"/{address_of(route)}" for route in routes()), *MORE)):
        yield Question(page, "page", "GET", page)
        if page.startswith("/account"):
            yield Question(page, "signed in", "GET", page, {"Cookie": scene.cookies})
    yield from _forms(scene)


def routes(patterns: Any = None, before: str = "") -> Iterator[str]:
    """The pattern of each page."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        route = f"{before}{each.pattern}"
        if hasattr(each, "url_patterns"):
            yield from routes(each.url_patterns, route)
        elif not (route.startswith(LEFT_OUT) or "(?P" in route):
            yield route


def address_of(route: str) -> str:
    """With something in place of each name."""
    uuid = "00000000-0000-4000-8000-000000000000"
    return re.sub("<[^>]*>", "x", re.sub(r"<int:\w+>", "1", re.sub(r"<uuid:\w+>", uuid, route)))


def _forms(scene: Scene) -> Iterator[Question]:
    cookie = {**FORM, "Cookie": f"csrftoken={CSRF}; csrf={CSRF}"}
    guess = f"csrfmiddlewaretoken={CSRF}&login=dear@example.org&username=dear&password=guess-it-now".encode()
    for page in ("/account/sign-in", "/admin/login/"):
        yield Question(page, "a wrong password", "POST", page, cookie, guess)
    fields = "&".join(f"a{number}=1" for number in range(BODY // 8)).encode()
    for page in WITH_MANY_FIELDS:
        yield Question(page, "many fields", "POST", page, cookie, fields)
    client = (
        f"grant_type=authorization_code&code=x&client_id={scene.names['app_id']}&client_secret=x".encode()
    )
    yield Question("/oauth/token", "a wrong secret", "POST", "/oauth/token", FORM, client)
