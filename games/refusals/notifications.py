"""Refusals around e-mail, pushes and calendars."""

from games.refusals.base import ServerRefusal
from games.refusals.requests import NotFound


class NoSuchCalendar(NotFound):
    """The same whether there never was one or it has ended."""

    text = "There is no calendar feed here."


class NoSuchPushSubscription(NotFound):
    text = "You do not have a push subscription with this id."


class EmailNotVerified(ServerRefusal):
    text = "You have no verified e-mail address. Add one on the pages of your account."


class PushUnavailable(ServerRefusal):
    text = "This server does not send pushes."


class TooManyPushSubscriptions(ServerRefusal):
    title = "The account has reached its limit of push subscriptions."
    text = "An account can have {most} push subscriptions; delete one first."
