"""Folders that are no games: the server plays all others, and says at its start which it had to leave out."""

from __future__ import annotations

import logging
from typing import Any

from django.core.checks import CheckMessage
from django.core.checks import Warning as CheckWarning

from rules.catalogue import faults

logger = logging.getLogger(__name__)


def report_faults() -> None:
    for folder, problems in faults().items():
        for problem in problems:
            logger.error("%s is left out: %s", folder, problem)


def check_boards(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """For `manage.py check`."""
    return [
        CheckWarning(
            f"{folder} is left out: {problem}", hint="`python -m rules check` says it all.", id="games.W002"
        )
        for folder, problems in faults().items()
        for problem in problems
    ]
