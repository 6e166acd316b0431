"""Where a webhook may lead."""

import socket
import time
from contextlib import suppress
from threading import Event
from uuid import uuid4

import pytest

from games.webhooks.refusals import ResolverBusy, UrlRefused
from games.webhooks.targets import MAX_LOOKUPS_OF_PLAYER, addresses_of, is_public, target_of

INSIDE = [
    "0.0.0.0",  # noqa: S104 (nobody listens there)
    *("0.1.2.3", "10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254"),
    *("169.254.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.192", "192.0.2.1"),
    *("192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9"),
    *("224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "168.63.129.16"),
    *("::", "::1", "::7f00:1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1"),
    *("100::1", "2001::1", "2001:db8::1", "2001:10::1", "3fff::1", "5f00::1", "64:ff9b:1::1", "4000::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0:127.0.0.1"),
    *("2002:7f00:1::", "2002:a00:1::1", "2002:a9fe:a9fe::", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe"),
    *("", "example.org", "1", "127.1"),
]
OUTSIDE = [
    *("1.1.1.1", "8.8.8.8", "172.15.255.255", "172.32.0.1", "100.63.255.255", "192.169.0.1", "223.255.255.1"),
    *("2606:4700:4700::1111", "2a00:1450:4001:82f::200e", "::ffff:8.8.8.8", "2002:808:808::1"),
    "64:ff9b::808:808",
]


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_that_not_everybody_could_call_is_not_public(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", OUTSIDE)
def test_an_address_on_the_internet_is_public(address):
    assert is_public(address)


def resolves_to(monkeypatch, *answers: list[str]) -> list[str]:
    """The resolver gives these one after the other; the names it was asked for."""
    asked: list[str] = []
    left = list(answers)

    def getaddrinfo(host, port, **_):
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in left.pop(0)]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "169.254.169.254"])
def test_one_address_inside_spoils_all_the_others(monkeypatch, address):
    resolves_to(monkeypatch, ["8.8.8.8", address])

    with pytest.raises(UrlRefused):
        addresses_of(target_of("https://example.org/"), player=uuid4(), patience=5)


def test_what_leads_inside_and_what_does_not_exist_look_alike(monkeypatch):
    resolves_to(monkeypatch, ["10.0.0.1"], [])
    target = target_of("https://intranet.example/")
    said = []
    for _ in range(2):
        with pytest.raises(UrlRefused) as refused:
            addresses_of(target, player=uuid4(), patience=5)
        said.append(str(refused.value))

    assert said == ["The host does not resolve to a public address."] * 2


def test_a_resolver_that_hangs_is_not_waited_for_and_says_nothing_against_the_name(monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: time.sleep(0.5))

    with pytest.raises(ResolverBusy):
        addresses_of(target_of("https://example.org/"), player=uuid4(), patience=0.01)


def test_neither_does_one_that_has_given_up(monkeypatch):
    def gives_up(*_, **__):
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", gives_up)

    with pytest.raises(ResolverBusy):
        addresses_of(target_of("https://example.org/"), player=uuid4(), patience=5)


def test_names_that_hang_take_four_lookups_of_their_player_and_none_of_others(monkeypatch):
    asked, answered = [], Event()

    def getaddrinfo(host, port, **_):
        if host == "slow.example":
            asked.append(host)
            answered.wait(30)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("8.8.8.8", port))]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    slow, quick = target_of("https://slow.example/"), target_of("https://example.org/")
    ada, bob = uuid4(), uuid4()
    for _ in range(3 * MAX_LOOKUPS_OF_PLAYER):
        with pytest.raises(ResolverBusy):
            addresses_of(slow, player=ada, patience=0.01)

    assert len(asked) == MAX_LOOKUPS_OF_PLAYER
    assert addresses_of(quick, player=bob, patience=5) == ["8.8.8.8"]
    answered.set()
    while True:  # until the last of them has ended
        with suppress(ResolverBusy):
            assert addresses_of(quick, player=ada, patience=5) == ["8.8.8.8"]
            break


