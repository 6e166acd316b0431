"""Where allauth asks the project: names, addresses, stages of a sign-in, secrets at rest."""

from __future__ import annotations

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import clear_login
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.accounts.names import has_shape, is_reserved
from games.accounts.selectors import player_get
from games.http.rate_limits import client_address
from games.people.selectors import user_by_id
from games.people.services import person_sign_up
from games.refusals import NameTaken

logger = logging.getLogger("signalbox.people")


class Accounts(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": _("This name is already in use."),
        "username_shape": _("Use 3 to 24 characters: letters, digits, _ and -."),
        "username_blacklisted": _("This name is reserved. Choose another one."),
        # One sentence, whether the name, the address or the password is wrong.
        "username_password_mismatch": _("The name or the password is wrong."),
        "email_password_mismatch": _("The name or the password is wrong."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request)

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002 – theirs
        if not has_shape(username):
            raise self.validation_error("username_shape")
        if is_reserved(username):
            raise self.validation_error("username_blacklisted")
        if player_get(username):
            raise self.validation_error("username_taken")
        return username

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> User:  # noqa: FBT001, FBT002
        """A person signs up: the player and the user come into being together."""
        wish = form.cleaned_data
        password = wish.get("password1") or None
        try:
            person = person_sign_up(name=wish["username"], password=password, language=get_language() or "en")
        except NameTaken:  # since the form was checked
            raise self.validation_error("username_taken") from None
        return person.user

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail server that is away must not keep anybody from the rest of the page."""
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError) as error:
            logger.error("mail could not be sent: %s", type(error).__name__, extra={"mail": template_prefix})  # noqa: TRY400

    def pre_login(self, request: HttpRequest, user: Any, **more: Any) -> HttpResponse | None:
        """The last gate, whatever they signed in with. Who comes this far has proved who they are."""
        if user_by_id(user.pk) is None:
            clear_login(request)
            return HttpResponseRedirect(reverse("account_inactive"))
        return None

    def get_login_stages(self) -> list[str]:
        """A password or a passkey is enough; who signs up without a password makes a passkey first."""
        return ["allauth.mfa.webauthn.stages.PasskeySignupStage"]


class Mfa(DefaultMFAAdapter):
    def _get_user_identifier(self, user: Any) -> str:
        return str(user.person)


def display(user: User) -> str:
    """The name of a user on pages and in mail."""
    return str(user.person)
