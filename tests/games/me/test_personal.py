"""Every table that refers to a person says what of it is theirs to read."""

from django.apps import apps
from django.contrib.auth import get_user_model

from games.accounts.models import Player
from games.me.personal import NOT_PERSONAL, PERSONAL

SECRETS = ("digest", "secret", "password", "session_key", "challenge")


def test_every_table_that_refers_to_a_person_is_in_the_list():
    people = (Player, get_user_model())
    referring = {
        model._meta.label
        for model in apps.get_models()
        if not model._meta.auto_created
        and any(field.related_model in people for field in model._meta.concrete_fields if field.is_relation)
    }
    known = {own.table for own in PERSONAL.values()}

    assert referring - known == set(NOT_PERSONAL)


def test_no_column_that_holds_a_secret_is_shown():
    shown = {f"{name}.{column}" for name, own in PERSONAL.items() for column in own.columns}

    assert not {column for column in shown if column.endswith(SECRETS)}


def test_what_is_hidden_is_there():
    for own in PERSONAL.values():
        names = {field.attname for field in own.model._meta.concrete_fields}
        assert set(own.hidden) <= names