@pytest.mark.parametrize(
    "host", ["0x7f.1", "2130706433", "0177.0.0.1", "127.1", "[::1]", "[::ffff:7f00:1]", "localhost"]
)
def test_a_number_in_any_spelling_is_what_it_means(host):
    with pytest.raises(UrlRefused):
        addresses_of(target_of(f"https://{host}/"), player=uuid4(), patience=5)


@pytest.mark.parametrize("allowed", ["loopback", "all"])
@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "[::1]", "localhost"])
def test_with_the_setting_for_development_this_machine_may_be_called(settings, allowed, host):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = allowed

    found = addresses_of(target_of(f"http://{host}:9000/"), player=uuid4(), patience=5)
    assert set(found) & {"127.0.0.1", "127.0.0.2", "::1"}


@pytest.mark.parametrize("address", [one for one in INSIDE if not one.startswith(("127.", "::1"))])
def test_but_not_its_network_unless_that_is_wished(settings, monkeypatch, address):
    for allowed in ("loopback", "all"):
        settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = allowed
        resolves_to(monkeypatch, [address])
        if allowed == "all":
            assert addresses_of(target_of("http://printer.lan:9000/"), player=uuid4(), patience=5) == [
                address
            ]
        else:
            with pytest.raises(UrlRefused):
                addresses_of(target_of("http://printer.lan:9000/"), player=uuid4(), patience=5)


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_a_name_of_somebody_else_never_leads_to_this_machine(settings, monkeypatch, address):
    """At first it may have led elsewhere."""
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = "loopback"
    resolves_to(monkeypatch, [address])

    with pytest.raises(UrlRefused):
        addresses_of(target_of("http://rebound.example:9000/"), player=uuid4(), patience=5)


def test_nor_does_localhost_lead_elsewhere(settings, monkeypatch):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = "loopback"
    resolves_to(monkeypatch, ["127.0.0.1", "192.168.1.1"])

    with pytest.raises(UrlRefused):
        addresses_of(target_of("http://localhost:9000/"), player=uuid4(), patience=5)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://example.org/", "begin with https://"),
        ("ftp://example.org/", "begin with https://"),
        ("file:///etc/passwd", "begin with https://"),
        ("gopher://example.org/", "begin with https://"),
        ("unix:///run/redis.sock", "begin with https://"),
        ("example.org", "begin with https://"),
        ("", "begin with https://"),
        ("https:///path", "with a host"),
        ("https://", "with a host"),
        ("https://me:secret@example.org/", "without a user name"),
        ("https://me@example.org/", "without a user name"),
        ("https://example.org/#top", "fragment"),
        ("https://example.org:25/", "The port"),
        ("https://example.org:0/", "The port"),
        ("https://example.org:22/", "The port"),
        ("https://example.org:1023/", "The port"),
        ("https://example.org:99999/", "The port"),
        ("https://exa mple.org/", "valid URL"),
        ("https://[::1/", "valid URL"),
        ("https://[fe80::1%25eth0]/", "valid URL"),
        ("https://example.org/\x00", "valid URL"),
        ("https://example.org\r\nx: y/", "valid URL"),
    ],
)
def test_a_url_that_no_webhook_needs_is_refused(url, words):
    with pytest.raises(UrlRefused) as refused:
        target_of(url)

    assert words in str(refused.value)


@pytest.mark.parametrize(
    ("url", "host", "port", "path"),
    [
        ("https://example.org", "example.org", 443, "/"),
        ("https://EXAMPLE.org:8443/a%20b?c=d&e", "example.org", 8443, "/a%20b?c=d&e"),
        ("https://bücher.example/", "xn--bcher-kva.example", 443, "/"),
    ],
)
def test_a_url_is_taken_apart(url, host, port, path):
    target = target_of(url)

    assert (target.host, target.port, target.path) == (host, port, path)
