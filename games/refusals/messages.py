"""Refusals around message boards and private notes."""

from games.refusals.base import ServerRefusal
from games.refusals.requests import NotFound


class NoSuchMessage(NotFound):
    text = "There is no such message."


class TooManyMessages(ServerRefusal):
    title = "Too many messages."
    text = "This would be more than {most} messages: in a minute, or at this table in all."


class NoteChanged(ServerRefusal):
    text = "The note has changed since you have read it."
