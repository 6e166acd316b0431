"""Refusals around accounts, tokens and apps."""

from games.refusals.base import ServerRefusal
from games.refusals.requests import NotFound


class NoSuchPlayer(NotFound):
    text = "There is no player with this name."


class NoSuchToken(NotFound):
    text = "You do not have a token with this id."


class NoSuchApp(NotFound):
    text = "You do not have an app with this id."


class NameTaken(ServerRefusal):
    """Names that differ only in case are the same name."""

    title = "The name is already in use."
    text = "The name {name} is already in use."


class SignsInAlready(ServerRefusal):
    """A token must not become a way around the password."""

    title = "The account can be signed in to already."
    text = "This account has a password or a passkey. Sign in with it, and change it there."


class TooManyTokens(ServerRefusal):
    title = "The account has reached its limit of tokens."
    text = "An account can have {most} tokens; revoke one first."


class PersonalTokenRequired(ServerRefusal):
    status = 403
    title = "This needs a personal token."
    text = "An app cannot do this. Use a personal token."


class LastingTokenRequired(ServerRefusal):
    status = 403
    title = "This needs a token that does not expire."
    text = "This token expires. Use one that does not: what it would give does not expire either."


class TooManyApps(ServerRefusal):
    title = "The account has reached its limit of apps."
    text = "An account can have {most} apps; delete one first."


class PublicApp(ServerRefusal):
    text = "This app is not confidential, so it has no secret."
