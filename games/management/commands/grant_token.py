"""Make a token on the operator's word. Only so can one have the scope `audit`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts.selectors import player_get
from games.accounts.services import token_create
from games.models import Scope
from games.refusals import TooManyTokens


class Command(BaseCommand):
    help = "Make a token with any scopes for a player, and show it once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("player", help="the player's name")
        parser.add_argument("scopes", nargs="+", choices=Scope.values, metavar="scope", help="such as audit")

    def handle(self, *args: Any, **options: Any) -> None:
        player = player_get(options["player"])
        if player is None:
            raise CommandError(f"There is no player {options['player']}.")
        try:
            _, plain = token_create(player, name="granted by the operator", scopes=options["scopes"])
        except TooManyTokens:
            raise CommandError(f"{player.name} has as many tokens as one may have.") from None
        self.stdout.write(plain)
