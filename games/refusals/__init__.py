"""Every refusal of the server, by what it is about. Importing the package lists all of them."""

from games.refusals import (
    accounts,
    audits,
    invitations,
    messages,
    notifications,
    relations,
    requests,
    tables,
    test_tables,
    webhooks,
)
from games.refusals.base import SERVER_REFUSALS, ServerRefusal

__all__ = [
    "SERVER_REFUSALS",
    "ServerRefusal",
    "accounts",
    "audits",
    "invitations",
    "messages",
    "notifications",
    "relations",
    "requests",
    "tables",
    "test_tables",
    "webhooks",
]
