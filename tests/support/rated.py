"""Games whose players are rated, played to the end by whoever sits there."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from games.accounts.models import Player
from games.log.models import Game
from games.moves.act import game_act
from games.moves.settlement import game_settle
from games.tables.lobby import TableWish, game_create, game_start, seat_take
from rules import ruleset
from tests.support.tables import bots_play, folded_now


def rated_game(players: list[Player], **wishes: Any) -> Game:
    game = open_game(players, **wishes)
    game_start(game.id, players[0])
    return ended(game.id)


def open_game(players: list[Player], bots: tuple[str, ...] = (), **wishes: Any) -> Game:
    wish = TableWish(**{"ruleset": "london", "seats": len(players) + len(bots), "bots": bots, **wishes})
    game = game_create(players[0], wish).game
    for player in players[1:]:
        seat_take(game.id, player, invite_code=game.invite_code)
    return game


def ended(game_id: UUID) -> Game:
    """Whoever plays, until the game is settled."""
    while folded_now(game_id).to_act:
        bots_play(game_id)
        if folded_now(game_id).people_to_act:
            act_for_people(game_id)
    game_settle(game_id)
    return Game.objects.get(pk=game_id)


def act_for_people(game_id: UUID) -> None:
    folded = folded_now(game_id)
    seat = folded.people_to_act[0]
    options = ruleset(folded.table.ruleset).legal_actions(folded.state, seat)  # type: ignore[arg-type]
    game_act(game_id, next(iter(options)))
