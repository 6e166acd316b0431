"""A client for Signalbox servers: `Client` blocks, `AsyncClient` is awaited, and both do the same."""

from signalbox_client.aio import AsyncClient
from signalbox_client.auth import Tokens
from signalbox_client.errors import (
    Conflict,
    Forbidden,
    IllegalAction,
    Invalid,
    NotFound,
    Problem,
    RateLimited,
    SignalboxError,
    SignInFailed,
    StaleVersion,
    Unauthenticated,
    Unavailable,
    Unreachable,
)
from signalbox_client.follow import Turn
from signalbox_client.record import plain
from signalbox_client.records import ProblemCode
from signalbox_client.request import Request
from signalbox_client.sign_in import Device, sign_in_with_browser, sign_in_with_device, sign_out
from signalbox_client.signing import Signer
from signalbox_client.sync import Client
from signalbox_client.verify import Verdict
from signalbox_client.version import __version__

__all__ = [
    "AsyncClient",
    "Client",
    "Conflict",
    "Device",
    "Forbidden",
    "IllegalAction",
    "Invalid",
    "NotFound",
    "Problem",
    "ProblemCode",
    "RateLimited",
    "Request",
    "SignInFailed",
    "SignalboxError",
    "Signer",
    "StaleVersion",
    "Tokens",
    "Turn",
    "Unauthenticated",
    "Unavailable",
    "Unreachable",
    "Verdict",
    "__version__",
    "plain",
    "sign_in_with_browser",
    "sign_in_with_device",
    "sign_out",
]
