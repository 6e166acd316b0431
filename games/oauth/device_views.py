"""The page on which a player types the code that a program without a browser shows."""

from __future__ import annotations

from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import View

from games.oauth.devices import device_answer, device_find
from games.oauth.limits import guess_over_limit
from games.oauth.models import DeviceCode
from games.oauth.scopes import in_words
from games.people.selectors import player_of

_MAX_TYPED = 40


class Device(LoginRequiredMixin, View):
    """First the code, then the question. A link may fill in the code; the player always has to confirm."""

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._asked(request, request.GET.get("user_code", "")[:_MAX_TYPED])

    def post(self, request: HttpRequest) -> HttpResponse:
        typed = request.POST.get("user_code", "")[:_MAX_TYPED]
        if guess_over_limit(player_of(request)):
            return self._asked(request, typed, _("Too many attempts. Wait a few minutes."), status=429)
        code = device_find(typed)
        if code is None:
            message = _("No program waits with this code. It may have expired: let the program show another.")
            return self._asked(request, typed, message, status=400)
        if request.POST.get("answer") in ("allow", "deny"):
            return self._answered(request, code)
        shown = {"app": code.app, "words": in_words(code.scopes), "user_code": typed}
        return render(request, "oauth/device_consent.html", shown)

    def _answered(self, request: HttpRequest, code: DeviceCode) -> HttpResponse:
        allowed = request.POST["answer"] == "allow"
        if not device_answer(code, player_of(request), allowed=allowed):
            return self._asked(request, "", _("The code has expired."), status=400)
        return render(request, "oauth/device_done.html", {"app": code.app, "allowed": allowed})

    def _asked(self, request: HttpRequest, typed: str, error: str = "", status: int = 200) -> HttpResponse:
        return render(request, "oauth/device.html", {"user_code": typed, "error": error}, status=status)
