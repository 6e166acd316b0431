"""Turns failures of the database into 503: they are not the fault of the request, which may be retried."""

from __future__ import annotations

import logging
from typing import Final

from games.failures import Unreadable, is_database_failure, is_missing_node
from games.http.problems import UNAVAILABLE, Problem

logger = logging.getLogger("signalbox.unavailable")

RETRY_SECONDS: Final = 2
SAFE: Final = ("GET", "HEAD", "OPTIONS")
RETRY_UNREADABLE_SECONDS: Final = 60
UNREADABLE: Final = (
    "This game cannot be decrypted at the moment, and nothing was changed. Other games are not affected; "
    "the operator finds the reason in the log."
)
READING: Final = "The database is not available at the moment, or all its connections are in use."
NODE_AWAY: Final = (
    "The node of the database that has the rows of this request is not available at the moment. Games on "
    "other nodes are not affected."
)
UNCERTAIN: Final = (
    "It is unknown whether the request was carried out: send it again with the same Idempotency-Key, or look "
    "before you repeat it without one."
)


def problem_of_failure(error: BaseException | None, method: str | None) -> Problem | None:
    """None if it is not a failure of the database, or of what one game has in it.

    If the connection is lost during a commit, the outcome is unknown. A client can only retry, so the advice
    is the same for every request that writes.
    """
    if isinstance(error, Unreadable):
        logger.error("a game cannot be read: %s", error)
        return Problem(UNAVAILABLE, UNREADABLE, retry_after=RETRY_UNREADABLE_SECONDS)
    if error is None or not is_database_failure(error):
        return None
    logger.warning("the database failed: %s: %s", type(error).__name__, str(error).strip())
    reason = NODE_AWAY if is_missing_node(error) else READING
    advice = "" if method in SAFE else f" {UNCERTAIN}"
    return Problem(UNAVAILABLE, reason + advice, retry_after=RETRY_SECONDS)
