"""Creates a token on behalf of the operator, the only way to get the scope `audit`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts.models import Scope
from games.accounts.refusals import TooManyTokens
from games.accounts.selectors import player_get
from games.management.deeds import ask_who, operator_of
from games.operations.moderation import Deed, NotDone, grant


class Command(BaseCommand):
    help = "Create a token with any scopes for a player and print it."
    deeds = (Deed.GRANT_TOKEN, Deed.GRANT_AUDIT)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("player", help="the player's name")
        parser.add_argument("scopes", nargs="+", choices=Scope.values, metavar="scope", help="such as audit")
        ask_who(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        player = player_get(options["player"])
        if player is None:
            raise CommandError(f"There is no player {options['player']}.")
        try:
            self.stdout.write(grant(player, options["scopes"], operator_of(options)))
        except TooManyTokens:
            raise CommandError(f"{player.name} has reached the limit of tokens.") from None
        except NotDone as refused:
            raise CommandError(str(refused)) from None
