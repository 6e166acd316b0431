"""The address of a calendar feed. An app may not make one, so the web page cannot."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.generic import TemplateView

from games.calendars.selectors import calendar_of
from games.calendars.services import calendar_create, calendar_delete
from games.pages.mine import Mine
from games.people.journal import note


class Calendar(Mine, TemplateView):
    template_name = "pages/calendar.html"

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "calendar": calendar_of(self.player)}

    def post(self, request: HttpRequest) -> HttpResponse:
        """Makes a new address, which is shown in this answer and never again, or ends the feed."""
        if request.POST.get("wish") == "end":
            calendar_delete(self.player)
            note("ended the calendar feed", self.user, request)
            messages.success(request, _("The calendar feed has ended."))
            return HttpResponseRedirect(reverse("account_calendar"))
        _calendar, secret = calendar_create(self.player)
        note("made a calendar address", self.user, request)
        url = request.build_absolute_uri(reverse("calendar", args=[secret]))
        return self.render_to_response(self.get_context_data(url=url))
