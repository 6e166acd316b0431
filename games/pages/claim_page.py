"""An account that had tokens only gets a password or a passkey."""

from __future__ import annotations

from typing import Any

from allauth.account.models import Login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import get_language
from django.views.generic import FormView

from games.accounts.models import Player
from games.internals.allauth import perform_login
from games.pages.forms import ClaimForm
from games.people.claims import claim_player
from games.people.journal import note
from games.people.services import person_create


class ClaimPage(FormView):
    template_name = "pages/claim.html"
    form_class = ClaimForm
    player: Player

    def dispatch(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponseBase:
        found = claim_player(more["secret"])
        if found is None:
            raise Http404
        self.player = found
        return super().dispatch(request, *args, **more)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "player": self.player}

    def form_valid(self, form: Any) -> HttpResponse:
        """Without a password, a passkey is made before they are signed in."""
        password = form.cleaned_data["password"] or None
        person = person_create(self.player, password=password, language=get_language() or "en")
        note("claimed an account", person.user, self.request)
        login = Login(user=person.user, redirect_url=reverse("account"))
        login.state["passkey_signup"] = password is None
        answer: HttpResponse = perform_login(self.request, login)
        return answer
