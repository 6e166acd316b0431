"""How this server identifies itself to push services (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import time
from email.utils import parseaddr
from functools import cache
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from py_vapid import Vapid02

from games.notifications.encryption import CURVE, point_of
from games.notifications.refusals import PushUnavailable

VALID_SECONDS: Final = 12 * 3600  # at most 24 hours


def public_key() -> str:
    """What a browser needs to subscribe. Raises if this server has no key."""
    return base64.urlsafe_b64encode(point_of(_signer().public_key)).rstrip(b"=").decode()


def authorization(origin: str) -> str:
    """The header for a push service at this origin."""
    claims = {"aud": origin, "exp": int(time.time()) + VALID_SECONDS, "sub": contact()}
    return str(_signer().sign(claims)["Authorization"])


def contact() -> str:
    """Where the operator of a push service can complain."""
    return f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


def _signer() -> Vapid02:
    if settings.VAPID_KEY is None:
        raise PushUnavailable
    return _signer_for(settings.VAPID_KEY)


@cache
def _signer_for(key: bytes) -> Vapid02:
    return Vapid02(ec.derive_private_key(int.from_bytes(key), CURVE))
