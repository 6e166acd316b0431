from games.models.accounts import Player, Scope, Token
from games.models.audits import AuditAssignment, AuditRun, Look, Verification, VerificationRun
from games.models.calendars import Calendar
from games.models.games import Event, Game, Import, KeptAnswer, KeptOpening, Script, Seat, Seed
from games.models.histories import Finding, History, HistoryDue, Tally
from games.models.invitations import Invitation
from games.models.messages import Message, Note, Report
from games.models.notices import Inbox, Notice, NotifierCursor, Removal
from games.models.notifications import Channel, Language, Notification, NotificationChoice, PushSubscription
from games.models.oauth import App, AuthorizationCode, DeviceCode, Grant
from games.models.operators import OperatorDeed
from games.models.people import Person
from games.models.ratings import Rating, Result, bot_id
from games.models.relations import Block, Friend, Preference
from games.models.transparency import Checkpoint, Leaf, LogTile, PendingLeaf
from games.models.webhooks import Attempt, Delivery, Webhook

__all__ = [
    "App",
    "Attempt",
    "AuditAssignment",
    "AuditRun",
    "AuthorizationCode",
    "Block",
    "Calendar",
    "Channel",
    "Checkpoint",
    "Delivery",
    "DeviceCode",
    "Event",
    "Finding",
    "Friend",
    "Game",
    "Grant",
    "History",
    "HistoryDue",
    "Import",
    "Inbox",
    "Invitation",
    "KeptAnswer",
    "KeptOpening",
    "Language",
    "Leaf",
    "LogTile",
    "Look",
    "Message",
    "Note",
    "Notice",
    "Notification",
    "NotificationChoice",
    "NotifierCursor",
    "OperatorDeed",
    "PendingLeaf",
    "Person",
    "Player",
    "Preference",
    "PushSubscription",
    "Rating",
    "Removal",
    "Report",
    "Result",
    "Scope",
    "Script",
    "Seat",
    "Seed",
    "Tally",
    "Token",
    "Verification",
    "VerificationRun",
    "Webhook",
    "bot_id",
]
