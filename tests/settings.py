"""The production settings, with the few values a test run must supply itself.

The servers are started by the first test that needs one; until then the addresses lead nowhere.
"""

import os
from pathlib import Path

NOWHERE = "postgres:///signalbox?host=/nowhere"
NO_REDIS = "unix:///nowhere/redis.sock?db=0"

os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "x" * 50)
os.environ.setdefault("SIGNING_KEY", "A" * 43)
os.environ.setdefault("SEALING_KEY", "S" * 42 + "A")
os.environ.setdefault("VAPID_KEY", "V" * 42 + "A")
os.environ.setdefault("PUBLIC_URL", "http://testserver")
os.environ.setdefault("ALLOWED_HOSTS", "testserver,localhost,127.0.0.1")
os.environ.setdefault("DATABASE_URL", NOWHERE)
os.environ.setdefault("REDIS_URL", NO_REDIS)
os.environ.setdefault("HTTPS_ONLY", "false")
os.environ.setdefault("EMAIL_URL", "console:")
for limit in (
    "PLAYER",
    "ADDRESS",
    "SIGN_UP",
    "SIGN_IN",
    "IMPORTS",
):  # tests come from one address, and in a hurry
    os.environ.setdefault(f"RATE_LIMIT_{limit}", "1000000")
for quota in ("OPEN_TABLES_PER_PLAYER", "RUNNING_GAMES_PER_PLAYER", "TABLES_PER_DAY"):
    os.environ.setdefault(quota, "1000000")  # and some open many tables

from config.settings import *  # noqa: E402, F403 – it reads what was just set

DOCS_FOLDER = Path("/nowhere")  # whether or not `make docs` was ever run
