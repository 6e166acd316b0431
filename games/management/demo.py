"""Demo data: an account, a table against bots, and a finished game between bots."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Final

from games.accounts.models import Player, Token
from games.accounts.selectors import player_get
from games.accounts.services import FIRST_SCOPES, player_create, token_create
from games.log import store
from games.log.models import Game
from games.me.revocation import token_end
from games.moves.bot_turns import play_turns
from games.moves.settlement import game_settle
from games.tables.lobby import TableWish, game_create, game_start
from rules.table.fold import Folded

NAME: Final = "demo"
TOKEN_NAME: Final = "demo"  # noqa: S105 – its name, not a token
RULESET: Final = "london"
BOTS: Final = ("planner", "greedy")
BOT_DELAY: Final = 1000  # milliseconds, so that people can follow


@dataclass(frozen=True, slots=True)
class Demo:
    player: Player
    token: str
    table: Game  # at which the account has a seat
    finished: Game  # played by bots alone


def demo_make() -> Demo:
    """Create what is missing. A token cannot be shown again, so the previous one is replaced."""
    player = _player()
    for token in player.tokens.filter(name=TOKEN_NAME):
        token_end(player, token.pk)
    _, plain = token_create(player, name=TOKEN_NAME, scopes=FIRST_SCOPES)
    return Demo(player, plain, _table(player), _finished(player))


def _player() -> Player:
    """The demo account of an earlier run, or a new one. Other accounts with such a name are left alone."""
    for number in count(1):
        name = NAME if number == 1 else f"{NAME}-{number}"
        known = player_get(name)
        if known is None:
            player, token, _ = player_create(name=name)
            Token.objects.filter(pk=token.pk).update(name=TOKEN_NAME)
            return player
        if known.tokens.filter(name=TOKEN_NAME).exists():
            return known
    raise AssertionError("names never end")


def _table(player: Player) -> Game:
    mine = Game.objects.filter(seats__player=player, seats__stand_in="", status=Game.Status.PLAYING)
    if known := mine.order_by("-created_at").first():
        return known
    wish = TableWish(ruleset=RULESET, seats=1 + len(BOTS), bots=BOTS, bot_delay=BOT_DELAY)
    return _dealt(player, wish)


def _finished(player: Player) -> Game:
    theirs = Game.objects.filter(host=player, status=Game.Status.FINISHED).exclude(seats__bot="")
    if known := theirs.order_by("-created_at").first():
        return known
    game = _dealt(player, TableWish(ruleset=RULESET, seats=len(BOTS), bots=BOTS, sit=False))
    while now(game).to_act:  # in this process, even if no worker is running
        play_turns(game.id)
    game_settle(game.id)
    game.refresh_from_db()
    return game


def _dealt(player: Player, wish: TableWish) -> Game:
    game = game_create(player, wish).game
    game_start(game.id, player)
    game.refresh_from_db()
    return game


def now(game: Game) -> Folded:
    game.refresh_from_db()
    return store.states.load(game.id, game.version)
