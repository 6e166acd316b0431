"""Where Django looks for models. Each is in the room it belongs to, and is imported from there."""

# ruff: noqa: F401 – importing them is all there is to do

import games.accounts.models
import games.audits.models
import games.calendars.models
import games.deliveries.models
import games.log.models
import games.messages.models
import games.moves.models
import games.notices.models
import games.notifications.models
import games.oauth.models
import games.people.models
import games.ratings.models
import games.reading.models
import games.relations.models
import games.search.models
import games.tables.models
import games.transparency.models
import games.webhooks.models
import games.work.models
