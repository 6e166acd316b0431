"""`manage.py verify --all` finds references that lead nowhere, since no constraint guards them."""

from __future__ import annotations

from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from games.audits.models import OperatorDeed
from games.audits.references import SHOWN, dangling, references
from games.log.models import Game
from games.moves.models import KeptOpening
from games.notices.models import Notice
from games.people.models import Person
from games.webhooks.models import Webhook
from tests.support.tables import played_out, started

pytestmark = pytest.mark.django_db


def verify() -> tuple[str, str]:
    out = StringIO()
    try:
        call_command("verify", "--all", "--jobs", "1", stdout=out)
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), ""


def test_the_database_of_a_played_game_has_none():
    played_out()

    assert list(dangling()) == []
    assert verify()[1] == ""


def test_a_game_without_its_rematch_is_reported_with_both_tables_and_the_id():
    game, _ = started()
    nobody = uuid4()
    Game.objects.filter(pk=game.pk).update(rematch=nobody)

    said, refusal = verify()

    assert f"games_game.rematch_id refers to rows of games_game that do not exist: {nobody}" in said
    assert refusal == "The database contains references to rows that do not exist."


def test_a_notice_of_a_game_that_was_removed_is_reported():
    game, (ada, _) = started()
    gone = uuid4()
    Notice.objects.create(player=ada, number=1, kind="x", game_id=gone, at=game.created_at)

    assert [(one.table, one.column, one.missing) for one in dangling()] == [
        ("games_notice", "game_id", [gone])
    ]


def test_no_more_than_a_hundred_are_shown():
    _, (ada, _) = started()
    Notice.objects.bulk_create(
        Notice(player=ada, number=number, kind="x", game_id=uuid4(), at=ada.created_at)
        for number in range(SHOWN + 1)
    )

    (found,) = dangling()

    assert len(found.missing) == SHOWN
    assert str(found).endswith(" and more")


def test_every_reference_without_a_constraint_is_looked_at_except_the_token_of_a_webhook():
    found = {(key.model, key.name) for key in references()}

    for expected in [
        *((Game, "rematch"), (Notice, "game"), (Webhook, "game"), (KeptOpening, "game")),
        *((OperatorDeed, "player"), (OperatorDeed, "game"), (Person, "player")),
    ]:
        assert expected in found
    assert (Webhook, "token") not in found
