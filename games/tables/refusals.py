"""Refusals around tables: seats, test tables and invitations."""

from games.refusals import NotFound, ServerRefusal
from rules.table.seats import TableFull


class NotHost(ServerRefusal):
    status = 403
    text = "Only the host of the table can do this."


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


class TooManyTestTables(ServerRefusal):
    title = "The account has reached its daily limit of test tables."
    text = "You can open {most} test tables within 24 hours, and you have opened {current}."


class TestActionRefused(ServerRefusal):
    """One of the initial actions of a test table is refused. The table was not opened."""

    title = "An action of the test table is refused."
    text = "The action at index {index} is refused: {reason}"


class NoSuchInvitation(NotFound):
    text = "There is no open invitation like this."


class InvitesSelf(ServerRefusal):
    text = "You cannot invite yourself; take a seat instead."


class InvitationDeclined(ServerRefusal):
    title = "The player has declined to sit down at this table."
    text = "{player} has declined to sit down at this table."


class InvitationRefused(ServerRefusal):
    """Because of a block, or because the player is invited by friends only: one is not told which."""

    status = 403
    text = "This player does not accept invitations from you."


class NotWelcome(ServerRefusal):
    """Somebody at the table has blocked the caller or is blocked by them: one is not told who."""

    status = 403
    text = "You cannot sit down at this table."


class NotPrivate(ServerRefusal):
    text = "Only a private table has an invite code."


class TooManyInvitations(ServerRefusal):
    title = "The account has reached its daily limit of invitations."
    text = "You can send {most} invitations within 24 hours, and you have sent {current}."
