"""Evidence of conduct for operators: of one game, or of two players over all their finished public games."""

import json
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts.selectors import player_get
from games.histories.evidence import MOST_GAMES, game_conduct, games_of_both, pair_conduct
from games.models import Game


class Command(BaseCommand):
    help = "Show evidence of conduct, beside its base rates: conduct GAME, or conduct PLAYER OTHER."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("about", nargs="+", help="the id of a game, or the names of two players")

    def handle(self, *args: Any, **options: Any) -> None:
        match options["about"]:
            case [game]:
                found = game_conduct(_game(game))
            case [name, other]:
                found = self._pair(name, other)
            case _:
                raise CommandError("Give the id of a game, or the names of two players.")
        self.stdout.write(json.dumps(found, indent=2))

    def _pair(self, name: str, other: str) -> dict[str, Any]:
        one, two = player_get(name), player_get(other)
        if one is None or two is None:
            raise CommandError("There is no such player.")
        return pair_conduct(one, two, list(games_of_both(Game.objects.all(), one, two)[:MOST_GAMES]))


def _game(text: str) -> Game:
    try:
        game = Game.objects.filter(pk=UUID(text), status=Game.Status.FINISHED).first()
    except ValueError:
        raise CommandError("This is not the id of a game.") from None
    if game is None:
        raise CommandError("There is no such finished game.")
    return game
