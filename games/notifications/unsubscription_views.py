"""The page of an unsubscribe link. It needs no account, shows none, and takes RFC 8058's one click.

Mail programs fetch links by themselves, so only a POST unsubscribes.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from games.notifications.unsubscription import read_link, unsubscribe

NOT_FOUND: Final = 404


# The link itself is the permission, and mail programs post it.
@method_decorator(csrf_exempt, name="dispatch")
class Unsubscribe(View):
    http_method_names = ["get", "head", "post"]

    def get(self, request: HttpRequest, secret: str) -> HttpResponse:
        return _page(request, secret, done=False)

    def post(self, request: HttpRequest, secret: str) -> HttpResponse:
        if link := read_link(secret):
            unsubscribe(*link)
        return _page(request, secret, done=True)


def _page(request: HttpRequest, secret: str, *, done: bool) -> HttpResponse:
    """The same for every account, and for one that is gone."""
    link = read_link(secret)
    context = {"channel": link[1].value if link else "", "done": done}
    status = 200 if link else NOT_FOUND
    return render(request, "notifications/unsubscribe.html", context, status=status)
