"""Which requests are for pages that people read."""

from typing import Final

from django.http import HttpRequest

HOME: Final = "/"
PATHS: Final = ("/account/", "/oauth/")


def is_page(request: HttpRequest) -> bool:
    path = request.path_info
    return path.startswith(PATHS) or path == HOME
