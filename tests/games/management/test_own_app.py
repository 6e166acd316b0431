"""The apps of the server itself."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.oauth.models import App

pytestmark = pytest.mark.django_db


def own_app(*words: str) -> str:
    out = StringIO()
    call_command("own_app", *words, stdout=out)
    return out.getvalue().strip()


def test_it_is_registered_once_and_keeps_its_id():
    first = own_app("Web table", "https://table.example.org/back")
    second = own_app("Web table", "https://table.example.net/back")

    app = App.objects.get()
    assert first == second == app.client_id
    assert (app.redirect_uris, app.is_first_party) == (["https://table.example.net/back"], True)


def test_a_wrong_address_registers_nothing():
    with pytest.raises(CommandError, match="loopback"):
        own_app("Web table", "http://table.example.org/back")
    assert not App.objects.exists()
