"""A data set that tests read and copy."""

import pytest
from django.db import transaction
from django.test import override_settings

from games.datasets import parts
from tests.support.datasets import dataset_of


@pytest.fixture(scope="session")
def original(django_db_setup, django_db_blocker, tmp_path_factory):
    """Three games in two parts."""
    root = tmp_path_factory.mktemp("datasets")
    with (
        pytest.MonkeyPatch.context() as patch,
        override_settings(DATASETS_DIR=str(root)),
        django_db_blocker.unblock(),
        transaction.atomic(),
    ):
        patch.setattr(parts, "GAMES_IN_A_PART", 2)
        folder, _ = dataset_of(3)
        transaction.set_rollback(True)
    return folder
