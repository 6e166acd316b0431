from games.models.accounts import Player, Scope, Token

__all__ = ["Player", "Scope", "Token"]
