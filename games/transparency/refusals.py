"""Refusals around the public log."""

from games.refusals import NotFound, ServerRefusal


class HeadSigned(ServerRefusal):
    title = "The server has signed another hash for this version."
    text = (
        "The log was made anew: at version {version} it has the hash {hash}, and {signed} was signed or "
        "entered in the public log before. Nothing is signed until an operator has found out why."
    )


class NoSuchCheckpoint(ServerRefusal):
    title = "The public log is not as long."
    text = "The newest checkpoint of the public log has the size {size}."


class NoSuchName(NotFound):
    text = "The public log has no game with this name. Names are 64 hexadecimal digits in lower case."
