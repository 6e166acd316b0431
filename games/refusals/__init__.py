"""Every refusal of the server, by what it is about. Importing the package lists all of them."""

from games.refusals import (  # noqa: F401
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
