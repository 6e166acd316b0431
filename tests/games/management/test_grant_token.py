"""The operator's way to the scope audit."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.accounts.models import Token
from games.accounts.services import MAX_TOKENS, token_create
from tests.support.accounts import bearer, signed_up

pytestmark = pytest.mark.django_db


def grant(*words: str) -> str:
    out = StringIO()
    call_command("grant_token", *words, stdout=out, reason="audits the league")
    return out.getvalue().strip()


def test_a_player_gets_a_token_that_may_audit(api):
    signed_up("ada")
    plain = grant("ADA", "games:read", "audit")

    assert api.get("/api/v1/me", headers=bearer(plain)).json()["token"]["scopes"] == ["games:read", "audit"]


@pytest.mark.parametrize("words", [("bob", "audit"), ("ada", "fly"), ("ada",)])
def test_a_wrong_word_makes_no_token(words):
    signed_up("ada")

    with pytest.raises(CommandError):
        grant(*words)
    assert Token.objects.count() == 1


def test_the_operator_is_told_when_there_are_too_many(api):
    player, _ = signed_up("ada")
    for number in range(MAX_TOKENS - 1):
        token_create(player, name=f"token {number}", scopes=["games:read"])

    with pytest.raises(CommandError, match="the limit of tokens"):
        grant("ada", "audit")
