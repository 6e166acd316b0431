"""Lists and releases parked games."""

from contextlib import suppress
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.log.models import Game
from games.management.deeds import ask_who, operator_of
from games.operations.moderation import Deed, NotDone, release
from games.work.attempts import games_parked
from games.work.models import Setback

NONE: Final = "No game is parked."


class Command(BaseCommand):
    help = (
        "List the parked games with the reason and the time of the next attempt, "
        "or release one or all for an attempt now."
    )
    deeds = (Deed.RELEASE,)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--release", metavar="GAME", help="The id of a game, or `all`.")
        ask_who(parser, reason="parked")

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
        by = operator_of(options)
        for game in Game.objects.filter(pk__in=[one.game_id for one in found]):
            with suppress(NotDone):  # somebody else has
                release(game, by)
            self.stdout.write(f"{game.pk}  released")

    def _list(self, parked: list[Setback]) -> None:
        if not parked:
            self.stdout.write(NONE)
        for one in parked:
            since, until = f"{one.since:%Y-%m-%d %H:%M}", f"{one.retry_at:%Y-%m-%d %H:%M}"
            self.stdout.write(f"{one.game_id}  {one.work} since {since}, retry at {until}  {one.because}")
