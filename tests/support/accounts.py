"""Players and tokens for tests, made by the services themselves."""

from typing import Any

from games.accounts.models import Player
from games.accounts.services import player_create, token_create


def bearer(plain: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {plain}"}


def signed_up(name: str = "ada", *, is_bot: bool = False) -> tuple[Player, dict[str, str]]:
    """A player, and the headers of a request by the first token."""
    player, _, plain = player_create(name=name, is_bot=is_bot)
    return player, bearer(plain)


def token_for(player: Player, *scopes: str, **more: Any) -> dict[str, str]:
    """The headers of a request by one more token."""
    _, plain = token_create(player, name="more", scopes=scopes, **more)
    return bearer(plain)
