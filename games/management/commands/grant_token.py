"""Creates a token on behalf of the operator, the only way to get the scope `audit`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts.models import Scope
from games.accounts.refusals import TooManyTokens
from games.accounts.selectors import player_get
from games.accounts.services import token_create


class Command(BaseCommand):
    help = "Create a token with any scopes for a player and print it."

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
            raise CommandError(f"{player.name} has reached the limit of tokens.") from None
        self.stdout.write(plain)
