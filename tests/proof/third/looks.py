"""The looks of auditors at a game, each chained to the one before; the public log has how many there are."""

from tests.proof.third.formulas import canonical, demand, sha256
from tests.proof.third.signed import blinded

MEMBERS = ("number", "at", "what", "version", "account")


def look_link(before, game, look):
    told = canonical({"game": game, **{name: look[name] for name in MEMBERS}})
    return sha256(before.encode() + told).hex()


def check_looks(game, looks, entries):
    """`entries`: all of the public log."""
    before = "0" * 64
    for number, look in enumerate(looks, start=1):
        is_next = (look["number"], look["hash"]) == (number, look_link(before, game, look))
        demand(is_next, f"look {number} was changed, or one before it")
        before = look["hash"]
    for said in entries:
        if (said["kind"], said.get("game")) == ("game_looks", blinded(game)):
            demand(said["count"] <= len(looks), "looks are missing at the end")
            demand(looks[said["count"] - 1]["hash"] == said["hash"], "the list was made anew")
