"""Refusals around message boards and private notes."""

from games.refusals import NotFound, ServerRefusal


class NoSuchMessage(NotFound):
    text = "There is no such message."


class TooManyMessages(ServerRefusal):
    title = "Too many messages."
    text = "A table can have {most} messages."


class TooManyInAMinute(TooManyMessages):
    text = "You can write {most} messages at a table in a minute."


class TooManyInADay(TooManyMessages):
    text = "You can write {most} messages in 24 hours, at all tables together."


class NoteChanged(ServerRefusal):
    text = "The note has changed since you have read it."
