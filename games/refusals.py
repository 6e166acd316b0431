"""Every refusal of the server, in the same form as the refusals of the rules."""

from typing import Any, ClassVar

from rules.refusals import Refusal

SERVER_REFUSALS: dict[str, type["ServerRefusal"]] = {}


class ServerRefusal(Refusal):
    """The request is refused with the HTTP status `status`, and nothing has changed.

    A direct subclass is a kind: it has a code and is listed in `SERVER_REFUSALS`. A subclass of a kind is a
    special case of it: it has a sentence of its own and shares everything else, its code included.
    """

    kinds: ClassVar[dict[str, type[Refusal]]] = {}
    rule: ClassVar[str] = ""
    status: ClassVar[int] = 409
    title: ClassVar[str] = ""  # describes the kind; by default its `text`

    def __init_subclass__(cls) -> None:
        if ServerRefusal in cls.__bases__:
            super().__init_subclass__()
            cls.title = cls.title or cls.text
            SERVER_REFUSALS[cls.code] = cls


# -- the caller, and what they ask for ---------------------------------------------------------


class Unauthenticated(ServerRefusal):
    status = 401
    text = "The request needs a valid token."


class PlayerGone(Unauthenticated):
    """Another request has deleted the player while this one was under way."""

    text = "The player of this token is deleted."


class NotFound(ServerRefusal):
    """Also for what the caller may not know of: the two cannot be told apart."""

    status = 404
    text = "Nothing is here."


class NoSuchGame(NotFound):
    text = "There is no such game."


class NoSuchVersion(NotFound):
    text = "The log of this game runs from 1 to {version}."


class NotYetOpened(NotFound):
    text = "This table was opened at {created_at}."


class NoSuchAudit(NotFound):
    text = "There is no such audit."


class NoSuchRuleset(NotFound):
    text = "There is no such ruleset."


class NoSuchPlayer(NotFound):
    text = "There is no player of this name."


class NoSuchToken(NotFound):
    text = "You have no such token."


class NoSuchWebhook(NotFound):
    text = "You have no such webhook."


class NoSuchDelivery(NotFound):
    text = "This webhook has no such delivery."


# -- accounts ----------------------------------------------------------------------------------


class NameTaken(ServerRefusal):
    """Names that differ only in case are the same name."""

    title = "Another player has this name."
    text = "Another player is called {name}."


class TooManyTokens(ServerRefusal):
    title = "The player has as many tokens as one may have."
    text = "You have {most} tokens, the most one may have; revoke one first."


# -- webhooks ----------------------------------------------------------------------------------


class TooManyWebhooks(ServerRefusal):
    title = "The player has as many webhooks as one may have."
    text = "You have {most} webhooks, the most one may have; delete one first."


class NotABot(ServerRefusal):
    text = "Only an account that plays by program is asked for its actions."


class WebhookPaused(ServerRefusal):
    title = "The webhook is paused."
    text = "Resume the webhook first."


class QuestionOver(ServerRefusal):
    title = "The question is over, and is not asked again."
    text = "It has been answered, or is no longer open."


class UrlRefused(ServerRefusal):
    status = 422
    text = "Nothing may be posted to this URL."

    def __init__(self, **data: Any) -> None:
        super().__init__(**{"field": "url", **data})


# -- tables ------------------------------------------------------------------------------------


class StaleVersion(ServerRefusal):
    text = "The table has moved on to version {version}."


class KeyReused(ServerRefusal):
    status = 422
    text = "This Idempotency-Key has already been used for another request."


class TableNotOpen(ServerRefusal):
    text = "The table is {status}; this can be done only while it is open."


class NotPlaying(ServerRefusal):
    text = "The table is {status}; this can be done only while the game is played."


class NotFinished(ServerRefusal):
    text = "The table is {status}; this can be done only when the game is finished."


class NotSeated(ServerRefusal):
    status = 403
    text = "You have no seat at this table."


class NotHost(ServerRefusal):
    status = 403
    text = "Only the host of the table may do this."


class AlreadySeated(ServerRefusal):
    text = "You already have seat {seat} at this table."


class PlaysHere(AlreadySeated):
    """A player of a game cannot audit it."""

    text = "{player} plays in this game."


class SeatNotFree(ServerRefusal):
    text = "This seat is not free; free are {free}."


class TableFull(ServerRefusal):
    text = "Every seat at this table is taken."


class SeatEmpty(ServerRefusal):
    text = "Nobody sits there."


class SeatsEmpty(ServerRefusal):
    text = "These seats are still free: {free}."


class WrongInvite(ServerRefusal):
    status = 403
    text = "This table is private; joining it takes its invite code."


class UnknownBot(ServerRefusal):
    status = 422
    text = "There is no bot {bot}; there are {bots}."


class SeatPlayedByAnother(ServerRefusal):
    code = "seat_handed_over"
    text = "This seat is played by another."


class TimeIsUp(ServerRefusal):
    text = "Your time for this decision is up; a stand-in makes it."


class RematchExists(ServerRefusal):
    text = "A rematch has already been opened: {game}."


# -- audits ------------------------------------------------------------------------------------


class ExportUnreadable(ServerRefusal):
    status = 422
    text = "This is not an export: {problem}."


class ExportUnsound(ServerRefusal):
    status = 422
    text = "This export does not prove a finished game: {check}: {problem}."


class GameExists(ServerRefusal):
    text = "This server has another game of this id."


class AuditTooLong(ServerRefusal):
    text = "More than {most} events are audited in the background: POST {audits}."


class TooManyAudits(ServerRefusal):
    text = "You have {most} audits under way; wait for one of them."
