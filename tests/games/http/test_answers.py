"""The document follows from the classes of answers."""

from __future__ import annotations

import msgspec
import pytest

from games.http.answers import Answer
from games.json_schema import components_of
from games.reading.answers import Game
from games.search.answers import FoundGameList


def test_an_answer_that_extends_another_refers_to_it():
    found = components_of(FoundGameList)["FoundGame"]

    assert found["allOf"][0] == {"$ref": "#/components/schemas/GameSummary"}
    assert found["allOf"][1]["required"] == ["actions", "ended", "table"]


def test_an_inline_answer_is_described_where_it_is_a_member():
    found = components_of(Game)

    assert "PauseProposal" not in found
    proposal = found["Game"]["properties"]["pause_proposal"]
    assert proposal["required"] == ["seat", "days", "agreed"]
    assert proposal["description"].startswith("A pause that is proposed")


def test_a_class_that_only_has_the_name_of_an_answer_changes_nothing():
    before = components_of(FoundGameList)

    class FoundGame(msgspec.Struct):
        pass

    assert components_of(FoundGameList) == before
    assert FoundGame in msgspec.Struct.__subclasses__()


class First:
    class Alike(Answer):
        member: int


class Second:
    class Alike(Answer):
        member: str


class Both(Answer):
    one: First.Alike
    other: Second.Alike


@pytest.mark.parametrize("answer", [Both, First.Alike, Second.Alike])
def test_two_answers_of_one_name_are_refused(answer):
    """Each of them alone too: they may be inside the answers of two views."""
    with pytest.raises(ValueError, match="several answers are called Alike: in "):
        components_of(answer)
