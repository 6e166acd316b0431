"""Prints what a generated client makes of each event in a page: python reader.py ORIGIN GAME"""

import sys
from uuid import UUID

from signalbox_client.api.play import list_events
from signalbox_client.models import EventList

from signalbox_client import AuthenticatedClient

page = list_events.sync(UUID(sys.argv[2]), client=AuthenticatedClient(sys.argv[1], token="none"))
assert isinstance(page, EventList)
print(*(type(event).__name__ for event in page.items))  # noqa: T201
