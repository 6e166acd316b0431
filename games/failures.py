"""Errors in work on many games or deliveries: one that fails must not stop the others."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.db import InterfaceError, OperationalError

DATABASE_AWAY: Final = (OperationalError, InterfaceError)


@dataclass(slots=True)
class Failure:
    error: Exception | None = None


@contextmanager
def contained(logger: logging.Logger, message: str, *args: Any) -> Iterator[Failure]:
    """Log any error in the block and keep it in `Failure.error` instead of raising it.

    Only a database that does not answer is raised: then everything else would fail too, and it is not the
    fault of this game or delivery.
    """
    failure = Failure()
    try:
        yield failure
    except DATABASE_AWAY:
        raise
    except Exception as error:
        logger.exception(message, *args)
        failure.error = error
