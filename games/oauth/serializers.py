"""The bodies of requests about apps."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlsplit

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from games.accounts.lookalikes import mixes_scripts
from games.accounts.names import is_reserved, names_server
from games.http.bodies import Body
from games.oauth.models import MAX_URI_LENGTH
from games.oauth.redirects import InvalidRedirect, check_redirect

MAX_REDIRECTS: Final = 10
_REDIRECTS_TEXT = (
    "Where a browser may be sent back to, compared exactly: https, http on a loopback address (then with any "
    "port), or a private scheme such as `org.example.app:/`. An app that uses only the device flow has none."
)


class AppName(serializers.CharField):
    def __init__(self, **more: Any) -> None:
        text = "Shown to players. Names that could be mistaken for this server are reserved."
        super().__init__(max_length=60, trim_whitespace=False, help_text=text, **more)

    def to_internal_value(self, data: Any) -> str:
        name: str = super().to_internal_value(data)
        if not name.isprintable() or name != name.strip():
            raise ValidationError(
                "This must consist of printable characters and not begin or end with a space."
            )
        if is_reserved(name) or names_server(name):
            raise ValidationError(
                ErrorDetail(f"The name {name} is reserved. Choose another one.", "reserved")
            )
        if mixes_scripts(name):
            raise ValidationError(ErrorDetail("A word must not mix letters of several alphabets.", "mixed"))
        return name


@extend_schema_field({"type": "string", "format": "uri", "maxLength": MAX_URI_LENGTH})
class Homepage(serializers.CharField):
    def __init__(self, **more: Any) -> None:
        text = "Shown to players: an http or https address."
        super().__init__(max_length=MAX_URI_LENGTH, allow_blank=True, help_text=text, **more)

    def to_internal_value(self, data: Any) -> str:
        url: str = super().to_internal_value(data)
        if url and not _is_web_address(url):
            raise ValidationError("This must be an address that begins with https:// or http://.")
        return url


@extend_schema_field({"type": "string", "format": "uri", "minLength": 1, "maxLength": MAX_URI_LENGTH})
class RedirectUri(serializers.CharField):
    def to_internal_value(self, data: Any) -> str:
        uri: str = super().to_internal_value(data)
        try:
            check_redirect(uri)
        except InvalidRedirect as invalid:
            raise ValidationError(str(invalid)) from None
        return uri


class RedirectUris(serializers.ListField):
    def __init__(self, **more: Any) -> None:
        child = RedirectUri(trim_whitespace=False)
        super().__init__(child=child, max_length=MAX_REDIRECTS, help_text=_REDIRECTS_TEXT, **more)


class AppBody(Body):
    name = AppName()
    homepage = Homepage(required=False)
    redirect_uris = RedirectUris()
    confidential = serializers.BooleanField(
        default=False,
        help_text="Whether the app can keep a secret: only if it runs on a server of yours. An app in a "
        "browser or on a player's machine cannot.",
    )


class AppChangeBody(Body):
    name = AppName(required=False)
    homepage = Homepage(required=False)
    redirect_uris = RedirectUris(required=False)


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and url.isprintable() and " " not in url
