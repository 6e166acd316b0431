"""The end of an account."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.generic import FormView

from games.me.deletion import player_delete
from games.pages.forms import DeleteForm
from games.pages.mine import Guarded
from games.people.journal import note


class Deletion(Guarded, FormView):
    template_name = "pages/delete.html"
    form_class = DeleteForm
    success_url = reverse_lazy("account_login")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "current": self.player.name}

    def form_valid(self, form: Any) -> HttpResponse:
        player = self.player
        note("deleted the account", self.user, self.request)
        logout(self.request)
        player_delete(player)
        messages.success(self.request, _("Your account has been deleted."))
        return super().form_valid(form)
