"""The third verifier proves recorded games of every kind, and finds what was spoilt, formula by formula."""

import pytest

from rules.chance import KeyedChance
from tests.golden.record import RECORDINGS
from tests.proof.third.log import CHECKS, Log, failures, report
from tests.properties.forgery.forger import (
    Absent,
    changed,
    counted,
    dropped,
    entry,
    enveloped,
    export_of,
    first,
    key_of,
    last,
    place,
    places,
    remade,
    table_entry,
)
from tests.properties.forgery.recorded import TABLES, recorded
from tests.properties.forgery.spoils_of_signatures import SIGNATURES

CLOCK, PLAIN = "clock", "london-3"


def found(made):
    """What fails, of an export with these entries."""
    return failures(Log(export_of(made)))


@pytest.mark.parametrize("game", [*RECORDINGS, *TABLES])
def test_a_recorded_game_holds(game):
    results = report(Log(export_of(remade(recorded(game)))), CHECKS)

    assert set(results.values()) == {"passed"}


def test_of_a_game_that_is_not_over_it_proves_what_is_public():
    made = remade(recorded(PLAIN)[:60])
    closed = [{name: value for name, value in one.items() if name not in ("private", "salt")} for one in made]

    results = report(Log(export_of(closed)), CHECKS)

    skipped = {name for name, result in results.items() if result == "skipped"}
    assert skipped == {"seed", "shuffles", "results"}
    assert set(results.values()) == {"skipped", "passed"}


# -- what is changed without anything else: by somebody who does not know the seed --------------------


def test_an_entry_that_was_changed_has_another_hash():
    made = remade(recorded(PLAIN))
    entry(made, "turn_began")["public"]["seat"] += 1

    assert "chain" in found(made)


def test_a_hidden_part_that_was_changed_does_not_fit_its_seal():
    made = remade(recorded(PLAIN))
    entry(made, "card_drawn")["private"]["card"] = "gold"

    assert found(made) == ["seals"]


@pytest.mark.parametrize("member", ["game", "ruleset", "commitment", "version", "hash"])
def test_a_header_that_says_otherwise_is_found(member):
    log = Log(export_of(remade(recorded(PLAIN))))
    log.header[member] = "another"

    assert [name for name, result in report(log, CHECKS).items() if result != "passed"] == ["header"]


# -- what a forger changes who makes hashes, salts and seals anew ---------------------------------------


def other_salt(log):
    entry(log, "card_drawn")["salt"] = "5a" * 32


def still_closed(log):
    del entry(log, "card_drawn")["private"]


def other_seed(log):
    last(log, "seed_revealed")["public"]["seed"] = "5a" * 32


def in_capitals(log):
    made = last(log, "seed_revealed")["public"]
    made["seed"] = made["seed"].upper()


def cut_amid(log):
    """A hand-over has to follow."""
    del log[place(log, "seat_handed_over") :]


def other_client_seed(log):
    first(log, "seat_taken")["public"]["client_seed"] = "5a5a"


def seed_of_who_got_up(log):
    """The one who left had given another share; the log says that it had been given by who stayed."""
    gone, stays = [one for one in log if one["type"] == "seat_taken" and one["public"]["seat"] == 0][:2]
    gone["public"]["client_seed"], stays["public"]["client_seed"] = "ada0", "20e0"


def swapped(log):
    order = entry(log, "pile_shuffled")["private"]["order"]
    order[0], order[-1] = order[-1], order[0]


def other_cards(log, nth=1):
    """An order that follows from the key, of cards that are not those of the pile."""
    made = next(
        one
        for one in log
        if one["type"] == "pile_shuffled"
        and one["public"]["pile"] != "tickets"
        and one["public"]["nth"] == nth
    )
    items = ["wild", *made["private"]["order"][1:]]
    items = items if items[0] != made["private"]["order"][0] else ["black", *items[1:]]
    label = f"{made['public']['pile']}#{nth}"
    made["private"]["order"] = [*KeyedChance(key_of(log)).shuffle(label, items)]


def other_discards(log):
    if not [one for one in log if one["type"] == "pile_shuffled" and one["public"]["nth"] == 2]:
        raise Absent
    other_cards(log, nth=2)


def first_seat(log):
    entry(log, "first_seat_drawn")["public"]["order"].reverse()


def untested(log):
    del log[0]["public"]["purpose"]


