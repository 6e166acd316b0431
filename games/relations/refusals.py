"""Refusals around friends and blocks."""

from games.refusals import ServerRefusal


class NotYourself(ServerRefusal):
    text = "This is you; name another player."


class BlockedByYou(ServerRefusal):
    title = "You have blocked this player."
    text = "You have blocked {player}; unblock them first."


class TooManyInList(ServerRefusal):
    title = "The list is full."
    text = "This list can have {most} players; remove one first."
