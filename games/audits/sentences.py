"""What happened, as a player would say it: made from what a viewer may read of an event, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from rules.events import EVENTS

# Where the notation is terse, and for what happens at the table; other events read well as they are noted.
SENTENCES: Final = {
    "game_created": "A table for {ruleset} was opened, with {seats} seats.",
    "seat_taken": "{seat} sat down.",
    "bot_seated": "The bot {bot} sat down in seat {number}.",
    "seat_left": "{seat} got up.",
    "seat_cleared": "Seat {number} was cleared.",
    "game_closed": "The table was closed.",
    "game_started": "The game began.",
    "seat_resigned": "{seat} resigned; {stand_in} plays on.",
    "seat_timed_out": "{seat} ran out of time; {cover} decides.",
    "seat_handed_over": "{seat} ran out of time too often; {stand_in} plays on.",
    "seed_revealed": "The seed was revealed: {seed}.",
    "cards_dealt": "{seat} was dealt {count} cards from {pile}: {cards}.",
    "card_taken": "{seat} took {card} from the market[, to be refilled from {refill}].",
    "card_drawn": "{seat} drew from {pile}: {card}.",
    "market_filled": "The market got {cards}.",
    "market_swept": "The market was swept: {cards}.",
    "last_round_began": "{seat} began the last round.",
    "scoring_began": "Play ended after {reason}.",
    "seat_scored": "{seat} has {total} points.",
    "game_ended": "The game was won by {winners}.",
    "table_set": "The table was set.",
    "pile_shuffled": "The pile {pile} was shuffled: {count} cards.",
    "first_seat_drawn": "Lots were drawn for the first turn.",
    "first_seat_named": "{seat} goes first.",
    "turn_began": "It was the turn of {seat}.",
    "tickets_dealt": "{seat} was dealt {count} tickets, to keep at least {keep}: {tickets}.",
    "tickets_drawn": "{seat} drew {count} tickets, to keep at least {keep}: {tickets}.",
    "route_claimed": "{seat} claimed {route} with {cards} for {points} points.",
}
UNKNOWN: Final = "hidden"
SEATS: Final = ("seat", "winners")


def sentence(entry: Mapping[str, Any], names: Mapping[int, str]) -> str:
    """One sentence for an entry as it is shown to a viewer; `names` has a name for every seat."""
    kind = entry["type"]
    known = {**entry["public"], **entry.get("private", {})}
    shape = EVENTS.by_name.get(kind)
    template = SENTENCES.get(kind) or f"{shape.cls.notation if shape else kind}."
    template = re.sub(r"\[([^\]]*\{(\w+)\}[^\]]*)\]", lambda m: m[1] if m[2] in known else "", template)
    text = re.sub(r"\{(\w+)\}", lambda m: _said(m[1], known, names), template)
    starts_with_name = entry["public"].get("seat") in names and template.startswith("{seat}")
    return text if starts_with_name and not text.startswith("the ") else text[0].upper() + text[1:]


def _said(field: str, known: Mapping[str, Any], names: Mapping[int, str]) -> str:
    if field == "number":
        return str(known["seat"])
    if field not in known:
        return UNKNOWN
    value = known[field]
    if field in SEATS:
        seats = value if isinstance(value, list) else [value]
        return " and ".join(names.get(seat, f"seat {seat}") for seat in seats)
    if isinstance(value, dict):
        return ", ".join(f"{count} {what}" for what, count in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value)
