"""The browsers that show pushes, and a calendar feed. What is sent is chosen in the web page."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.views.generic import TemplateView, View
from rest_framework.exceptions import ValidationError

from games.calendars.selectors import calendar_of
from games.calendars.services import calendar_create, calendar_delete
from games.http.json_objects import read_json
from games.notifications.identity import public_key
from games.notifications.refusals import NoSuchPushSubscription, PushUnavailable, TooManyPushSubscriptions
from games.notifications.subscription_views import PushSubscriptionBody
from games.notifications.subscriptions import (
    MAX_SUBSCRIPTIONS,
    subscription_create,
    subscription_delete,
    subscription_get,
    subscription_list,
)
from games.pages.mine import Mine
from games.people.journal import note
from games.webhooks.refusals import UrlRefused

PAGE: Final = reverse_lazy("account_notifications")


class Notifications(Mine, TemplateView):
    template_name = "pages/notifications.html"

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**more),
            "browsers": subscription_list(self.player).order_by("created_at", "id"),
            "public_key": public_key() if settings.VAPID_KEY else "",
            "calendar": calendar_of(self.player),
        }


class Browsers(Mine, View):
    """Takes what the script of the page got from the browser."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponse:
        try:
            wish = _subscription(request)
            subscription_create(self.player, **wish)
        except (ValidationError, PushUnavailable, UrlRefused):
            messages.error(request, _("This browser could not be subscribed."))
        except TooManyPushSubscriptions:
            most = {"most": MAX_SUBSCRIPTIONS}
            messages.error(request, _("An account can have %(most)s browsers. Remove one first.") % most)
        else:
            note("subscribed a browser", self.user, request)
            messages.success(request, _("This browser now shows your notices."))
        return HttpResponseRedirect(str(PAGE))


def _subscription(request: HttpRequest) -> dict[str, Any]:
    """As the API takes it. Raises if it is anything else."""
    try:
        found = read_json(request.POST.get("subscription", "").encode())
    except ValueError:
        raise ValidationError("not JSON") from None
    if not isinstance(found, dict):
        raise ValidationError("not an object")
    body = PushSubscriptionBody(data={**found, "description": request.POST.get("description", "")})
    body.is_valid(raise_exception=True)
    wish = body.validated_data
    return {"endpoint": wish["endpoint"], "description": wish["description"], **wish["keys"]}


class BrowserEnd(Mine, View):
    http_method_names = ["post"]

    def post(self, request: HttpRequest, subscription_id: UUID) -> HttpResponse:
        with suppress(NoSuchPushSubscription):  # it has ended by itself, or the button was pressed twice
            subscription_delete(subscription_get(self.player, subscription_id))
        note("removed a browser", self.user, request)
        messages.success(request, _("The browser gets no more notifications."))
        return HttpResponseRedirect(str(PAGE))


class CalendarAddress(Mine, TemplateView):
    """Makes a new address, which is shown once, or ends the feed."""

    http_method_names = ["post"]
    template_name = "pages/calendar.html"

    def post(self, request: HttpRequest) -> HttpResponse:
        if request.POST.get("wish") == "end":
            calendar_delete(self.player)
            note("ended the calendar feed", self.user, request)
            messages.success(request, _("The calendar feed has ended."))
            return HttpResponseRedirect(str(PAGE))
        _calendar, secret = calendar_create(self.player)
        note("made a calendar address", self.user, request)
        url = request.build_absolute_uri(reverse("calendar", args=[secret]))
        return self.render_to_response(self.get_context_data(url=url))


class PushWorker(TemplateView):
    """The service worker. Its address is under that of the pages, so that it is from their origin."""

    template_name = "pages/push-worker.js"
    content_type = "text/javascript"
