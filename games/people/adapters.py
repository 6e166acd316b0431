"""Where allauth asks the project: names, addresses, stages of a sign-in, secrets at rest."""

from __future__ import annotations

import logging
from base64 import urlsafe_b64encode
from hashlib import sha256
from ipaddress import ip_address
from smtplib import SMTPException
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit, urlunsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from games.accounts.names import has_shape, is_reserved
from games.accounts.refusals import NameTaken
from games.accounts.selectors import player_get
from games.counters import charge
from games.http.rate_limits import client_address, sign_ups
from games.internals.allauth import clear_login, record_authentication
from games.people.journal import note_failure
from games.people.selectors import passkeys, user_by_id
from games.people.services import person_sign_up, sessions_make_room

logger = logging.getLogger("signalbox.people")
NO_ADDRESS: Final = "::"


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
        """It is stored with the session, so it must be an address; behind a socket there may be none."""
        found = client_address(request)
        try:
            return str(ip_address(found))
        except ValueError:
            return NO_ADDRESS

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002 – theirs
        if not has_shape(username):
            raise self.validation_error("username_shape")
        if is_reserved(username):
            raise self.validation_error("username_blacklisted")
        if player_get(username):
            raise self.validation_error("username_taken")
        return username

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        note_failure(request, "password")

    def login(self, request: HttpRequest, user: Any) -> None:
        """Who has just signed in need not prove it again, for as long as after proving it again."""
        super().login(request, user)
        record_authentication(request, user, method="sign_in", reauthenticated=True)
        sessions_make_room(user)

    def save_user(self, request: HttpRequest, user: Any, form: Any, commit: bool = True) -> User:  # noqa: FBT001, FBT002
        """A person signs up: the player and the user come into being together."""
        if any(standing.is_over for standing in charge([sign_ups(request)])):
            raise self.validation_error("rate_limited")
        wish = form.cleaned_data
        password = wish.get("password1") or None
        try:
            person = person_sign_up(name=wish["username"], password=password, language=get_language() or "en")
        except NameTaken:  # since the form was checked
            charge([sign_ups(request, cost=-1)])
            raise self.validation_error("username_taken") from None
        return person.user

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail server that is away must not keep anybody from the rest of the page."""
        try:
            super().send_mail(template_prefix, email, _on_this_site(context))
        except (SMTPException, OSError) as error:
            logger.error("mail could not be sent: %s", type(error).__name__, extra={"mail": template_prefix})  # noqa: TRY400

    def pre_login(self, request: HttpRequest, user: Any, **more: Any) -> HttpResponse | None:
        """The last gate, whatever they signed in with. Who comes this far has proved who they are."""
        if user_by_id(user.pk) is None:
            clear_login(request)
            return HttpResponseRedirect(reverse("account_inactive"))
        return None

    def reauthenticate(self, user: Any, password: str) -> bool:
        found = self.authenticate(self.request, username=str(user.person), password=password)
        return found is not None and found.pk == user.pk

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """By password or by passkey; a recovery code is for those who have neither at hand."""
        found: list[dict[str, Any]] = []
        if not user.is_authenticated:
            return found
        if user.has_usable_password():
            use = _("Use the password")
            found.append(
                {"id": "reauthenticate", "description": use, "url": reverse("account_reauthenticate")}
            )
        if passkeys(user):
            url = reverse("mfa_reauthenticate_webauthn")
            found.append({"id": "mfa_reauthenticate:webauthn", "description": _("Use a passkey"), "url": url})
        return found

    def get_login_stages(self) -> list[str]:
        """A password or a passkey is enough; who signs up without a password makes a passkey first."""
        return ["allauth.mfa.webauthn.stages.PasskeySignupStage"]


class Mfa(DefaultMFAAdapter):
    def encrypt(self, text: str) -> str:
        """Recovery codes follow from a seed, which a copy of the database must not show."""
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _box().decrypt(encrypted_text.encode()).decode()

    def generate_authenticator_name(self, user: Any, type: Any) -> str:  # noqa: A002 – theirs
        return gettext("Passkey {number}").format(number=len(passkeys(user)) + 1)

    def get_public_key_credential_user_entity(self, user: Any) -> dict[str, Any]:
        return {**super().get_public_key_credential_user_entity(user), "name": str(user.person)}


class Site(NamedTuple):
    """What the templates of mails ask of Django's."""

    domain: str
    name: str


def _on_this_site(context: dict[str, Any]) -> dict[str, Any]:
    """With links to this server as its operator names it: whoever asks for a mail may name any host."""
    site = urlsplit(settings.PUBLIC_URL).netloc
    links = {name: _public(url) for name, url in context.items() if name.endswith("_url")}
    return {**context, **links, "current_site": Site(site, site)}


def _public(url: str) -> str:
    parts = urlsplit(url)
    return settings.PUBLIC_URL + urlunsplit(("", "", parts.path, parts.query, parts.fragment))


def _box() -> MultiFernet:
    """The newest sealing key encrypts; the old ones can still decrypt."""
    keys = (settings.SEALING_KEY, *settings.SEALING_KEYS_OLD)
    purpose = b"signalbox recovery codes"
    return MultiFernet([Fernet(urlsafe_b64encode(sha256(purpose + key).digest())) for key in keys])


def display(user: User) -> str:
    """The name of a user on pages and in mail."""
    return str(user.person)
