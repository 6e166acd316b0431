"""The links of a game."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Final
from uuid import UUID

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse

from games.http.answers import UNSET, Absent, Answer, Link, said
from games.log.listed import ListedGame
from games.log.models import Game
from rules.table.state import Status


class GameLinks(Answer):
    self: Link
    actions: Link
    events: Link
    seats: Link
    audit: Link
    report: Link
    export: Link
    receipt: Link
    proofs: Link
    diff: Link
    record: Link
    looks: Link
    picture: Link
    stream: Link
    ruleset: Link
    verify: Link
    invite: Annotated[
        Absent[Link],
        said("To pass on: it shows the table and has its code. Only for the host of a private one."),
    ] = UNSET


# Those that have another name than their link.
_ROUTES: Final = {"self": "game", "proofs": "game-proofs", "picture": "table-picture"}
_NOT_BY_ROUTE: Final = ("ruleset", "verify", "invite")
GAME_ROUTES: Final = {
    name: _ROUTES.get(name, name) for name in GameLinks.__struct_fields__ if name not in _NOT_BY_ROUTE
}
_ANY_GAME: Final = UUID(int=0)


@cache
def _patterns() -> dict[str, str]:
    """The links of a game with an id that stands for any: resolving names costs more than all the rest."""
    page = f"{static('client/verify.html')}?game={_ANY_GAME}"  # audits the game in the reader's browser
    return {name: reverse(route, args=[_ANY_GAME]) for name, route in GAME_ROUTES.items()} | {"verify": page}


@cache
def _ruleset_link(name: str) -> str:
    return reverse("ruleset", args=[name])


def links(game: Game | ListedGame) -> GameLinks:
    place, own = str(_ANY_GAME), str(game.id)
    found = {name: pattern.replace(place, own) for name, pattern in _patterns().items()}
    found["stream"] = settings.STREAMS_URL + found["stream"]
    return GameLinks(**found, ruleset=_ruleset_link(game.ruleset))


def host_links(game: Game) -> GameLinks:
    """With the one that the host of a private table can pass on while it is open."""
    found = links(game)
    if game.invite_code and game.status == Status.OPEN:
        found.invite = reverse("invite-link", args=[game.id, game.invite_code])
    return found


def game_links(game_id: UUID) -> dict[str, str]:
    """The links of a message about a game: to view it and to act."""
    return {"game": reverse("game", args=[game_id]), "actions": reverse("actions", args=[game_id])}


def stream_address(route: str, *args: Any) -> str:
    """Absolute if streams are served from another origin; with a proxy they are not."""
    return settings.STREAMS_URL + reverse(route, args=args)
