"""Whether the database may be spread over several nodes."""

from functools import cache

from games.log.sql import fetch


@cache
def is_distributed() -> bool:
    """Asked once. A process that began before the extension came goes on as before; that is correct, too."""
    return bool(fetch("SELECT 1 FROM pg_extension WHERE extname = 'citus'"))
