"""Make the rows of games and seats again from the log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from games import store
from games.folding import Folded, fold
from games.models import Game
from games.projection import DERIVED, project_game, save_seats


class Command(BaseCommand):
    help = "Derive the rows of games and seats anew from their events; who sits where stays as it is."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="GAME", help="Only these games, by id.")

    def handle(self, *args: Any, **options: Any) -> None:
        games = Game.objects.order_by("created_at").values_list("id", flat=True)
        if options["games"]:
            games = games.filter(id__in=options["games"])
        count = 0
        for game_id in games.iterator():
            rebuild(game_id)
            count += 1
        self.stdout.write(f"{count} games rebuilt.")


@transaction.atomic
def rebuild(game_id: Any) -> None:
    game = Game.objects.select_for_update().get(pk=game_id)
    folded = fold(Folded(), store.rows_of(game_id))
    project_game(game, folded)
    game.save(update_fields=DERIVED)
    save_seats(game, folded)
