"""A game beside the public log: what was entered there decides, and nothing may be kept back."""

from datetime import timedelta

from tests.proof.third.formulas import Unknown, demand, moment
from tests.proof.third.signed import blinded

DELAY, HOUR = timedelta(minutes=5), timedelta(hours=1)
ENDS = ("seed_revealed", "game_closed")


def check_published(log, entries, read_at):
    """`entries`: all of the public log when it was read, each proved by its root."""
    if log.created.get("purpose") == "test":
        raise Unknown("test tables are not in the public log")
    name, opened, heads = blinded(log.header.get("import", log.header["game"])), False, set()
    for index, said in enumerate(entries):
        if said.get("game") != name:
            continue
        if said["kind"] == "game_opened":
            check_opening(log, said, index)
            opened = True
        elif said["kind"] in ("game_head", "game_imported"):
            check_entered(log.entries, said)
            heads.add(said["version"])
    if log.header["source"] == "played":
        check_due(opened, moment(log.entries[0]["at"]) + DELAY, read_at)
        check_due(len(log.entries) in heads or not log.of(*ENDS), end_due(log), read_at)


def check_opening(log, said, index):
    demand(said["commitment"] == log.created["commitment"], "another commitment was published")
    demand(said["at"] == log.entries[0]["at"], "opened at another time")
    for started in log.of("game_started"):
        place = started["public"].get("log", {"index": index, "size": index + 1})
        demand(place["index"] == index < place["size"], "the opening stands elsewhere")


def check_entered(entries, said):
    demand(said["version"] <= len(entries), "the end of the log is missing")
    demand(entries[said["version"] - 1]["hash"] == said["hash"], "the log was made anew")


def end_due(log):
    """By when the end is there; that of a private game enters when its hour is over."""
    at = moment(log.entries[-1]["at"])
    if log.created["visibility"] == "private":
        at = at.replace(minute=0, second=0, microsecond=0) + HOUR
    return at + DELAY


def check_due(is_there, due, read_at):
    demand(is_there or read_at < due, f"kept back: it had to be in the public log by {due}")
    if not is_there:
        raise Unknown(f"not there yet; it is due by {due}")
