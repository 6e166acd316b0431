"""Refusals around apps."""

from games.refusals import NotFound, ServerRefusal


class NoSuchApp(NotFound):
    text = "You do not have an app with this id."


class TooManyApps(ServerRefusal):
    title = "The account has reached its limit of apps."
    text = "An account can have {most} apps; delete one first."


class PublicApp(ServerRefusal):
    text = "This app is not confidential, so it has no secret."