def backwards(log):
    at = place(log, "card_drawn")
    log[at]["at"] = log[0]["at"]


def other_actor(log):
    made = entry(log, "card_drawn")
    made["actor"] = (made["actor"] + 1) % 2


def asked_during_a_cover(by):
    """The table refuses it, but what is entered has the label that the seat has."""

    def spoil(log):
        at = places(log, "seat_timed_out")[0]
        made = table_entry(log, "pause_proposed", at, log[at]["public"]["seat"], days=1)
        log.insert(at + 1, {**made, "by": by})

    return spoil


def early(log):
    """A time-out a microsecond before the grace is over, as the clock has it."""
    at = place(log, "seat_timed_out")
    log[at]["at"] = log[at - 1]["at"]


def without_grace(log):
    log[0]["public"]["clock"]["per_action"] += 60


def one_strike_less(log):
    log[0]["public"]["clock"]["strikes"] = 1


def other_winner(log):
    ended = last(log, "game_ended")["public"]
    ended["winners"] = [seat for seat in range(log[0]["public"]["seats"]) if seat not in ended["winners"]][:1]


SPOILS = {
    "chain": {"actor": (PLAIN, other_actor), "time": (PLAIN, backwards)},
    "makers": {
        "by a bot": (PLAIN, enveloped("card_drawn", by="bot")),
        "by nobody": (PLAIN, enveloped("card_drawn", by=None)),
        "of the table": (PLAIN, enveloped("turn_began", by="person")),
        "another player": ("no clock", changed("seat_taken", player="bot")),
        "no resignation": ("to the end", dropped("seat_resigned")),
        "no time-out": ("bank", dropped("seat_timed_out")),
        "no return": (CLOCK, dropped("seat_returned")),
        "no hand-over": (CLOCK, dropped("seat_handed_over")),
        "of the table, during a cover": (CLOCK, asked_during_a_cover("person")),
    },
    "clocks": {
        "an early time-out": (CLOCK, early),
        "a longer clock": (CLOCK, without_grace),
        "a strike too few": (CLOCK, one_strike_less),
        "no hand-over": (CLOCK, dropped("seat_handed_over")),
        "an end before it": (CLOCK, cut_amid),
        "a gift": (CLOCK, counted("time_given", "seconds", 7200)),
        "a larger bank": ("bank", lambda log: log[0]["public"]["clock"].update(bank=86_400)),
        "a test table's clock": ("test table", counted("clock_advanced", "seconds", -2)),
    },
    "moves": {
        **{name: ("signed", spoil) for name, spoil in SIGNATURES.items()},
        "a key of which nobody says if it must sign": ("signed", changed("key_changed", signing=None)),
    },
    "seed": {
        "another seed": (PLAIN, other_seed),
        "in capitals": (PLAIN, in_capitals),
        "another commitment": (PLAIN, changed("game_created", commitment="5a" * 32)),
        "no seed": (PLAIN, dropped("seed_revealed")),
    },
    "seals": {"salt": (PLAIN, other_salt), "closed": (PLAIN, still_closed)},
    "shuffles": {
        "order": (PLAIN, swapped),
        "nth": (PLAIN, counted("pile_shuffled", "nth", 1)),
        "count": (PLAIN, counted("pile_shuffled", "count", 1)),
        "first seat": (PLAIN, first_seat),
        "cards of the box": (PLAIN, other_cards),
        "discards": ("berlin-2-hoarding", other_discards),
        "key: client seed": (PLAIN, other_client_seed),
        "key: whose client seed": ("no clock", seed_of_who_got_up),
        "key: test table": ("test table", untested),
    },
    "results": {
        "total": (PLAIN, counted("seat_scored", "total", 1)),
        "winners": (PLAIN, other_winner),
    },
}


@pytest.mark.parametrize(("check", "what"), [(check, what) for check in SPOILS for what in SPOILS[check]])
def test_a_forgery_is_found_by_the_check_of_its_formula(check, what):
    game, spoil = SPOILS[check][what]
    log = recorded(game)
    spoil(log)

    assert check in found(remade(log))


def test_there_is_a_forgery_for_every_check():
    assert {*SPOILS, "header"} == {*CHECKS}


def test_a_cover_counts_for_what_its_seat_does_at_the_table_too():
    log = recorded(CLOCK)
    asked_during_a_cover("cover")(log)

    assert "makers" not in found(remade(log))
