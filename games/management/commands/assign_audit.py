"""Assigns an auditor to a game. Each access is recorded, and players can read the record after the end."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts.selectors import player_get
from games.log.models import Game
from games.management.deeds import ask_who, operator_of
from games.operations.moderation import Deed, NotDone, assign, withdraw
from games.reading.refusals import PlaysHere


class Command(BaseCommand):
    help = "Let a player with a token of the scope audit see everything of a game."
    deeds = (Deed.ASSIGN_AUDIT, Deed.WITHDRAW_AUDIT)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("player", help="the auditor's name")
        parser.add_argument("game", type=UUID, help="the game's id")
        parser.add_argument("--withdraw", action="store_true", help="Withdraw the assignment.")
        ask_who(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        player, game = player_get(options["player"]), Game.objects.filter(pk=options["game"]).first()
        if player is None or game is None:
            raise CommandError("There is no such player." if player is None else "There is no such game.")
        ends = options["withdraw"]
        try:
            (withdraw if ends else assign)(game, player, operator_of(options))
        except (NotDone, PlaysHere) as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"{player.name} {'no longer audits' if ends else 'audits'} {game.id}.")
