from games.models.accounts import Player, Scope, Token
from games.models.games import Event, Game, KeptAnswer, Seat, Seed
from games.models.ratings import Rating, Result

__all__ = ["Event", "Game", "KeptAnswer", "Player", "Rating", "Result", "Scope", "Seat", "Seed", "Token"]
