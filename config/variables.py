"""The environment variables that `config.settings` reads. A backup keeps those that belong to the data."""

from typing import Final

# `make run` makes them and keeps each in a file of the data folder.
KEYS: Final = ("SECRET_KEY", "SIGNING_KEY", "SEALING_KEY", "VAPID_KEY")
# A server elsewhere may do without it, and then sends no pushes.
OPTIONAL: Final = ("VAPID_KEY",)
# A backup without these lets nobody read the hands and decks of running games.
SEALING: Final = ("SEALING_KEY", "SEALING_KEYS_OLD")
# They belong to a machine, not to the data.
SERVERS: Final = (
    "DATABASE_URL",
    "DATABASE_OWNER_URL",
    "REDIS_URL",
    "DATABASE_POOL_SIZE",
    "DATABASE_PREPARED",
)
CHOICES: Final = (
    "SIGNING_KEYS_RETIRED",
    "SIGNING_KEYS_OLD",
    "SEALING_KEYS_OLD",
    "ALLOWED_HOSTS",
    "HTTPS_ONLY",
    "HSTS",
    "BEHIND_PROXY",
    "ADMIN",
    "EMAIL_URL",
    "EMAIL_FROM",
    "RATE_LIMIT_PLAYER",
    "RATE_LIMIT_ADDRESS",
    "RATE_LIMIT_SIGN_UP",
    "RATE_LIMIT_SIGN_IN",
    "OPEN_TABLES_PER_PLAYER",
    "RUNNING_GAMES_PER_PLAYER",
    "THINKING_GAMES_PER_PLAYER",
    "TABLES_PER_DAY",
    "HEAVY_READS",
    "DATASETS_DIR",
    "STREAMS_URL",
    "STREAMS_PER_PLAYER",
    "STREAMS_PER_ADDRESS",
    "STREAMS_MAX",
    "WEBHOOKS_TO_PRIVATE_ADDRESSES",
    "PUBLIC_URL",
    "WITNESSES",
    "LOG_FORMAT",
    "LOG_LEVEL",
)
# What tests and benchmarks turn for a whole run. No operator needs it, so it is in no table and in no backup.
FOR_TESTS: Final = (
    "PLAIN_ROADS",
    "RATE_LIMIT_IMPORTS",
    "RETRIES",
    "STREAMS_HEARTBEAT",
    "STREAMS_STALL",
    "WEBHOOK_TIMEOUT",
)
VARIABLES: Final = (*KEYS, *SERVERS, *CHOICES, *FOR_TESTS)


def key_file(name: str) -> str:
    """SECRET_KEY is kept in `secret-key`."""
    return name.lower().replace("_", "-")
