"""The form of an app. What is valid is decided by the bodies of the API."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.oauth.models import MAX_URI_LENGTH, App
from games.oauth.serializers import AppBody, AppChangeBody


class AppForm(forms.Form):
    body: type[AppBody | AppChangeBody] = AppChangeBody

    name = forms.CharField(label=_("Name"), max_length=60, help_text=_("Players see it."))
    homepage = forms.CharField(label=_("Homepage"), max_length=MAX_URI_LENGTH, required=False)
    redirect_uris = forms.CharField(
        label=_("Redirect URIs"),
        help_text=_("One per line. None if the app only uses the device flow."),
        widget=forms.Textarea(attrs={"rows": 3}),
        required=False,
    )

    @classmethod
    def of(cls, app: App) -> AppForm:
        return cls(
            initial={
                "name": app.name,
                "homepage": app.homepage,
                "redirect_uris": "\n".join(app.redirect_uris),
            }
        )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        wish = {**cleaned, "redirect_uris": cleaned.get("redirect_uris", "").split()}
        checked = self.body(data=wish)
        if not checked.is_valid():
            for field, messages in checked.errors.items():
                if field in self.fields and field not in self.errors:
                    self.add_error(field, _texts(messages))
        return wish


class NewAppForm(AppForm):
    body = AppBody

    confidential = forms.BooleanField(
        label=_("It runs on a server of mine and can keep a secret"), required=False
    )


def _texts(messages: Any) -> list[str]:
    """The errors of a list of addresses come by their places."""
    if isinstance(messages, dict):
        return [str(text) for found in messages.values() for text in found]
    return [str(text) for text in messages]
