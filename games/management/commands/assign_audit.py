"""Assigns an auditor to a game. Each access is recorded, and players can read the record after the end."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts.selectors import player_get
from games.log.models import Game
from games.reading.access_log import audit_assign, audit_withdraw
from games.reading.refusals import PlaysHere


class Command(BaseCommand):
    help = "Let a player with a token of the scope audit see everything of a game."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("player", help="the auditor's name")
        parser.add_argument("game", type=UUID, help="the game's id")
        parser.add_argument("--withdraw", action="store_true", help="Withdraw the assignment.")

    def handle(self, *args: Any, **options: Any) -> None:
        player, game = player_get(options["player"]), Game.objects.filter(pk=options["game"]).first()
        if player is None or game is None:
            raise CommandError("There is no such player." if player is None else "There is no such game.")
        if options["withdraw"]:
            if not audit_withdraw(game, player):
                raise CommandError(f"{player.name} is not assigned to this game.")
            self.stdout.write(f"{player.name} no longer audits {game.id}.")
            return
        try:
            audit_assign(game, player)
        except PlaysHere as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"{player.name} audits {game.id}.")
