"""A new name."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.generic import FormView

from games.accounts.refusals import NameTaken
from games.accounts.services import player_rename
from games.pages.forms import NameForm
from games.pages.mine import Mine
from games.people.journal import note


class Name(Mine, FormView):
    template_name = "pages/name.html"
    form_class = NameForm
    success_url = reverse_lazy("account")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "current": self.player.name}

    def form_valid(self, form: Any) -> HttpResponse:
        name = form.cleaned_data["name"]
        try:
            player_rename(self.player, name=name)
        except NameTaken:
            form.add_error("name", _("This name is already in use."))
            return self.form_invalid(form)
        note("changed the name", self.user, self.request)
        messages.success(self.request, _("Your name is now %(name)s.") % {"name": name})
        return super().form_valid(form)
