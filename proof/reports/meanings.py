"""What each check of an audit means, for readers who know neither hashes nor signatures."""

from __future__ import annotations

from typing import Final

MEANINGS: Final = {
    "header": "The first line of the export says of the game what its log says.",
    "head": "The log reaches as far as the server says. Nothing is missing at its end.",
    "log": "The public log, which nobody can change unnoticed, has this game as it is here. So nobody made "
    "this log anew later, or cut off its end.",
    "chain": "Each entry contains the fingerprint of the one before it. So no entry was changed, removed, "
    "inserted or moved afterwards.",
    "table": "Players sat down, the game started and it ended in an order that is possible at a table. "
    "Times never run backwards.",
    "makers": "For each decision the log names who made it: a person, a program, a bot, a stand-in, or a bot "
    "that covered for somebody who ran out of time. That fits who had the seat at that moment.",
    "absences": "Vacations, pauses, extra time and returns followed the agreement of the table. Nobody "
    "decided after the time was up, and nobody was timed out before.",
    "signatures": "What a player has signed with a key of their own nobody else can have played, not even "
    "the server. None is missing where the player demands one. Ask the player whether the key is theirs.",
    "seed": "The server's share in all shuffles is the one it was bound to before anybody sat down.",
    "seals": "What was hidden during the game is what was sealed at that moment. Nobody exchanged a card "
    "later.",
    "shuffles": "Each shuffle was computed again from the server's and the players' shares, with the same "
    "order as in the game. Neither the server nor a player could choose it alone.",
    "actions": "Each decision was taken again by the rules. Each was allowed, and had the consequences that "
    "the log has.",
    "score": "The points were added up again. Totals and winners are those of the log.",
    "receipt": "The server has signed the end of this log. It cannot deny it, and a log that was cut off or "
    "rewritten would not fit.",
    "inclusion": "The end of this log is an entry of the public log, which is the same for everybody.",
    "people": "The players who are named are the ones who sat down, as far as their accounts still exist.",
    "results": "The server shows the points and winners that the log has.",
    "looks": "The list of what auditors have read is whole: each look is chained to the one before it, and "
    "the public log says how many there are.",
    "deeds": "No deed of an operator that the public log has for this table is missing.",
    "seat": "The account that is named is the one that sat down in this seat.",
}
DEEDS: Final = {
    "hide": "an operator took the table out of public lists",
    "show": "an operator put the table back into public lists",
    "close": "an operator closed the table",
    "clear_name": "an operator took the name off the table",
    "unsay": "an operator deleted a message at the table",
    "dismiss": "an operator settled reports of a message at the table",
    "assign_audit": "an operator let an auditor see everything of the game",
    "withdraw_audit": "an operator withdrew an auditor from the game",
    "release": "an operator let the server try again what had failed for the game",
}
CLOCKS: Final = {
    "per_action": "Time for each decision",
    "bank": "Time for all decisions of a player",
    "increment": "More time with each decision",
    "vacation_days": "Vacation of each player",
    "strikes": "A stand-in keeps the seat after",
}
UNITS: Final = {"vacation_days": "day", "strikes": "time-out"}  # the others are in seconds
STAND_INS: Final = {
    "until_return": "until its player takes the seat back",
    "to_the_end": "to the end",
}
SOURCES: Final = {
    "played": "played on this server",
    "import": "an export of another server, which was brought here",
}
OUTCOMES: Final = {"passed": "holds", "failed": "does NOT hold", "skipped": "cannot be checked"}
SOUND: Final = "Everything that can be checked holds."
UNSOUND: Final = (
    "This log does NOT hold. The check that failed says which value stands there and which is due."
)
NOT_OVER: Final = "What can be checked now holds. The game is not over, so the rest is still sealed."


def conclusion(*, sound: bool, over: bool) -> str:
    if not sound:
        return UNSOUND
    return SOUND if over else NOT_OVER
