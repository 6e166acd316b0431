"""Finds a game together with what its viewer may see. Every read of a game goes through here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from uuid import UUID

from games.accounts.models import Player
from games.log import store
from games.log.models import Game
from games.log.sql import GameAndPeople, game_and_people
from games.log.viewer import Viewer
from games.reading.access_log import is_assigned
from games.reading.guests import is_invited
from games.reading.refusals import NoSuchGame, NotFinished
from games.reading.selectors import PastPoint, version_at
from rules.table.fold import Folded


@dataclass(frozen=True, slots=True)
class VisibleGame:
    """A game, its people by seat, and a viewer who may see it."""

    game: Game
    people: dict[int, Player]
    viewer: Viewer

    def folded(self, at: PastPoint | None = None) -> Folded:
        """The game at this version; None: at its current one."""
        if at is None:
            return store.states.load(self.game.id, self.game.version)
        return store.as_of(self.game.id, version_at(self.game, at))

    def opened(self) -> VisibleGame:
        """The same game with every hand open at every moment: for everyone, but only after the end."""
        now = self.folded()
        if not now.is_finished:
            raise NotFinished(status=now.status)
        return replace(self, viewer=replace(self.viewer, sees_all=True))


def game_find(
    game_id: UUID, player: Player | None, *, audits: bool = False, row: GameAndPeople | None = None
) -> VisibleGame | None:
    """The game as this player may see it; None if they may not or it does not exist.

    `audits`: the token has the scope to see everything of assigned games. A player of a game sees what
    their seat sees, assigned or not. `row`: the game, if it has just been read.
    """
    row = row or game_and_people(game_id)
    if row is None:
        return None
    game, people = row
    seat = seat_among(people, player)
    sees_all = audits and seat is None and is_assigned(game, player)
    viewer = Viewer(player, seat, sees_all)
    return VisibleGame(game, people, viewer) if is_visible(game, viewer) else None


def game_get(
    game_id: UUID, player: Player | None, *, audits: bool = False, row: GameAndPeople | None = None
) -> VisibleGame:
    found = game_find(game_id, player, audits=audits, row=row)
    if found is None:
        raise NoSuchGame
    return found


def seat_among(people: dict[int, Player], player: Player | None) -> int | None:
    return next((seat for seat, other in people.items() if other == player), None)


def is_visible(game: Game, viewer: Viewer) -> bool:
    """A private game exists only for its players, its host, its auditors and, while open, those invited."""
    return is_visible_uninvited(game, viewer) or is_invited(game, viewer.player)


def is_visible_uninvited(game: Game, viewer: Viewer) -> bool:
    """The part of `is_visible` that needs no query."""
    if game.visibility != Game.Visibility.PRIVATE:
        return True
    return viewer.seat is not None or viewer.sees_all or is_host(game, viewer.player)


def private_among(games: Iterable[UUID | None]) -> set[UUID]:
    """Those of these games that do not exist for a stranger."""
    found = Game.objects.filter(pk__in=list(games), visibility=Game.Visibility.PRIVATE)
    return set(found.values_list("pk", flat=True))


def check_visible(game: Game, viewer: Viewer) -> None:
    if not is_visible(game, viewer):
        raise NoSuchGame


def is_host(game: Game, player: Player | None) -> bool:
    return player is not None and game.host_id == player.pk
