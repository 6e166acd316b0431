"""The password: set, changed, removed."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import SetPasswordForm
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.generic import FormView, View

from games.internals.allauth import consume, finalize_password_change, finalize_password_set
from games.pages.errors import too_many
from games.pages.mine import Guarded
from games.people.journal import note
from games.people.selectors import passkeys


class Password(Guarded, FormView):
    """A new one. It asks for a recent sign-in and not for the old one, which may be forgotten."""

    template_name = "account/password_change.html"
    form_class = SetPasswordForm
    success_url = reverse_lazy("account")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "user": self.user}

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        shown = super().get_context_data(**more)
        had = self.user.has_usable_password()
        return {**shown, "has_password": had, "can_remove": had and bool(passkeys(self.user))}

    def form_valid(self, form: Any) -> HttpResponse:
        """Every other session ends."""
        if not consume(self.request, app="allauth.account", action="change_password"):
            return too_many(self.request)
        had = self.user.has_usable_password()
        form.save()
        finish = finalize_password_change if had else finalize_password_set
        finish(self.request, form.user)
        return super().form_valid(form)


class PasswordRemoval(Guarded, View):
    """For those who sign in with a passkey."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest) -> HttpResponse:
        if not passkeys(self.user):
            messages.error(request, _("Add a passkey first: without a password it is the way in."))
            return HttpResponseRedirect(reverse_lazy("account_change_password"))
        self.user.set_unusable_password()
        self.user.save(update_fields=["password"])
        update_session_auth_hash(request, self.user)
        note("removed the password", self.user, request)
        messages.success(request, _("The password has been removed."))
        return HttpResponseRedirect(reverse_lazy("account"))
