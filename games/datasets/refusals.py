"""Refusals around data sets."""

from games.refusals import NotFound, ServerRefusal


class NoSuchDataset(NotFound):
    text = "There is no data set with this name."


class NotInTheLog(ServerRefusal):
    title = "It is not in the public log yet."
    text = "The data set {name} is not in the public log yet; ask again in a minute."
