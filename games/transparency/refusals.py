"""Refusals around the public log."""

from games.refusals import ServerRefusal


class NoSuchCheckpoint(ServerRefusal):
    title = "The public log is not as long."
    text = "The newest checkpoint of the public log has the size {size}."
