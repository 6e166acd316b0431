"""Which addresses a webhook may call. A name is resolved once, and all its addresses must be public.

`WEBHOOKS_TO_PRIVATE_ADDRESSES` lets developers call their own machine, if the URL says so: a name of
somebody else's may lead there tomorrow, so none does (`loopback`), unless every address is allowed (`all`).

The refusals do not distinguish an unknown name from one with an internal address: callers must not be able
to map the server's network.
"""

from __future__ import annotations

import re
import socket
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from threading import Lock
from typing import Final
from uuid import UUID

from django.conf import settings

from games.webhooks.refusals import ResolverBusy, UrlRefused

MAX_URL_LENGTH: Final = 500
LOWEST_FREE_PORT: Final = (
    1024  # below it only 80 and 443, so that webhooks cannot reach mail servers and the like
)
HIGHEST_PORT: Final = 65535
WEB_PORTS: Final = {"https": 443, "http": 80}
MAX_LOOKUPS: Final = 16  # at once in a process, so that a hanging resolver cannot exhaust the threads
MAX_LOOKUPS_OF_PLAYER: Final = 4  # of these, so that one player's names do not keep all others waiting

_HOST: Final = re.compile(r"[a-z0-9._-]{1,253}|[0-9a-f:.]{2,45}", re.ASCII)  # a name, or IPv6

# https://www.iana.org/assignments/iana-ipv4-special-registry, multicast, and the one public address
# at which a cloud provider serves credentials to its machines.
_INSIDE_4: Final = tuple(
    map(
        IPv4Network,
        (
            *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
            *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"),
            *("192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"),
            *("224.0.0.0/4", "240.0.0.0/4", "168.63.129.16/32"),
        ),
    )
)
# Of IPv6 only the range allocated as global unicast is public, except its special-purpose blocks.
_GLOBAL_6: Final = IPv6Network("2000::/3")
_INSIDE_6: Final = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2620:4f:8000::/48", "3fff::/20")))
_NAT64: Final = IPv6Network("64:ff9b::/96")


class InvalidUrl(UrlRefused):
    """The text is not an absolute URL. In a request it is an invalid field."""

    text = "Not a valid URL."


class NoScheme(InvalidUrl):
    text = "This must begin with {schemes}."


class NoHost(InvalidUrl):
    text = "This must be a URL with a host."


class WrongScheme(UrlRefused):
    text = NoScheme.text


class NotAPlainUrl(UrlRefused):
    text = "This must be a URL without a user name or fragment."


class WrongPort(UrlRefused):
    text = "The port must be 443, 80 or one from {lowest} to {highest}."


class NoAllowedAddress(UrlRefused):
    """The same for unknown names and internal addresses; the module says why."""

    text = "The host does not resolve to a public address."


@dataclass(frozen=True, slots=True)
class Target:
    """The parts of a URL that was accepted. Its addresses are checked when it is resolved."""

    scheme: str
    host: str  # as it goes into the request and the TLS handshake
    port: int
    path: str


def target_of(url: str) -> Target:
    """Parse a URL.

    Raises `InvalidUrl` for what is not a URL, and another `UrlRefused` for schemes, ports and parts that a
    webhook may not have.
    """
    import httpx  # noqa: PLC0415 – it brings a hundred modules, and few requests name a URL

    try:
        found = httpx.URL(url)
        host = found.raw_host.decode("ascii")
    except (httpx.InvalidURL, UnicodeError):
        raise InvalidUrl from None
    if found.scheme not in _schemes():
        refusal = WrongScheme if found.scheme else NoScheme
        raise refusal(schemes=" or ".join(f"{scheme}://" for scheme in _schemes()))
    if not host:
        raise NoHost
    if not _HOST.fullmatch(host):
        raise InvalidUrl
    if found.userinfo or found.fragment:
        raise NotAPlainUrl
    port = WEB_PORTS[found.scheme] if found.port is None else found.port
    if port not in WEB_PORTS.values() and not LOWEST_FREE_PORT <= port <= HIGHEST_PORT:
        raise WrongPort(lowest=LOWEST_FREE_PORT, highest=HIGHEST_PORT)
    return Target(found.scheme, host, port, found.raw_path.decode("ascii"))


def _schemes() -> tuple[str, ...]:
    return ("https",) if settings.WEBHOOKS_TO_PRIVATE_ADDRESSES == "none" else ("https", "http")


def addresses_of(target: Target, *, player: UUID, patience: float) -> list[str]:
    """All addresses of the target; raises unless each is allowed.

    Raises `ResolverBusy` if the name is not resolved in time, which says nothing about its addresses.
    """
    found = resolved(target, player=player, patience=patience)
    if not found or not all(is_allowed(address, target.host) for address in found):
        raise NoAllowedAddress
    return found


def resolved(target: Target, *, player: UUID, patience: float) -> list[str]:
    """Its addresses, whatever they are. Nothing else resolves a name."""
    looked_up = _lookups().begin(player, target)
    try:
        return looked_up.result(timeout=patience)
    except TimeoutError:
        looked_up.cancel()
        raise ResolverBusy from None
    except (OSError, UnicodeError) as error:
        if getattr(error, "errno", None) == socket.EAI_AGAIN:  # its own time-out
            raise ResolverBusy from None
        return []


class Lookups:
    """The lookups of this process. One that nobody waits for any more counts until it has ended."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MAX_LOOKUPS, thread_name_prefix="lookup")
        self._lock, self._current = Lock(), Counter[UUID]()

    def begin(self, player: UUID, target: Target) -> Future[list[str]]:
        with self._lock:
            if self._current[player] >= MAX_LOOKUPS_OF_PLAYER:
                raise ResolverBusy
            self._current[player] += 1
        begun = self._threads.submit(_resolve, target.host, target.port)
        begun.add_done_callback(lambda _: self._end(player))
        return begun

    def _end(self, player: UUID) -> None:
        with self._lock:
            self._current[player] -= 1
            self._current += Counter()  # forgets those who have none


@cache
def _lookups() -> Lookups:
    return Lookups()


def _resolve(host: str, port: int) -> list[str]:
    """The resolver also normalises numeric hosts, so that unusual spellings cannot bypass the check."""
    rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(row[4][0]) for row in rows))


def is_allowed(address: str, host: str) -> bool:
    allowed = settings.WEBHOOKS_TO_PRIVATE_ADDRESSES
    if allowed == "loopback" and host in ("localhost", address) and ip_address(address).is_loopback:
        return True
    return allowed == "all" or is_public(address)


def check_public(url: str, *, player: UUID, patience: float) -> None:
    """Raise unless the URL leads to public addresses, whatever else is allowed."""
    if not all(map(is_public, addresses_of(target_of(url), player=player, patience=patience))):
        raise NoAllowedAddress


def is_public(address: str) -> bool:
    """Whether the address is public; an embedded IPv4 address must be public too."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        inner = _carried(found)
        if inner is None:
            return found.scope_id is None and _is_public_6(found)
        found = inner
    return not any(found in network for network in _INSIDE_4)


def _is_public_6(found: IPv6Address) -> bool:
    return found in _GLOBAL_6 and not any(found in network for network in _INSIDE_6)


def _carried(found: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that a mapped, 6to4 or NAT64 address leads to."""
    if found.ipv4_mapped or found.sixtofour:
        return found.ipv4_mapped or found.sixtofour
    return IPv4Address(int(found) & 0xFFFFFFFF) if found in _NAT64 else None
