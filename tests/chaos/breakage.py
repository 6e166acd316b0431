"""Something that does not hold."""

from typing import NamedTuple

KINDS = {
    "lost": "acknowledged, and not in the log",
    "doubled": "carried out more than once",
    "unasked": "in the log, though nobody asked or it was refused",
    "changed": "the log is not what a client was shown of it",
    "leaked": "shown to somebody who may not know it",
    "stuck": "does not go on",
    "log": "fails its audit",
    "stream": "a gap or a double on a stream",
    "notice": "a gap or a difference in the notices of a player",
    "webhook": "an event that was not posted, or not signed",
    "5xx": "a failure other than 503 with Retry-After",
    "refusal": "a request that must be accepted was refused",
    "client": "a client of the harness failed",
    "not back": "the server did not become ready again",
}


class Breakage(NamedTuple):
    kind: str
    what: str
