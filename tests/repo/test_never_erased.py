"""Logs and the public log are never erased, so nothing personal may stand in them.

Each field is listed here with the reason why it names nobody. A new one fails until somebody has thought
about it. Texts that a client makes up have no place among them.
"""

from typing import Final

import pytest

from games.transparency.announcements import TOLD
from proof.chain import MEMBERS
from rules.events import EVENTS
from rules.table.base import TABLE_EVENTS, NotDue
from rules.table.seats import CLIENT_SEED, check_seed

IMPERSONAL: Final = {
    "numbers of seats": {"seat", "receiver", "winners"},
    "pieces, cards and places of a board": {
        *(
            "box",
            "card",
            "cards",
            "fleet",
            "get",
            "give",
            "goods",
            "market",
            "order",
            "pieces",
            "pile",
            "place",
        ),
        *("refill", "returned", "route", "ships", "slot", "slots", "tickets", "trains"),
    },
    "points, sizes and counts": {
        *("count", "draws", "keep", "lines", "nth", "points", "seats", "total", "turns"),
    },
    "words that the rules offer": {
        *("options", "player", "purpose", "reason", "ruleset", "stand_ins", "visibility"),
    },
    "names of the server's own bots": {"bot", "cover", "stand_in"},
    "times of clocks": {"bot_delay", "clock", "days", "seconds"},
    "random numbers": {"seed"},
    "random numbers of players, by their form": {"client_seed"},
    "hashes of random numbers": {"commitment"},
    "salted hashes whose salt is deleted with the account": {"account"},
    "places of entries in the public log": {"log"},
    "public keys of players, who were told that all their games have them": {"key"},
    "whether each move is to be signed, in a word": {"signing"},
    "random ids of games": {"rematch_of"},
}
ENVELOPE: Final = {"game", "seq", "type", "v", "actor", "by", "at", "public", "sealed", "signature"}
LEAVES: Final = {
    "blinded ids of games": {"game"},
    "of games and data sets": {"version", "hash", "status", "name", "bytes", "sha256"},
    "how many looks there are, beside their last hash": {"count"},
    "hashes of random numbers": {"commitment"},
    "keys of the server": {"vkey"},
    "words for what operators do": {"deed"},
}


def test_every_field_of_an_event_is_known_to_name_nobody():
    found = {
        field
        for kinds in (EVENTS, TABLE_EVENTS)
        for shape in kinds.by_name.values()
        for field in shape.fields
    }

    assert found - set().union(*IMPERSONAL.values()) == set()
    assert set(MEMBERS) == ENVELOPE


def test_every_member_of_an_entry_of_the_public_log_is_known_to_name_nobody():
    assert set().union(*TOLD.values()) == set().union(*LEAVES.values())


@pytest.mark.parametrize("text", ["ada", "ada@example.org", "Ada Lovelace", "", "0" * 66, "ADA0"])
def test_a_client_seed_has_no_room_for_a_name(text):
    assert not CLIENT_SEED.fullmatch(text)
    with pytest.raises(NotDue):
        check_seed(text)
