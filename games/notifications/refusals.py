"""Refusals around e-mail and pushes."""

from games.refusals import NotFound, ServerRefusal


class NoSuchPushSubscription(NotFound):
    text = "You do not have a push subscription with this id."


class EmailNotVerified(ServerRefusal):
    text = "You have no verified e-mail address. Add one on the pages of your account."


class PushUnavailable(ServerRefusal):
    text = "This server does not send pushes."


class TooManyPushSubscriptions(ServerRefusal):
    title = "The account has reached its limit of push subscriptions."
    text = "An account can have {most} push subscriptions; delete one first."
