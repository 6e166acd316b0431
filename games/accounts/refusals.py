"""Refusals around accounts and tokens."""

from games.refusals import NotFound, ServerRefusal, Unauthenticated


class NoSuchPlayer(NotFound):
    text = "There is no player with this name."


class NoSuchToken(NotFound):
    text = "You do not have a token with this id."


class NoKey(NotFound):
    text = "You do not have a key to sign moves with."


class NameTaken(ServerRefusal):
    """Names that differ only in case are the same name."""

    title = "The name is already in use."
    text = "The name {name} is already in use."


class TooManyTokens(ServerRefusal):
    title = "The account has reached its limit of tokens."
    text = "An account can have {most} tokens; revoke one first."


class PersonalTokenRequired(ServerRefusal):
    status = 403
    title = "This needs a personal token."
    text = "An app cannot do this. Use a personal token."


class PlayerGone(Unauthenticated):
    """Another request deleted the player while this one was running."""

    text = "The account of this token has been deleted."
