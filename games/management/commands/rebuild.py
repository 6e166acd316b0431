"""Rebuilds the rows of games and seats from the log."""

from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.log import store
from games.log.models import Game
from games.log.projection import DERIVED, project_game, save_seats
from games.management.deeds import ask_who, operator_of
from games.operations.moderation import Deed
from games.ratings.rebuild import ratings_rebuild
from rules.table.fold import Folded, fold

PAGE: Final = 1000


class Command(BaseCommand):
    help = (
        "Rebuild the rows of games and seats from their events. Players keep their seats. "
        "With --ratings, rebuild the results of all games and all ratings instead."
    )
    deeds = (Deed.REBUILD,)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="Only these games, by id.")
        parser.add_argument(
            "--ratings", action="store_true", help="Results and ratings, of all games since the first."
        )
        ask_who(parser, reason="rebuild")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["ratings"] and options["games"]:
            raise CommandError("Each rating follows from all games: name none with --ratings.")
        operator_of(options).record(Deed.REBUILD)  # before it begins: it may be stopped
        if options["ratings"]:
            self.stdout.write(self.ratings())
            return
        count = 0
        for game_id in options["games"] or every_game():
            rebuild(game_id)
            count += 1
        self.stdout.write(f"{count} games rebuilt.")

    def ratings(self) -> str:
        found = ratings_rebuild()
        return (
            f"{found.games} games: the results of {found.results} were others, "
            f"and so were {found.ratings} ratings."
        )


def every_game() -> Iterator[UUID]:
    """In pages by id: a cursor of the server would need a session for as long as all of it takes."""
    games = Game.objects.order_by("id").values_list("id", flat=True)
    page = list(games[:PAGE])
    while page:
        yield from page
        page = list(games.filter(id__gt=page[-1])[:PAGE])


@transaction.atomic
def rebuild(game_id: Any) -> None:
    try:
        game = Game.objects.select_for_update().get(pk=game_id)
    except (Game.DoesNotExist, ValidationError):
        raise CommandError(f"There is no game {game_id}.") from None
    folded = fold(Folded(), store.rows_of(game.id))
    project_game(game, folded)
    game.save(update_fields=DERIVED)
    save_seats(game, folded)
