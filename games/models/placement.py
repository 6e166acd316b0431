"""Where the tables belong on a distributed database.

All rows of a game are on one node, and so are all rows of a player, so that every statement of a move and of
an inbox concerns one node. Accounts are on every node, because they are joined everywhere, and small. So is
what is found by a secret that does not name its player: tokens, grants and codes. Everything else, such as
how people sign in, the public log and Django's own tables, stays on the node that the program connects to.

Citus has to know one of the tables here: that of the facts that wait for the public log. A fact is written in
the transaction of what it tells of, whose rows are mostly on one other node. Citus would commit there first,
and a crash before the commit here would lose the fact. If it knows the table, it commits in two phases.
"""

from __future__ import annotations

from typing import Final

from django.db.models import Model

from games.models.accounts import Player, Token
from games.models.audits import AuditAssignment, AuditRun, Look, Verification, VerificationRun
from games.models.calendars import Calendar
from games.models.games import Event, Game, Import, KeptAnswer, KeptOpening, Script, Seat, Seed
from games.models.histories import Finding, History, HistoryDue, Tally
from games.models.invitations import Invitation
from games.models.messages import Message, Note, Report
from games.models.notices import Inbox, Notice, NotifierCursor, Removal
from games.models.notifications import Notification, NotificationChoice, PushSubscription
from games.models.oauth import App, AuthorizationCode, DeviceCode, Grant
from games.models.operators import OperatorDeed
from games.models.people import Person
from games.models.ratings import Rating, Result
from games.models.relations import Block, Friend, Preference
from games.models.transparency import Checkpoint, Leaf, LogTile, PendingLeaf
from games.models.webhooks import Attempt, Delivery, Webhook

# The column by which each table is distributed. Tables of one group come after those they refer to.
BY_GAME: Final[dict[type[Model], str]] = {Game: "id"} | dict.fromkeys(
    (
        *(Seed, Script, Seat, Event, KeptAnswer, Result),
        *(
            Verification,
            AuditAssignment,
            Look,
            AuditRun,
            NotifierCursor,
            Removal,
            Invitation,
            Message,
            Report,
            HistoryDue,
            History,
            Finding,
        ),
    ),
    "game_id",
)
BY_PLAYER: Final[dict[type[Model], str]] = {Inbox: "player_id", Rating: "rated"} | dict.fromkeys(
    (
        *(Notice, KeptOpening, Import, Webhook, Delivery, Attempt, Calendar),
        *(NotificationChoice, PushSubscription, Notification, Friend, Block, Preference, Note),
    ),
    "player_id",
)
EVERYWHERE: Final[tuple[type[Model], ...]] = (Player, App, Grant, Token, AuthorizationCode, DeviceCode)
HERE: Final[tuple[type[Model], ...]] = (
    VerificationRun,
    OperatorDeed,
    Person,
    PendingLeaf,
    Leaf,
    LogTile,
    Checkpoint,
    Tally,
)
KNOWN_HERE: Final[tuple[type[Model], ...]] = (PendingLeaf,)
