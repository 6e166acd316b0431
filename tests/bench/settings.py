"""The production settings; beside the real addresses there is one that does no more than its SQL."""

from config.settings import *  # noqa: F403

OPEN_TABLES_PER_PLAYER = RUNNING_GAMES_PER_PLAYER = TABLES_PER_DAY = 1_000_000
ROOT_URLCONF = "tests.bench.urls"
