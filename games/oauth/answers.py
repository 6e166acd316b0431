"""What the API says of apps."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Self
from uuid import UUID

from games.http.answers import UNSET, Absent, Answer, Text, Time, component, list_of, said
from games.http.links import Routes, linked, links_of, shown_links
from games.oauth import models, selectors

LINKS: Final[Routes] = {"self": ("app", "id")}
ALLOWED_LINKS: Final[Routes] = {"self": ("my-app", "id")}
_ID: Final = "4c1f6a0e-2b7d-4f3c-9d3e-5a1b7c8d9e10"
APP: Final = {
    "id": _ID,
    "client_id": _ID,
    "name": "Pocket Trains",
    "homepage": "https://pocket.example.org",
    "redirect_uris": ["https://pocket.example.org/signed-in", "http://127.0.0.1/signed-in"],
    "confidential": False,
    "created_at": "2026-01-31T18:00:00Z",
    "links": shown_links(LINKS, id=_ID),
}
ON_SERVER: Final = {"confidential": True, "redirect_uris": ["https://pocket.example.org/signed-in"]}


class App(Answer):
    id: UUID
    client_id: Annotated[Text, said("What the app calls itself in OAuth; the same as `id`.")]
    name: Text
    homepage: str
    redirect_uris: list[Text]
    confidential: bool
    created_at: Time
    links: Annotated[Any, linked(LINKS)]
    example: ClassVar = ("An app", APP)

    @classmethod
    def of(cls, row: models.App, **more: Any) -> Self:
        return cls.from_row(row, confidential=row.is_confidential, links=links_of(row, LINKS), **more)


class NewApp(App):
    client_secret: Annotated[Absent[Text], said("Only of a confidential app, and shown only this once.")] = (
        UNSET
    )
    example: ClassVar = (
        "Shown once",
        {**APP, **ON_SERVER, "client_secret": "sbs_pN4sHc1m0t9dYk2aXw7eQz5uRb8vLg3fJ6iOxTyC_hE"},
    )


AppList = list_of(App, "One page")


class AllowedApp(Answer):
    id: UUID
    name: Text
    homepage: str
    owner: Annotated[
        Absent[Text], said("The player who registered it; absent if it belongs to this server.")
    ] = UNSET
    scopes: Annotated[list[Annotated[str, component("Scope")]], said("What you have allowed it.")]
    allowed_at: Annotated[Time, said("When you first allowed it.")]
    last_used_at: Annotated[Absent[Time], said("Updated at most once an hour.")] = UNSET
    links: Annotated[Any, linked(ALLOWED_LINKS)]
    example: ClassVar = (
        "One of them",
        {
            **{name: APP[name] for name in ("id", "name", "homepage")},
            "owner": "ada",
            "scopes": ["games:read", "games:play"],
            "allowed_at": "2026-01-31T18:00:00Z",
            "last_used_at": "2026-02-01T09:00:00Z",
            "links": {"self": f"/api/v1/me/apps/{APP['id']}"},
        },
    )

    @classmethod
    def of(cls, found: selectors.AllowedApp) -> AllowedApp:
        return cls.from_row(found, links=links_of(found, ALLOWED_LINKS))


AllowedAppList = list_of(AllowedApp, "One page")
