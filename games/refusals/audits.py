"""Refusals around exports, imports and audits."""

from typing import Any

from games.refusals.base import ServerRefusal
from games.refusals.requests import NotFound


class NoSuchAudit(NotFound):
    text = "You have no audit of this game with this id."


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


class ReportTooLong(ServerRefusal):
    title = "The logs are too long for one report."
    text = "A report covers games of up to {most} events together, and these have {events}."


class NotAssigned(ServerRefusal):
    status = 403
    title = "You are not assigned to audit this game."
    text = "Only auditors who are assigned to this game may see this."


class TooManyAudits(ServerRefusal):
    title = "Too many audits are in progress, or were ordered in a day."
    text = "You already have {most} audits in progress; wait for one to finish."


class TooManyAuditsInADay(TooManyAudits):
    text = "You can order {most} audits in 24 hours, and you have ordered {current}."


class NoSuchCheckpoint(ServerRefusal):
    title = "The public log is not as long."
    text = "The newest checkpoint of the public log has the size {size}."


class NoSuchDataset(NotFound):
    text = "There is no data set with this name."


class NotInTheLog(ServerRefusal):
    title = "It is not in the public log yet."
    text = "The data set {name} is not in the public log yet; ask again in a minute."
