"""Every refusal of the server, for the list of codes. Importing a room's file lists those of the room."""

# ruff: noqa: F401 – importing them is all there is to do

import games.accounts.refusals
import games.audits.refusals
import games.calendars.refusals
import games.datasets.refusals
import games.messages.refusals
import games.moves.refusals
import games.notifications.refusals
import games.oauth.refusals
import games.people.refusals
import games.reading.refusals
import games.relations.refusals
import games.rulesets.refusals
import games.tables.refusals
import games.transparency.refusals
import games.webhooks.refusals
