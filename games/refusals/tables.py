"""Refusals around tables, seats and games."""

from games.refusals.base import ServerRefusal
from games.refusals.requests import NotFound
from rules.table.seats import TableFull


class NoSuchGame(NotFound):
    text = "There is no game with this id."


class NoSuchRuleset(NotFound):
    text = "There is no ruleset with this id."


class NotFinished(ServerRefusal):
    title = "The game is not finished."
    text = "The table is {status}; this is possible only after the game has finished."


class NotSeated(ServerRefusal):
    status = 403
    text = "You do not have a seat at this table."


class NotHost(ServerRefusal):
    status = 403
    text = "Only the host of the table can do this."


class AlreadySeated(ServerRefusal):
    title = "You already have a seat at this table."
    text = "You already have seat {seat} at this table."


class PlaysHere(AlreadySeated):
    """A player of a game cannot audit it."""

    text = "{player} plays in this game."


class NoSeatForHost(TableFull):
    """A table cannot be opened with a bot in every seat and its host in one of them."""

    text = '{bots:bot} and you do not fit into {seats:seat}; send `"sit": false` for a table of bots alone.'


class UnknownBot(ServerRefusal):
    status = 422
    title = "There is no bot with this name."
    text = "There is no bot named {bot}. Available bots: {bots}."


class BotSettings(UnknownBot):
    """In the arena a bot can be given settings; at a table all bots of one name are equally strong."""

    text = "A bot at a table takes no settings, so {bot} cannot be seated. Available bots: {bots}."


class RematchExists(ServerRefusal):
    title = "This game already has a rematch."
    text = "This game already has a rematch: {game}."


class TooManyOpenTables(ServerRefusal):
    title = "The account has reached its limit of open tables."
    text = "You can host {most} open tables at a time, and you have {current}; start or leave one first."


class TooManyTables(ServerRefusal):
    title = "The account has reached its daily limit of tables."
    text = "You can open {most} tables within 24 hours, and you have opened {current}."


class TooManyGames(ServerRefusal):
    title = "The account has reached its limit of running games."
    text = "You can host {most} running games at a time, and you have {current}."


class TooManyThinkingBots(ServerRefusal):
    title = "The account has reached its limit of games with a bot that searches."
    text = "You can host {most} running games with a bot that searches, and you have {current}."
