"""The checks of one game: header, chain, seats, seed, seals, shuffles and results."""

from collections import Counter

from tests.proof.third.clocks import check_clocks
from tests.proof.third.formulas import (
    Unknown,
    Wrong,
    commitment,
    demand,
    game_key,
    link,
    moment,
    read_object,
    salt_of,
    sealed,
    shuffled,
)
from tests.proof.third.makers import check_makers
from tests.proof.third.moves import check_moves

SEATS = 16  # at most
ENDS = ("seat_scored", "game_ended")
SEEDS = ("seat_taken", "seed_given", "bot_seated", "seat_left", "seat_cleared")
DISCARDED = ("route_claimed", "harbour_built", "market_swept")
TICKETS = ("SCORE-1", "TOUR-1")


class Log:
    def __init__(self, text):
        records = [read_object(line) for line in text.split("\n") if line.strip()]
        demand(len(records) > 1, "not a header and entries")
        self.header, *self.entries = records
        self.created = self.entries[0]["public"]
        demand(self.entries[0]["type"] == "game_created", "the first entry is not game_created")
        demand(type(self.created["seats"]) is int and 1 <= self.created["seats"] <= SEATS, "no such table")

    def of(self, *kinds):
        return [entry for entry in self.entries if entry["type"] in kinds]

    @property
    def seed(self):
        if self.entries[-1]["type"] == "seed_revealed":
            return self.entries[-1]["public"]["seed"]
        demand(not self.of(*ENDS, "seed_revealed"), "the log does not end with the seed")
        raise Unknown("the game is not over")

    @property
    def key(self):
        name = "test" if self.created.get("purpose") == "test" else self.entries[0]["game"]
        return game_key(self.seed, name, client_seeds(self.created["seats"], self.entries))


def client_seeds(seats, entries):
    found = [""] * seats
    for entry in entries:
        if entry["type"] == "game_started":
            break
        if entry["type"] in SEEDS:
            found[entry["public"]["seat"]] = entry["public"].get("client_seed", "")
    return found


def check_header(log):
    last = log.entries[-1]
    due = {"game": log.entries[0]["game"], "version": last["seq"], "hash": last["hash"]}
    due |= {name: log.created[name] for name in ("ruleset", "commitment")}
    demand(due.items() <= log.header.items(), "the header does not repeat the log")


def check_chain(log):
    before, latest, game = "0" * 64, moment(log.entries[0]["at"]), log.entries[0]["game"]
    for number, entry in enumerate(log.entries, start=1):
        demand(
            (entry["seq"], entry["game"], entry["prev"]) == (number, game, before), f"{number}: not the next"
        )
        demand(entry["hash"] == link(before, entry), f"{number}: another hash")
        demand(latest <= moment(entry["at"]), f"{number}: times run backwards")
        demand("actor" not in entry or entry["actor"] == entry["public"]["seat"], f"{number}: another actor")
        before, latest = entry["hash"], moment(entry["at"])


def check_seed(log):
    demand(commitment(log.seed) == log.created["commitment"], "not the seed that was committed to")


def check_seals(log):
    try:
        key = log.key
    except Unknown:
        key = None
    for entry in log.entries:
        demand("sealed" in entry or "private" not in entry, f"{entry['seq']}: hidden without a seal")
        if "sealed" in entry and (key or "private" in entry):
            check_seal(entry, key)


def check_seal(entry, key):
    demand("private" in entry and "salt" in entry, f"{entry['seq']}: the seal is still closed")
    demand(sealed(entry["salt"], entry["private"]) == entry["sealed"]["commit"], f"{entry['seq']}: the seal")
    demand(not key or entry["salt"] == salt_of(key, entry["seq"]).hex(), f"{entry['seq']}: the salt")


def check_shuffles(log):
    """Each order follows from the key, and the items are those that have to be there."""
    key, discards, pile_of = log.key, {}, {}
    times: Counter[str] = Counter()
    for entry in log.entries:
        public = entry["public"]
        if entry["type"] == "table_set":
            discards = {pile: Counter(cards) for pile, cards in public["cards"].items()}
            pile_of = {card: pile for pile, cards in public["cards"].items() for card in cards}
        elif entry["type"] in DISCARDED:
            for card in public["cards"]:
                discards[pile_of[card]][card] += 1
        elif entry["type"] == "first_seat_drawn":
            seats = [str(seat) for seat in range(log.created["seats"])]
            demand(public["order"] == shuffled(key, "first-seat#1", seats), "the lot for the first seat")
        elif entry["type"] == "pile_shuffled":
            check_shuffle(entry, key, times, discards)


def check_shuffle(entry, key, times, discards):
    pile, nth, order = entry["public"]["pile"], entry["public"]["nth"], entry["private"]["order"]
    times[pile] += 1
    demand((nth, entry["public"]["count"]) == (times[pile], len(order)), f"{entry['seq']}: number or count")
    demand(order == shuffled(key, f"{pile}#{nth}", order), f"{entry['seq']}: another order")
    if pile in discards:
        demand(Counter(order) == +discards[pile], f"{entry['seq']}: other cards than the discards")
        discards[pile] = Counter()
    else:
        demand((pile, nth) == ("tickets", 1) and len({*order}) == len(order), f"{entry['seq']}: such a pile")


def check_results(log):
    if not log.of(*ENDS):
        raise Unknown("the game is not over")
    sheets = [entry["public"] for entry in log.of("seat_scored")]
    for sheet in sheets:
        demand(
            sheet["total"] == sum(line["points"] for line in sheet["lines"]),
            f"seat {sheet['seat']}: the total",
        )
    found = ranks([sheet["total"] for sheet in sheets], [completed(sheet["lines"]) for sheet in sheets])
    best = [sheet["seat"] for sheet, rank in zip(sheets, found, strict=True) if rank == 1]
    (ended,) = log.of("game_ended")
    demand(sorted(ended["public"]["winners"]) == sorted(best), "the winners")


def completed(lines):
    return sum(line["rule"] in TICKETS and bool(line["witness"]) for line in lines)


def ranks(points, tickets):
    merits = [*zip(points, tickets, strict=True)]
    return [1 + sum(other > one for other in merits) for one in merits]


CHECKS = {
    "header": check_header,
    "chain": check_chain,
    "makers": check_makers,
    "clocks": check_clocks,
    "moves": check_moves,
    "seed": check_seed,
    "seals": check_seals,
    "shuffles": check_shuffles,
    "results": check_results,
}


def report(log, checks):
    """What each check found: nothing, why it fails, or that it cannot be made."""
    found = {}
    for name, check in checks.items():
        try:
            check(log)
            found[name] = "passed"
        except Unknown:
            found[name] = "skipped"
        except (Wrong, LookupError, TypeError, ValueError, AttributeError) as error:
            found[name] = f"failed: {error}"
    return found


def failures(log):
    return [name for name, result in report(log, CHECKS).items() if result.startswith("failed")]
