"""Recovery codes: shown, made anew, and signed in with."""

from __future__ import annotations

from typing import Any

from allauth.account.models import Login
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.generic import FormView, TemplateView

from games.internals.allauth import consume, perform_login
from games.pages.forms import RecoveryForm
from games.pages.mine import Guarded
from games.people.journal import note, note_failure
from games.people.recovery_codes import code_use, codes_left, codes_make
from games.people.selectors import user_by_login


class RecoveryCodesPage(Guarded, TemplateView):
    template_name = "mfa/recovery_codes/index.html"

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return {**super().get_context_data(**more), "codes": codes_left(self.user)}

    def post(self, request: HttpRequest) -> HttpResponse:
        codes_make(self.user)
        note("made recovery codes", self.user, request)
        messages.success(request, _("There are new codes. The old ones no longer work."))
        return HttpResponseRedirect(request.path)


class RecoverySignIn(FormView):
    template_name = "pages/recovery_sign_in.html"
    form_class = RecoveryForm
    success_url = reverse_lazy("account")

    def form_valid(self, form: Any) -> HttpResponse:
        """Limited like passwords, by address and by name, and refused in one way whatever is wrong."""
        login = form.cleaned_data["login"]
        key = f"recovery:{login.lower()}"
        usage = consume(self.request, app="allauth.account", action="login_failed", key=key)
        if not usage:
            return self._refused(form, _("Too many attempts. Try again later."))
        user = user_by_login(login)
        if user is None or not code_use(user, form.cleaned_data["code"]):
            note_failure(self.request, "recovery code")
            return self._refused(form, _("The name or the code is wrong."))
        usage.rollback()
        note("used a recovery code", user, self.request)
        answer: HttpResponse = perform_login(
            self.request, Login(user=user, redirect_url=self.get_success_url())
        )
        return answer

    def _refused(self, form: Any, sentence: str) -> HttpResponse:
        form.add_error(None, sentence)
        return self.form_invalid(form)
