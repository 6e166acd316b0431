"""Refusals around invitations to a table."""

from games.refusals.base import ServerRefusal
from games.refusals.requests import NotFound


class NoSuchInvitation(NotFound):
    text = "There is no open invitation like this."


class InvitesSelf(ServerRefusal):
    text = "You cannot invite yourself; take a seat instead."


class InvitationDeclined(ServerRefusal):
    title = "The player has declined to sit down at this table."
    text = "{player} has declined to sit down at this table."


class InvitationRefused(ServerRefusal):
    """Because of a block, or because the player is invited by friends only: one is not told which."""

    status = 403
    text = "This player does not accept invitations from you."


class NotWelcome(ServerRefusal):
    """Somebody at the table has blocked the caller or is blocked by them: one is not told who."""

    status = 403
    text = "You cannot sit down at this table."


class NotPrivate(ServerRefusal):
    text = "Only a private table has an invite code."


class TooManyInvitations(ServerRefusal):
    title = "The account has reached its daily limit of invitations."
    text = "You can send {most} invitations within 24 hours, and you have sent {current}."
