"""Refusals around signing in."""

from games.refusals import ServerRefusal


class SignsInAlready(ServerRefusal):
    """A token must not become a way around the password."""

    title = "The account can be signed in to already."
    text = "This account has a password or a passkey. Sign in with it, and change it there."


class LastingTokenRequired(ServerRefusal):
    status = 403
    title = "This needs a token that does not expire."
    text = "This token expires. Use one that does not: what it would give does not expire either."
