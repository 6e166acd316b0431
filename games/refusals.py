"""Every refusal of the server, in the same form as the refusals of the rules."""

from typing import Any, ClassVar

from rules.refusals import Refusal

SERVER_REFUSALS: dict[str, type["ServerRefusal"]] = {}


class ServerRefusal(Refusal):
    """The request is refused with the HTTP status `status`, and nothing has changed.

    A direct subclass is a kind: it has a code and is listed in `SERVER_REFUSALS`. A subclass of a kind is a
    special case of it: it has a text of its own and shares everything else, its code and title included.
    """

    kinds: ClassVar[dict[str, type[Refusal]]] = {}
    rule: ClassVar[str] = ""
    status: ClassVar[int] = 409

    def __init_subclass__(cls) -> None:
        if ServerRefusal in cls.__bases__:
            super().__init_subclass__()
            SERVER_REFUSALS[cls.code] = cls


# -- the request and its caller ----------------------------------------------------------------


class Invalid(ServerRefusal):
    """Invalid fields, listed in `errors`. Bodies and queries are refused in the same form."""

    status = 400
    text = "The request has missing or invalid fields."


class UnreadableAnswer(Invalid):
    """The response of a bot that plays through a URL; the delivery log shows the reason."""

    text = "The answer cannot be read: {problem}."


class NoSuchMoment(Invalid):
    text = "The game has no such moment."


class Unauthenticated(ServerRefusal):
    status = 401
    text = "A valid token is required."


class PlayerGone(Unauthenticated):
    """Another request deleted the player while this one was running."""

    text = "The account of this token has been deleted."


class Suspended(ServerRefusal):
    status = 403
    text = "An operator has suspended this account."


class NotFound(ServerRefusal):
    """Also for what the caller may not see: the two cases must look the same."""

    status = 404
    text = "The resource does not exist."


class NoSuchGame(NotFound):
    text = "There is no game with this id."


class NoSuchAudit(NotFound):
    text = "You have no audit of this game with this id."


class NoSuchRuleset(NotFound):
    text = "There is no ruleset with this id."


class NoSuchPlayer(NotFound):
    text = "There is no player with this name."


class NoSuchToken(NotFound):
    text = "You do not have a token with this id."


class NoSuchApp(NotFound):
    text = "You do not have an app with this id."


class NoSuchWebhook(NotFound):
    text = "You do not have a webhook with this id."


class NoSuchCalendar(NotFound):
    """The same whether there never was one or it has ended."""

    text = "There is no calendar feed here."


class NoSuchPushSubscription(NotFound):
    text = "You do not have a push subscription with this id."


class NoSuchDelivery(NotFound):
    text = "This webhook does not have a delivery with this id."


# -- accounts ----------------------------------------------------------------------------------


class NameTaken(ServerRefusal):
    """Names that differ only in case are the same name."""

    title = "The name is already in use."
    text = "The name {name} is already in use."


class SignsInAlready(ServerRefusal):
    """A token must not become a way around the password."""

    title = "The account can be signed in to already."
    text = "This account has a password or a passkey. Sign in with it, and change it there."


class ExportUnderWay(ServerRefusal):
    text = "Your data is being exported already; try again when that is done."


class TooManyTokens(ServerRefusal):
    title = "The account has reached its limit of tokens."
    text = "An account can have {most} tokens; revoke one first."


class PersonalTokenRequired(ServerRefusal):
    status = 403
    text = "An app cannot create tokens. Use a personal token."


class TooManyApps(ServerRefusal):
    title = "The account has reached its limit of apps."
    text = "An account can have {most} apps; delete one first."


class PublicApp(ServerRefusal):
    text = "This app is not confidential, so it has no secret."


# -- notifications -----------------------------------------------------------------------------


class EmailNotVerified(ServerRefusal):
    text = "You have no verified e-mail address. Add one on the pages of your account."


class PushUnavailable(ServerRefusal):
    text = "This server does not send pushes."


class TooManyPushSubscriptions(ServerRefusal):
    title = "The account has reached its limit of push subscriptions."
    text = "An account can have {most} push subscriptions; delete one first."


class NotYourself(ServerRefusal):
    text = "This is you; name another player."


class BlockedByYou(ServerRefusal):
    title = "You have blocked this player."
    text = "You have blocked {player}; unblock them first."


class TooManyInList(ServerRefusal):
    title = "The list is full."
    text = "This list can have {most} players; remove one first."


# -- webhooks ----------------------------------------------------------------------------------


class TooManyWebhooks(ServerRefusal):
    title = "The account has reached its limit of webhooks."
    text = "An account can have {most} webhooks; delete one first."


class NotABot(ServerRefusal):
    text = "Only a bot account can receive bot.act messages."


class WebhookPaused(ServerRefusal):
    title = "The webhook is paused."
    text = "The webhook is paused; resume it first."


class QuestionOver(ServerRefusal):
    title = "The decision has already been made."
    text = "The decision has been made or is no longer needed."


class UrlRefused(ServerRefusal):
    status = 422
    text = "This server may not call the URL."

    def __init__(self, **data: Any) -> None:
        super().__init__(**{"field": "url", **data})


# -- tables ------------------------------------------------------------------------------------


class StaleVersion(ServerRefusal):
    title = "The game has changed since the version you expected."
    text = "The game has moved on to version {version}."


class KeyReused(ServerRefusal):
    status = 422
    text = "This Idempotency-Key was already used for a different request."


class TableNotOpen(ServerRefusal):
    title = "The table is no longer open."
    text = "The table is {status}; this is possible only while it is open."


