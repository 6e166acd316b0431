"""Refusals around exports, imports and audits."""

from typing import Any

from games.refusals import ServerRefusal


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


class HeadMissing(ServerRefusal):
    title = "The log has lost this version."
    text = "The log does not reach version {version} any more, so nothing is signed. An audit says more."


class AuditTooLong(ServerRefusal):
    title = "The log is too long to be audited within a request."
    text = "A log of more than {most} events is audited offline: run python -m proof verify on {export}."


class ReportTooLong(ServerRefusal):
    title = "The logs are too long for one report."
    text = "A report covers games of up to {most} events together, and these have {events}."
