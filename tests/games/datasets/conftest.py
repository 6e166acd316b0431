"""A data set that tests read and copy."""

import pytest
from django.db import transaction
from django.test import Client, override_settings

from games.datasets import parts
from games.transparency.sequencer import log_extend
from proof.monitor import follow
from proof.transparency.memory import Memory
from tests.support.datasets import dataset_of, played
from tests.support.public_log import served_log


@pytest.fixture(scope="session")
def original(django_db_setup, django_db_blocker, tmp_path_factory):
    """Three games in two parts, and a private one that is left out.

    Beside it are the folder of a monitor, and the proof that it was published.
    """
    root = tmp_path_factory.mktemp("datasets")
    with (
        pytest.MonkeyPatch.context() as patch,
        override_settings(DATASETS_DIR=str(root)),
        django_db_blocker.unblock(),
        transaction.atomic(),
    ):
        patch.setattr(parts, "GAMES_IN_A_PART", 2)
        played(3, visibility="private")
        folder, _ = dataset_of(3)
        log_extend()
        follow(served_log(), Memory(root / "monitor"))
        played(4)  # the log goes on
        log_extend()
        (root / "proof.json").write_bytes(Client().get("/api/v1/datasets/2026-01/proof").content)
        transaction.set_rollback(True)
    return folder
