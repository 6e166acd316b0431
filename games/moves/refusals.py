"""Refusals of a move: its version, its key, its script."""

from games.refusals import ServerRefusal


class StaleVersion(ServerRefusal):
    title = "The game has changed since the version you expected."
    text = "The game has moved on to version {version}."


class SignatureRequired(ServerRefusal):
    title = "You require a signature on all your moves."
    text = (
        "You require a signature on all your moves, and this one has none. "
        "Sign it with the key of your seat, or stop requiring signatures with PUT /me/key."
    )


class WrongSignature(ServerRefusal):
    title = "The signature on the move is not valid."
    text = "The signature on the move is not valid: {problem}."


class KeyReused(ServerRefusal):
    status = 422
    text = "This Idempotency-Key was already used for a different request."


class NoBotThere(ServerRefusal):
    status = 422
    title = "A script is for a seat without a bot."
    text = "Seat {seat} does not have a bot that could follow a script."
