"""JSON is read in one pass, whatever is in it."""

import pytest

from rules.strict_json import DuplicateMember, members_once


class Name(str):
    """Counts how often it is compared or hashed."""

    __slots__ = ()
    steps = 0

    def __eq__(self, other: object) -> bool:
        Name.steps += 1
        return str.__eq__(self, other)

    def __hash__(self) -> int:
        Name.steps += 1
        return str.__hash__(self)


@pytest.mark.parametrize("twice", [0, -1], ids=["the first", "the last"])
def test_a_double_among_many_members_is_found_in_as_many_steps(twice):
    names = [Name(f"{number:x}") for number in range(2000)]
    Name.steps = 0

    with pytest.raises(DuplicateMember):
        members_once([(name, 0) for name in [*names, names[twice]]])
    assert Name.steps < 8 * len(names)


def test_the_name_of_a_double_is_told_but_not_all_of_a_long_one():
    with pytest.raises(DuplicateMember, match='the member "a" occurs more than once'):
        members_once([("a", 1), ("b", 2), ("a", 3)])
    with pytest.raises(DuplicateMember) as caught:
        members_once([("a" * 60_000, 1), ("a" * 60_000, 2)])
    assert len(str(caught.value)) < 150
