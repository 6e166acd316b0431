"""The key with which a player signs moves. There is one at a time; old ones are in the logs.

`games.me.keys` sees to it that running games learn of a new one.
"""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils import timezone

from games.accounts.models import MoveKey, Player
from games.accounts.services import player_lock
from rules.table.keys import REQUIRED

OPTIONAL: Final = "optional"
NO_KEY: Final = (None, None)


def key_get(player: Player) -> MoveKey | None:
    return MoveKey.objects.filter(player=player).first()


def key_in_a_log(player: Player) -> tuple[str | None, str | None]:
    """The key and whether it is demanded, as a log has them."""
    found = key_get(player)
    return (found.key, REQUIRED if found.required else OPTIONAL) if found else NO_KEY


@transaction.atomic
def key_set(player: Player, *, key: str, required: bool) -> MoveKey:
    values = {"key": key, "required": required, "set_at": timezone.now()}
    made, _ = MoveKey.objects.update_or_create(player=player_lock(player), defaults=values)
    return made


@transaction.atomic
def key_delete(player: Player) -> None:
    MoveKey.objects.filter(player=player_lock(player)).delete()
