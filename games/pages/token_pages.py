"""A new personal token, for a program of one's own. They are listed and ended in the web page."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.generic import FormView

from games.accounts.refusals import TooManyTokens
from games.accounts.services import MAX_TOKENS, token_create
from games.pages.forms import TokenForm
from games.pages.mine import Guarded
from games.people.journal import note


class NewToken(Guarded, FormView):
    template_name = "pages/tokens.html"
    form_class = TokenForm

    def form_valid(self, form: Any) -> HttpResponse:
        """The token is shown in this answer and never again."""
        try:
            _token, plain = token_create(self.player, **form.cleaned_data)
        except TooManyTokens:
            form.add_error(None, _("You have %(most)s tokens; end one first.") % {"most": MAX_TOKENS})
            return self.form_invalid(form)
        note("made a token", self.user, self.request)
        return self.render_to_response(self.get_context_data(form=TokenForm(), plain=plain))
