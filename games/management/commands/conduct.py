"""Evidence of conduct for operators: of one game, or of two players over their games. Each look is a deed."""

import getpass
import json
from collections import Counter
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts.selectors import player_get
from games.histories.evidence import MOST_GAMES, game_conduct, games_of_both, pair_conduct
from games.models import Game
from games.operations.moderation import NotDone, Operator, inspect

Plain = dict[str, Any]


class Command(BaseCommand):
    help = (
        "Show evidence of conduct, beside its base rates: conduct GAME, or conduct PLAYER OTHER over the "
        f"newest {MOST_GAMES} finished games of both. Private games count too, test tables and imports do "
        "not. The base rates are those of public games. The operator log keeps who looked at which game, "
        "and why."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("about", nargs="+", help="the id of a game, or the names of two players")
        parser.add_argument("--reason", required=True, help="kept in the operator log")
        parser.add_argument("--operator", default=getpass.getuser(), help="who you are")

    def handle(self, *args: Any, **options: Any) -> None:
        by = Operator(options["operator"], options["reason"])
        try:
            found = self._found(options["about"], by)
        except NotDone as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(json.dumps(found, indent=2))

    def _found(self, about: list[str], by: Operator) -> Plain:
        match about:
            case [text]:
                game = _game(text)
                self._record([game], by)
                return game_conduct(game)
            case [name, other]:
                return self._pair(name, other, by)
        raise CommandError("Give the id of a game, or the names of two players.")

    def _pair(self, name: str, other: str, by: Operator) -> Plain:
        one, two = player_get(name), player_get(other)
        if one is None or two is None:
            raise CommandError("There is no such player.")
        games = list(games_of_both(Game.objects.all(), one, two)[:MOST_GAMES])
        self._record(games, by)
        return pair_conduct(one, two, games)

    def _record(self, games: list[Game], by: Operator) -> None:
        """And say what is counted, apart from the answer."""
        inspect(games, by)
        kinds = Counter(game.visibility for game in games)
        shown = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items())) or "none"
        self.stderr.write(f"Finished games: {shown}. The operator log has this look at each of them.")


def _game(text: str) -> Game:
    try:
        game = Game.objects.filter(pk=UUID(text), status=Game.Status.FINISHED, test=False).first()
    except ValueError:
        raise CommandError("This is not the id of a game.") from None
    if game is None:
        raise CommandError("There is no such finished game that counts: test tables and imports do not.")
    return game
