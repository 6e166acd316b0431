"""What the pages of one's own account share."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.mixins import LoginRequiredMixin
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator

from games.accounts.models import Player
from games.people.selectors import player_of


class Mine(LoginRequiredMixin):
    """Only for those who have signed in."""

    request: HttpRequest

    @property
    def user(self) -> User:
        found: Any = self.request.user
        user: User = found
        return user

    @property
    def player(self) -> Player:
        return player_of(self.request)


class Guarded(Mine):
    """Only for those who have signed in, or proved who they are, within the last quarter of an hour."""

    @method_decorator(reauthentication_required(app="allauth.account"))
    def _guarded(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponseBase:
        answer: HttpResponseBase = super().dispatch(request, *args, **more)
        return answer

    def dispatch(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return self.handle_no_permission()
        return self._guarded(request, *args, **more)
