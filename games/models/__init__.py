from games.models.accounts import Player, Scope, Token
from games.models.audits import AuditAssignment, AuditRun, Look, Verification, VerificationRun
from games.models.games import Event, Game, KeptAnswer, Script, Seat, Seed
from games.models.notices import Inbox, Notice, NotifierCursor
from games.models.operators import OperatorDeed
from games.models.ratings import Rating, Result
from games.models.webhooks import Attempt, Delivery, Webhook

__all__ = [
    "Attempt",
    "AuditAssignment",
    "AuditRun",
    "Delivery",
    "Event",
    "Game",
    "Inbox",
    "KeptAnswer",
    "Look",
    "Notice",
    "NotifierCursor",
    "OperatorDeed",
    "Player",
    "Rating",
    "Result",
    "Scope",
    "Script",
    "Seat",
    "Seed",
    "Token",
    "Verification",
    "VerificationRun",
    "Webhook",
]