class NotPlaying(ServerRefusal):
    title = "The game is not in progress."
    text = "The table is {status}; this is possible only while the game is in progress."


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


class SeatNotFree(ServerRefusal):
    title = "This seat is not free."
    text = "This seat is not free. Free seats: {free}."


class TableFull(ServerRefusal):
    text = "Every seat at this table is taken."


class NoSeatForHost(TableFull):
    """A table cannot be opened with a bot in every seat and its host in one of them."""

    text = '{bots:bot} and you do not fit into {seats:seat}; send `"sit": false` for a table of bots alone.'


class SeatsHeld(ServerRefusal):
    text = "Every free seat at this table is held for an invited player."


class SeatEmpty(ServerRefusal):
    text = "This seat is empty."


class SeatsEmpty(ServerRefusal):
    title = "Some seats are still free."
    text = "These seats are still free: {free}."


class UnknownBot(ServerRefusal):
    status = 422
    title = "There is no bot with this name."
    text = "There is no bot named {bot}. Available bots: {bots}."


class BotSettings(UnknownBot):
    """In the arena a bot can be given settings; at a table all bots of one name are equally strong."""

    text = "A bot at a table takes no settings, so {bot} cannot be seated. Available bots: {bots}."


class SeatPlayedByAnother(ServerRefusal):
    code = "seat_handed_over"
    text = "A stand-in plays this seat."


class TimeIsUp(ServerRefusal):
    text = "Your time for this decision is up; a stand-in will decide."


class NotEnoughVacation(ServerRefusal):
    title = "You do not have so many days of vacation at this table."
    text = "You have {left:day} of vacation left at this table."


class AlreadyAway(ServerRefusal):
    title = "You are away already."
    text = "You are away until {until}; end this vacation first."


class NotAway(ServerRefusal):
    text = "You are not on vacation at this table."


class NoClock(ServerRefusal):
    text = "This table has no clock."


class AlreadyPaused(ServerRefusal):
    title = "The game is paused already."
    text = "The game is paused until {until}."


class PauseProposed(ServerRefusal):
    title = "A pause is proposed already."
    text = "A pause of {days:day} is proposed already; agree to it or decline it first."


class NoPause(ServerRefusal):
    text = "The game is not paused, and no pause is proposed."


class AlreadyAgreed(ServerRefusal):
    text = "You have already agreed to this."


class OwnSeat(ServerRefusal):
    text = "You can give time to others only."


class SeatNotDeciding(ServerRefusal):
    title = "The clock of this seat does not run."
    text = "The clock of seat {seat} does not run."


class NoStandIn(ServerRefusal):
    text = "No stand-in plays your seat."


class StandInStays(ServerRefusal):
    text = "At this table a stand-in plays to the end."


class TooOften(ServerRefusal):
    title = "This is possible only so many times in a game."
    text = "This is possible {most} times in a game."


class RematchExists(ServerRefusal):
    title = "This game already has a rematch."
    text = "This game already has a rematch: {game}."


class TooManyOpenTables(ServerRefusal):
    title = "The account has reached its limit of open tables."
    text = "You can host {most} open tables at a time, and you have {current}; start or leave one first."


class TooManyGames(ServerRefusal):
    title = "The account has reached its limit of running games."
    text = "You can host {most} running games at a time, and you have {current}."


class TooManyThinkingBots(ServerRefusal):
    title = "The account has reached its limit of games with a bot that searches."
    text = "You can host {most} running games with a bot that searches, and you have {current}."


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


class NoSuchMessage(NotFound):
    text = "There is no such message."


class TooManyMessages(ServerRefusal):
    title = "Too many messages."
    text = "This would be more than {most} messages: in a minute, or at this table in all."


class NoteChanged(ServerRefusal):
    text = "The note has changed since you have read it."


class TooManyInvitations(ServerRefusal):
    title = "The account has reached its daily limit of invitations."
    text = "You can send {most} invitations within 24 hours, and you have sent {current}."


# -- test tables -------------------------------------------------------------------------------


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


class NotATestTable(ServerRefusal):
    text = "This is possible only at a test table."


class ClockTooFar(ServerRefusal):
    status = 422
    title = "The clock cannot be moved so far."
    text = "The clock of a test table can be moved by {most:day} in all."


# -- audits ------------------------------------------------------------------------------------


class ExportUnreadable(ServerRefusal):
    status = 422
    title = "This is not an export of a game."
    text = "This is not an export of a game: {problem}."


class ExportUnsound(ServerRefusal):
    status = 422
    title = "The export does not pass the audit."
    text = "The export does not pass the audit. {check}: {problem}."


class ExportUnsoundAt(ExportUnsound):
    """An entry is at fault, not the export as a whole."""

    text = "The export does not pass the audit. {check}, at seq {seq}: {problem}."


class TooManyImports(ServerRefusal):
    status = 429
    title = "The account has reached its limit of imports."
    text = "An account can import {most} games in {hours} hours, and you have imported {current}."

    def __init__(self, *, wait: float, **data: Any) -> None:
        super().__init__(**data)
        self.wait = wait  # seconds, for Retry-After


class TestTableRefused(ServerRefusal):
    status = 422
    text = "This is the log of a test table; only games that count can be imported."


class AuditTooLong(ServerRefusal):
    title = "The log is too long to be audited within a request."
    text = "A log of more than {most} events is audited in the background: POST {audits}."


class TooManyAudits(ServerRefusal):
    title = "Too many audits are in progress."
    text = "You already have {most} audits in progress; wait for one to finish."
