from games.models.accounts import Player, Scope, Token
from games.models.games import Event, Game, KeptAnswer, Seat, Seed

__all__ = ["Event", "Game", "KeptAnswer", "Player", "Scope", "Seat", "Seed", "Token"]
