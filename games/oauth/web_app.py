"""The server's own app: the web table and the forms of the reference, as they sign in.

Nobody registers it: it is stored when it is first asked for. It is a public client without an owner, so its
players are not asked for consent, and it can send them to no other place than these pages of this server.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from games.oauth.models import App

ID: Final = UUID("51b0a2d4-7e1c-4f0a-9a57-3c8d2f6e1b90")  # `web/index.html` says the same
# Paths: on whichever of its hosts the server is asked.
REDIRECTS: Final = ("/", "/docs/reference")


def web_app() -> App:
    app, _ = App.objects.get_or_create(pk=ID, defaults={"name": "Signalbox", "redirect_uris": [*REDIRECTS]})
    if app.redirect_uris != [*REDIRECTS]:  # stored by another version of the server
        app.redirect_uris = [*REDIRECTS]
        app.save(update_fields=["redirect_uris"])
    return app
