"""The production settings; beside the real addresses there is one that does no more than its SQL."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.urls"
