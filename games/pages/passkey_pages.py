"""Passkeys: added, named, removed."""

from __future__ import annotations

from typing import Any, Final

from allauth.mfa import signals
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.views import AddWebAuthnView, SignupWebAuthnView
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.views.generic import DeleteView, ListView

from games.internals.allauth import begin_registration
from games.pages.forms import PasskeyForm
from games.pages.mine import Guarded, Mine
from games.people.selectors import passkeys

MAX_PASSKEYS: Final = 20


class Passkeys(Mine, ListView):
    template_name = "mfa/webauthn/authenticator_list.html"
    context_object_name = "passkeys"

    def get_queryset(self) -> Any:
        return passkeys(self.user)


class AddPasskey(AddWebAuthnView):
    """One that signs in by itself, so the device must check who holds it."""

    def dispatch(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        if request.user.is_authenticated and len(passkeys(request.user)) >= MAX_PASSKEYS:
            messages.error(
                request, _("You have %(most)s passkeys; remove one first.") % {"most": MAX_PASSKEYS}
            )
            return HttpResponseRedirect(reverse("mfa_list_webauthn"))
        answer: HttpResponse = super().dispatch(request, *args, **more)
        return answer

    def get_form_class(self) -> type[PasskeyForm]:
        return PasskeyForm

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        shown: dict[str, Any] = super().get_context_data(**more)
        shown["js_data"] = {"creation_options": begin_registration(self.request.user, passwordless=True)}
        return shown

    def get_success_url(self) -> str:
        return reverse("mfa_view_recovery_codes" if self.did_generate_recovery_codes else "mfa_list_webauthn")


class FirstPasskey(SignupWebAuthnView):
    """The one that somebody signs up with."""

    def get_form_class(self) -> type[PasskeyForm]:
        return PasskeyForm


class RemovePasskey(Guarded, DeleteView):
    template_name = "mfa/webauthn/authenticator_confirm_delete.html"
    context_object_name = "passkey"
    success_url = reverse_lazy("mfa_list_webauthn")

    def get_queryset(self) -> QuerySet[Any]:
        found: QuerySet[Any] = Authenticator.objects.filter(user=self.user, type=Authenticator.Type.WEBAUTHN)
        return found

    def form_valid(self, form: Any) -> HttpResponse:
        """The last way in stays. Recovery codes stay too: they belong to the account, not to the passkey."""
        if len(passkeys(self.user)) == 1 and not self.user.has_usable_password():
            messages.error(self.request, _("Set a password first: without it this passkey is the way in."))
        else:
            self.object.delete()
            signals.authenticator_removed.send(
                sender=Authenticator, request=self.request, user=self.user, authenticator=self.object
            )
            messages.success(self.request, _("The passkey has been removed."))
        return HttpResponseRedirect(str(self.success_url))
