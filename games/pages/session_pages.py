"""The browsers in which one is signed in."""

from __future__ import annotations

from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from games.pages.mine import Mine
from games.people.journal import note
from games.people.services import sessions_end


class Sessions(Mine, TemplateView):
    template_name = "pages/sessions.html"

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        found = UserSession.objects.purge_and_list(self.user)
        newest = sorted(found, key=lambda session: session.created_at, reverse=True)
        return {**super().get_context_data(**more), "sessions": newest}

    def post(self, request: HttpRequest) -> HttpResponse:
        """Ends one session, or all but this one."""
        wish = request.POST.get("session", "")
        if wish == "others":
            sessions_end(self.player, but=request.session.session_key)
        elif wish.isdecimal():
            for session in UserSession.objects.filter(user=self.user, pk=int(wish[:18])):
                session.end()
        note("ended sessions", self.user, request)
        messages.success(request, _("Signed out there."))
        return HttpResponseRedirect(request.path)
