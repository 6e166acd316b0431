"""Lists and releases parked games."""

from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.work.attempts import game_release, games_parked
from games.work.models import Setback

NONE: Final = "No game is parked."


class Command(BaseCommand):
    help = (
        "List the parked games with the reason and the time of the next attempt, "
        "or release one or all for an attempt now."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--release", metavar="GAME", help="The id of a game, or `all`.")

    def handle(self, *args: Any, **options: Any) -> None:
        parked = games_parked().order_by("since")
        wanted = options["release"]
        if wanted is None:
            self._list(list(parked))
            return
        found = [one for one in parked if wanted in ("all", str(one.game_id))]
        if not found and wanted != "all":
            raise CommandError(f"No parked game has the id {wanted}.")
        if not found:
            self.stdout.write(NONE)
        for game in dict.fromkeys(one.game_id for one in found):
            game_release(game)
            self.stdout.write(f"{game}  released")

    def _list(self, parked: list[Setback]) -> None:
        if not parked:
            self.stdout.write(NONE)
        for one in parked:
            since, until = f"{one.since:%Y-%m-%d %H:%M}", f"{one.retry_at:%Y-%m-%d %H:%M}"
            self.stdout.write(f"{one.game_id}  {one.work} since {since}, retry at {until}  {one.because}")
