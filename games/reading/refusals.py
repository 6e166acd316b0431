"""Refusals of those who ask for a game."""

from games.refusals import Invalid, NotFound, ServerRefusal


class NoSuchGame(NotFound):
    text = "There is no game with this id."


class NotFinished(ServerRefusal):
    title = "The game is not finished."
    text = "The table is {status}; this is possible only after the game has finished."


class NotSeated(ServerRefusal):
    status = 403
    text = "You do not have a seat at this table."


class AlreadySeated(ServerRefusal):
    title = "You already have a seat at this table."
    text = "You already have seat {seat} at this table."


class PlaysHere(AlreadySeated):
    """A player of a game cannot audit it."""

    text = "{player} plays in this game."


class NoSuchPastPoint(Invalid):
    text = "The game has no such moment."
