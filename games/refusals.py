"""Why not, at a table: refusals beside those of the rules, in the same form."""

from typing import ClassVar

from rules.refusals import Refusal

TABLE_REFUSALS: dict[str, type[Refusal]] = {}


class TableRefusal(Refusal):
    """`status` is the HTTP status it is answered with."""

    kinds: ClassVar[dict[str, type[Refusal]]] = TABLE_REFUSALS
    rule: ClassVar[str] = ""
    status: ClassVar[int] = 409


class StaleVersion(TableRefusal):
    text = "The table has moved on to version {version}."


class KeyReused(TableRefusal):
    status = 422
    text = "This Idempotency-Key has already been used for another request."


class TableNotOpen(TableRefusal):
    text = "The table is {status}; this can be done only while it is open."


class NotPlaying(TableRefusal):
    text = "The table is {status}; this can be done only while the game is played."


class NotFinished(TableRefusal):
    text = "The table is {status}; this can be done only when the game is finished."


class NotSeated(TableRefusal):
    status = 403
    text = "You have no seat at this table."


class NotHost(TableRefusal):
    status = 403
    text = "Only the host of the table may do this."


class AlreadySeated(TableRefusal):
    text = "You already have seat {seat} at this table."


class SeatNotFree(TableRefusal):
    text = "This seat is not free; free are {free}."


class TableFull(TableRefusal):
    text = "Every seat at this table is taken."


class SeatEmpty(TableRefusal):
    text = "Nobody sits there."


class SeatsEmpty(TableRefusal):
    text = "These seats are still free: {free}."


class WrongInvite(TableRefusal):
    status = 403
    text = "This table is private; joining it takes its invite code."


class UnknownBot(TableRefusal):
    status = 422
    text = "There is no bot {bot}; there are {bots}."


class SeatHandedOver(TableRefusal):
    text = "This seat is played by another."


class TimeIsUp(TableRefusal):
    text = "Your time for this decision is up; a stand-in makes it."


class ExportUnreadable(TableRefusal):
    status = 422
    text = "This is no export: {problem}."


class ExportUnsound(TableRefusal):
    status = 422
    text = "This export does not prove a finished game: {check}: {problem}."


class GameExists(TableRefusal):
    text = "This server has another game of this id."


class AuditTooLong(TableRefusal):
    text = "More than {most} events are audited in the background: POST {audits}."


class TooManyAudits(TableRefusal):
    text = "You have {most} audits under way; wait for one of them."


class RematchExists(TableRefusal):
    text = "A rematch has already been opened: {game}."
