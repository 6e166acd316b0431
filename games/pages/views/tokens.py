"""Personal tokens, for programs of one's own."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.generic import FormView, View

from games.accounts.selectors import token_list
from games.accounts.services import MAX_TOKENS, token_create
from games.me.revocation import token_end
from games.pages.forms import TokenForm
from games.pages.views.mine import Guarded, Mine
from games.people.journal import note
from games.refusals.accounts import TooManyTokens


class Tokens(Guarded, FormView):
    template_name = "pages/tokens.html"
    form_class = TokenForm

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        tokens = token_list(self.player).order_by("created_at")
        return {**super().get_context_data(**more), "tokens": tokens}

    def form_valid(self, form: Any) -> HttpResponse:
        """The token is shown in this answer and never again."""
        try:
            _token, plain = token_create(self.player, **form.cleaned_data)
        except TooManyTokens:
            form.add_error(None, _("You have %(most)s tokens; end one first.") % {"most": MAX_TOKENS})
            return self.form_invalid(form)
        note("made a token", self.user, self.request)
        return self.render_to_response(self.get_context_data(form=TokenForm(), plain=plain))


class TokenEnd(Mine, View):
    http_method_names = ["post"]

    def post(self, request: HttpRequest, token_id: UUID) -> HttpResponse:
        token_end(self.player, token_id)
        note("ended a token", self.user, request)
        messages.success(request, _("The token has ended."))
        return HttpResponseRedirect(reverse_lazy("account_tokens"))
