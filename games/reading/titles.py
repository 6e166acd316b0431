"""What a table is called in texts for people."""

from games.log.models import Game
from rules import ruleset


def table_title(game: Game, *, with_name: bool = True) -> str:
    """What is played there and, if the table has a name, that too."""
    title = ruleset(game.ruleset).title
    return f"{game.name} ({title})" if game.name and with_name else title
