"""Refusals around test tables."""

from games.refusals.base import ServerRefusal


class TooManyTestTables(ServerRefusal):
    title = "The account has reached its daily limit of test tables."
    text = "You can open {most} test tables within 24 hours, and you have opened {current}."


class TestActionRefused(ServerRefusal):
    """One of the initial actions of a test table is refused. The table was not opened."""

    title = "An action of the test table is refused."
    text = "The action at index {index} is refused: {reason}"


class NoBotThere(ServerRefusal):
    status = 422
    title = "A script is for a seat without a bot."
    text = "Seat {seat} does not have a bot that could follow a script."
