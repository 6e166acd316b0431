"""Pages: the apps that a player has registered. Those that act for a player are in the web page."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views import View

from games.oauth.forms import AppForm, NewAppForm
from games.oauth.models import App
from games.oauth.refusals import PublicApp, TooManyApps
from games.oauth.selectors import app_list
from games.oauth.services import MAX_APPS, app_create, app_delete, app_secret_renew, app_update
from games.people.selectors import player_of


class Page(LoginRequiredMixin, View):
    def app(self, app_id: UUID) -> App:
        found = app_list(player_of(self.request)).filter(pk=app_id).first()
        if found is None:
            raise Http404
        return found


class MyAppsPage(Page):
    def get(self, request: HttpRequest) -> HttpResponse:
        own = app_list(player_of(request)).order_by("created_at")
        return render(request, "oauth/apps.html", {"own": own, "most": MAX_APPS})


class NewApp(Page):
    def get(self, request: HttpRequest) -> HttpResponse:
        return _form(request, NewAppForm())

    def post(self, request: HttpRequest) -> HttpResponse:
        form = NewAppForm(request.POST)
        if not form.is_valid():
            return _form(request, form)
        try:
            app, secret = app_create(player_of(request), **form.cleaned_data)
        except TooManyApps:
            return redirect("apps-page")
        return _shown(request, app, AppForm.of(app), secret=secret)


class AppPage(Page):
    def get(self, request: HttpRequest, app_id: UUID) -> HttpResponse:
        app = self.app(app_id)
        return _shown(request, app, AppForm.of(app))

    def post(self, request: HttpRequest, app_id: UUID) -> HttpResponse:
        app, form = self.app(app_id), AppForm(request.POST)
        if not form.is_valid():
            return _shown(request, app, form)
        app_update(app, **form.cleaned_data)
        return redirect("app-page", app_id)


class RenewSecret(Page):
    http_method_names = ["post"]

    def post(self, request: HttpRequest, app_id: UUID) -> HttpResponse:
        app = self.app(app_id)
        try:
            secret = app_secret_renew(app)
        except PublicApp:
            raise Http404 from None
        return _shown(request, app, AppForm.of(app), secret=secret)


class RemoveApp(Page):
    http_method_names = ["post"]

    def post(self, request: HttpRequest, app_id: UUID) -> HttpResponse:
        app_delete(self.app(app_id))
        return redirect("apps-page")


def _form(request: HttpRequest, form: NewAppForm) -> HttpResponse:
    return render(request, "oauth/new_app.html", {"form": form}, status=_status(form))


def _shown(request: HttpRequest, app: App, form: AppForm, **more: Any) -> HttpResponse:
    """A new secret is on this page only; it is not kept."""
    return render(request, "oauth/own_app.html", {"app": app, "form": form, **more}, status=_status(form))


def _status(form: AppForm) -> int:
    return 400 if form.errors else 200
