"""Which requests are for pages that people or operators read."""

from typing import Final

from django.http import HttpRequest

ADMIN: Final = "/admin/"
PATHS: Final = ("/account/", "/oauth/")
DOCS: Final = "/docs"  # below it are files (`games.pages.documentation`)
FOR_PROGRAMS: Final = (
    "/oauth/token",
    "/oauth/revoke",
    "/oauth/device-authorization",
)  # with limits of their own


def is_page(request: HttpRequest) -> bool:
    return request.path_info.startswith(PATHS)


def explains_itself(request: HttpRequest) -> bool:
    """Whether an error is a page for people too. The documentation needs no session."""
    return is_page(request) or request.path_info.startswith(f"{DOCS}/")
