"""Pages of the admin about what players write: reported messages, and the board of one table.

The admin supports no composite keys, so these are pages of their own.
"""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from games.log.models import Game
from games.messages.models import Message, Report
from games.operations import moderation
from games.operations.moderation import NotDone, Operator

MAX_SHOWN: Final = 200
DEEDS: Final = {"unsay": moderation.unsay, "dismiss": moderation.dismiss}


class ReportPages:
    def __init__(self, site: AdminSite) -> None:
        self._site = site

    @property
    def urls(self) -> list[URLPattern]:
        view = self._site.admin_view
        return [
            path("reports/", view(self.reports), name="reports"),
            path("<uuid:game_id>/messages/", view(self.board), name="game-messages"),
        ]

    def reports(self, request: HttpRequest) -> HttpResponseBase:
        """The newest reports, with what was reported."""
        _check(request, "view_report")
        if request.method == "POST":
            return _done(request)
        found = list(Report.objects.select_related("player").order_by("-at")[:MAX_SHOWN])
        games, numbers = {one.game_id for one in found}, {one.number for one in found}
        texts = Message.objects.filter(game__in=games, number__in=numbers).select_related("player")
        by_key = {(one.game_id, one.number): one for one in texts}
        rows = [(one, by_key[one.game_id, one.number]) for one in found]
        return self._page(request, "reports", title="Reported messages", rows=rows)

    def board(self, request: HttpRequest, game_id: UUID) -> HttpResponseBase:
        _check(request, "view_message")
        if request.method == "POST":
            return _done(request)
        game = get_object_or_404(Game, pk=game_id)
        written = Message.objects.filter(game=game).select_related("player").order_by("-number")
        return self._page(request, "messages", title="Messages", game=game, written=written[:MAX_SHOWN])

    def _page(self, request: HttpRequest, name: str, **shown: Any) -> HttpResponseBase:
        context = {**self._site.each_context(request), "most": MAX_SHOWN, **shown}
        return TemplateResponse(request, f"admin/games/{name}.html", context)


def _check(request: HttpRequest, permission: str) -> None:
    if not request.user.has_perm(f"games.{permission}"):
        raise PermissionDenied


def _done(request: HttpRequest) -> HttpResponseBase:
    """Delete the text of a message, or dismiss what was reported of it."""
    _check(request, "change_message")
    by = Operator(request.user.get_username(), request.POST.get("reason", ""))
    try:
        message = _message(request)
        DEEDS[request.POST.get("deed", "")](message, by)
    except (NotDone, LookupError, ValueError, Message.DoesNotExist) as refused:
        messages.error(request, f"Nothing was done: {refused}")
    else:
        messages.success(request, f"{message}: done")
    return HttpResponseRedirect(request.path)


def _message(request: HttpRequest) -> Message:
    game, number = UUID(request.POST.get("game", "")), int(request.POST.get("number", "")[:9])
    return Message.objects.select_related("game", "player").get(game=game, number=number)
