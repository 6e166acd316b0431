"""The forms of the pages. Those that extend allauth's say in our words what to type."""

from __future__ import annotations

import json
from typing import Any, Final

from allauth.account.adapter import get_adapter
from allauth.account.forms import LoginForm, ResetPasswordForm, SignupForm
from allauth.mfa.webauthn.forms import (
    EditWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
    SignupWebAuthnForm,
)
from django import forms
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Scope
from games.http.json_objects import read_json
from games.people.selectors import user_by_email

MAX_PARTS: Final = 50  # objects and lists in what a browser says of a passkey; it has five or so
NAME_HELP = _("3 to 24 characters: letters, digits, _ and -. Everybody can see it.")


class SignInForm(LoginForm):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["login"].label = _("Name or e-mail address")
        self.fields["login"].widget.attrs["autocomplete"] = "username webauthn"
        self.fields["password"].label = _("Password")
        self.fields["password"].help_text = ""


class SignUpForm(SignupForm):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = NAME_HELP
        self.fields["username"].widget.attrs["maxlength"] = "24"


class ResetForm(ResetPasswordForm):
    """Only a verified address gets a link: another one may belong to somebody else."""

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        found = user_by_email(email)
        self.users = [found] if found else []
        return email


class CredentialDecoder(json.JSONDecoder):
    """Refuses what Python cannot read or write again: Django would not, and fail."""

    def decode(self, text: str, *_: Any) -> Any:
        if text.count("{") + text.count("[") > MAX_PARTS:
            raise json.JSONDecodeError("it has too many parts", "", 0)
        try:
            return read_json(text.encode())
        except ValueError as error:
            raise json.JSONDecodeError(str(error), "", 0) from None


class CredentialForm(forms.Form):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["credential"].decoder = CredentialDecoder  # type: ignore[attr-defined]  # of a JSONField


class PasskeySignInForm(LoginWebAuthnForm, CredentialForm):
    pass


class PasskeyConfirmForm(ReauthenticateWebAuthnForm, CredentialForm):
    pass


class PasskeyForm(SignupWebAuthnForm, CredentialForm):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["name"] = forms.CharField(
            label=_("Name of the passkey"),
            max_length=60,
            required=False,
            help_text=_("To tell several apart."),
        )


class PasskeyNameForm(EditWebAuthnForm):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["name"] = forms.CharField(label=_("Name of the passkey"), max_length=60)


class RecoveryForm(forms.Form):
    login = forms.CharField(
        label=_("Name or e-mail address"),
        max_length=254,
        widget=forms.TextInput({"autocomplete": "username"}),
    )
    code = forms.CharField(
        label=_("Recovery code"),
        max_length=32,
        help_text=_("12 digits. Each code works once."),
        widget=forms.TextInput({"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )


class NameForm(forms.Form):
    name = forms.CharField(
        label=_("New name"),
        max_length=24,
        help_text=NAME_HELP,
        widget=forms.TextInput({"autocomplete": "username"}),
    )

    def __init__(self, *args: Any, current: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self._current = current

    def clean_name(self) -> str:
        """A change of case only is no other name."""
        name: str = self.cleaned_data["name"]
        if name.lower() == self._current.lower():
            return name
        checked: str = get_adapter().clean_username(name)
        return checked


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the token"), max_length=60, help_text=_("What it is for, such as a program.")
    )
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=[
            (Scope.READ.value, _("See your games, hands included")),
            (Scope.PLAY.value, _("Play for you: open tables, sit down, act")),
            (Scope.ACCOUNT.value, _("Manage the account: rename, delete, tokens")),
            (Scope.WEBHOOKS.value, _("Manage webhooks")),
            (Scope.BOTS.value, _("Run bots behind a URL")),
        ],
        initial=[Scope.READ.value, Scope.PLAY.value],
        widget=forms.CheckboxSelectMultiple,
    )


class DeleteForm(forms.Form):
    name = forms.CharField(
        label=_("Your name, to confirm"), max_length=24, widget=forms.TextInput({"autocomplete": "off"})
    )

    def __init__(self, *args: Any, current: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self._current = current

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name != self._current:
            raise forms.ValidationError(_("This is not your name."))
        return name


class ClaimForm(forms.Form):
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        required=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if password:
            get_adapter().clean_password(password)
        return password
