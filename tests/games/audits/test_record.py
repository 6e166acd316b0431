"""The example of a record in the reference."""

from games.audits.answers import RECORD
from proof.record import write_record
from rules.actions import KeepTickets
from tests.support.exports import sound_entries
from tests.support.records import read_record

NAMES = {0: "ada", 1: "bob", 2: "cyd"}


def test_the_example_of_the_reference_can_be_read_and_has_the_tags_of_a_record():
    (example,) = RECORD.examples

    shown = read_record(example.value)

    assert list(shown.tags) == list(read_record(write_record(sound_entries(), NAMES)).tags)
    assert shown.actions == [KeepTickets(seat=0, tickets=("t20",))]
    assert " ; 2026-01-31 18:" in example.value
