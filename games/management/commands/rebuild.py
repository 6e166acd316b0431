"""Rebuilds the rows of games and seats from the log."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.log import store
from games.log.fold import Folded, fold
from games.log.projection import DERIVED, project_game, save_seats
from games.models import Game


class Command(BaseCommand):
    help = "Rebuild the rows of games and seats from their events. Players keep their seats."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="Only these games, by id.")

    def handle(self, *args: Any, **options: Any) -> None:
        games = (
            options["games"] or Game.objects.order_by("created_at").values_list("id", flat=True).iterator()
        )
        count = 0
        for game_id in games:
            rebuild(game_id)
            count += 1
        self.stdout.write(f"{count} games rebuilt.")


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
