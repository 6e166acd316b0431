"""Lists and releases parked games."""

from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.play.attempts import game_release

NONE: Final = "No game is parked."


class Command(BaseCommand):
    help = (
        "List the parked games with the reason and the time of the next attempt, "
        "or release one or all for an attempt now."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--release", metavar="GAME", help="The id of a game, or `all`.")

    def handle(self, *args: Any, **options: Any) -> None:
        parked = Game.objects.filter(parked_at__isnull=False).order_by("parked_at")
        wanted = options["release"]
        if wanted is None:
            self._list(list(parked))
            return
        found = [game for game in parked if wanted in ("all", str(game.id))]
        if not found and wanted != "all":
            raise CommandError(f"No parked game has the id {wanted}.")
        if not found:
            self.stdout.write(NONE)
        for game in found:
            game_release(game.id)
            self.stdout.write(f"{game.id}  released")

    def _list(self, parked: list[Game]) -> None:
        if not parked:
            self.stdout.write(NONE)
        for game in parked:
            since, until = f"{game.parked_at:%Y-%m-%d %H:%M}", f"{game.retry_at:%Y-%m-%d %H:%M}"
            self.stdout.write(f"{game.id}  since {since}, retry at {until}  {game.parked_because}")
