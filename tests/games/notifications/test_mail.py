"""Notices by e-mail, each or as a digest, over a real SMTP server."""

import logging
import socket
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from games import tasks
from games.deliveries.models import Delivery
from games.notices.new_notifications import digest_after
from games.notices.services import notice_give
from games.people.models import NotificationChoice
from games.people.services import person_create
from games.projector import game_project
from tests.support.callers import Caller, chosen, opened, problem
from tests.support.mail_server import MailServer, mail_server
from tests.support.notified import PAUSED

pytestmark = pytest.mark.django_db
PATH = "/me/notifications"


@pytest.fixture
def server(settings) -> Iterator[MailServer]:
    with mail_server() as found:
        settings.HAS_MAIL = True
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", found.port, 5
        yield found


@pytest.fixture
def mail(sent) -> Callable[[], int]:
    """Sends every e-mail that is due, and says how many attempts that were."""
    return tasks.send_mail


@pytest.fixture
def ada(api) -> Caller:
    """With a verified address."""
    person = Caller(api, "ada")
    addressed(person)
    return person


def addressed(person: Caller, language: str = "en") -> None:
    user = person_create(person.player, password=None, language=language).user
    address = f"{person.name}@example.org"
    EmailAddress.objects.create(user=user, email=address, primary=True, verified=True)


def asked_for(person: Caller, **choice) -> None:
    answer = person.patch(PATH, choice)
    assert answer.status_code == 200, answer.content


def states() -> list[str]:
    return list(Delivery.objects.order_by("created_at", "id").values_list("state", flat=True))


def due() -> None:
    Delivery.objects.filter(state="pending").update(next_attempt_at=timezone.now())


def plain(letter) -> str:
    return letter.get_body(("plain",)).get_content()


def test_each_notice_is_an_e_mail_with_the_table_in_its_subject(ada, bob, server, mail):
    asked_for(ada, email="each", email_kinds=["game.started"])
    table = chosen(ada, bob)
    game_project(table.id)
    mail()

    (letter,) = server.letters
    assert server.addresses == ["ada@example.org"]
    assert letter["Subject"] == "London: The game has started."
    assert f"http://testserver{table}" in plain(letter)
    assert "Hello ada," in plain(letter)
    assert f'href="http://testserver{table}"' in letter.get_body(("html",)).get_content()
    assert states() == ["delivered"]
    assert mail() == 0


def test_an_e_mail_names_the_table_as_text(ada, bob, server, mail):
    asked_for(ada, email="each", email_kinds=["game.started"])
    table = chosen(ada, bob, name="<b>Friday</b>")
    game_project(table.id)
    mail()

    (letter,) = server.letters
    assert letter["Subject"] == "<b>Friday</b> (London): The game has started."
    assert "&lt;b&gt;Friday&lt;/b&gt; (London)</a>" in letter.get_body(("html",)).get_content()


def test_who_was_removed_from_a_table_is_not_told_its_name(ada, bob, server, mail):
    asked_for(ada, email="each", email_kinds=["seat.cleared"])
    table = opened(bob, ada, name="Friday", visibility="private", seats=3)
    game_project(table.id)
    assert bob.delete(f"{table}/seats/1").status_code == 200
    bob.patch(table, {"name": "Without Ada"})
    game_project(table.id)
    mail()

    (letter,) = server.letters
    assert letter["Subject"] == "London: The host has removed you from the table."
    assert "Ada" not in plain(letter)


def test_every_e_mail_can_be_answered_with_one_click_and_no_more_come(ada, server, mail):
    asked_for(ada, email="each")
    notice_give(ada.player, PAUSED)
    mail()

    (letter,) = server.letters
    link = letter["List-Unsubscribe"].strip(" <>")
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert link in plain(letter)
    assert letter["Auto-Submitted"] == "auto-generated"
    notice_give(ada.player, PAUSED)
    path = link.removeprefix("http://testserver")
    assert Client().post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    mail()
    assert len(server.letters) == 1
    assert states() == ["delivered", "cancelled"]
    assert ada.seen(PATH)["email"] == "off"


def test_a_digest_has_all_of_a_day_in_one_e_mail(ada, bob, server, mail):
    asked_for(
        ada,
        email="daily",
        email_kinds=["game.started", "seat.taken"],
        time_zone="Europe/Warsaw",
        email_hour=7,
    )
    tables = [chosen(ada, bob) for _ in range(2)]
    for table in tables:
        game_project(table.id)
    mail()
    assert server.letters == []
    (row,) = Delivery.objects.all()
    assert row.next_attempt_at == digest_after(timezone.now(), 7, "Europe/Warsaw")
    due()
    mail()

    (letter,) = server.letters
    assert letter["Subject"] == "Your games: what is new (4)"
    assert all(f"http://testserver{table}" in plain(letter) for table in tables)
    assert "one e-mail a day" in plain(letter)


@pytest.mark.parametrize(
    ("now", "hour", "zone", "expected"),
    [
        ("2026-01-15T06:30", 8, "Europe/Warsaw", "2026-01-15T07:00"),
        ("2026-01-15T07:00", 8, "Europe/Warsaw", "2026-01-16T07:00"),
        ("2026-07-15T22:30", 0, "Europe/Warsaw", "2026-07-16T22:00"),
        ("2026-03-28T12:00", 8, "Europe/Warsaw", "2026-03-29T06:00"),  # summer time begins
        ("2026-03-28T12:00", 2, "Europe/Warsaw", "2026-03-29T01:00"),  # and that hour is left out
        ("2026-10-24T12:00", 2, "Europe/Warsaw", "2026-10-25T00:00"),  # or comes twice: the first counts
        ("2026-01-15T12:00", 8, "Pacific/Kiritimati", "2026-01-15T18:00"),
    ],
)
def test_the_hour_of_a_digest_is_that_of_the_players_clock(now, hour, zone, expected):
    at, then = (datetime.fromisoformat(text).replace(tzinfo=UTC) for text in (now, expected))

    assert digest_after(at, hour, zone) == then


def test_mail_is_in_the_language_of_the_pages_until_another_is_chosen(bob, server, mail):
    addressed(bob, "pl")
    asked_for(bob, email="each")
    notice_give(bob.player, PAUSED)
    mail()
    asked_for(bob, language="en")
    notice_give(bob.player, PAUSED)
    mail()

    polish, english = server.letters
    assert polish["Subject"].strip() == "Signalbox: Serwer wstrzymał jeden z twoich webhooków."
    assert plain(polish).startswith("Cześć bob,")
    assert 'lang="pl"' in polish.get_body(("html",)).get_content()
    assert plain(english).startswith("Hello bob,")


def test_no_e_mail_without_a_verified_address(bob, server, mail):
    refused = problem(bob.patch(PATH, {"email": "each"}), 409, "email_not_verified")
    assert refused["detail"]
    assert not NotificationChoice.objects.exists()
    assert bob.seen(PATH)["email_verified"] is False

    addressed(bob)
    asked_for(bob, email="each")
    EmailAddress.objects.update(verified=False)
    notice_give(bob.player, PAUSED)
    mail()
    assert server.letters == []
    assert states() == ["cancelled"]


def test_a_mail_server_that_is_away_gets_it_later_with_the_same_id(ada, server, mail, settings, caplog):
    settings.RETRIES = (timedelta(hours=1),)
    asked_for(ada, email="each")
    notice_give(ada.player, PAUSED)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        settings.EMAIL_PORT = taken.getsockname()[1]
        assert mail() == 1
    settings.EMAIL_PORT = server.port
    assert mail() == 0
    due()
    assert mail() == 1

    row = Delivery.objects.get()
    assert server.ids() == [f"<{row.id}@testserver>"]
    assert (row.state, row.attempts) == ("delivered", 2)


@pytest.mark.parametrize(
    ("recipient", "data", "state"),
    [
        ("550 no such user", "250 OK", "failed"),
        ("451 try again", "250 OK", "pending"),
        ("250 OK", "554 looks like spam", "failed"),
        ("250 OK", "452 full", "pending"),
    ],
)
def test_a_refusal_is_final_or_not_as_the_server_says(ada, server, mail, recipient, data, state):
    server.to_recipient, server.to_data = recipient, data
    asked_for(ada, email="each")
    notice_give(ada.player, PAUSED)
    mail()

    assert states() == [state]
    assert server.letters == []


def test_the_log_has_no_addresses(ada, server, mail, caplog):
    server.to_recipient = "550 ada@example.org is unknown"
    asked_for(ada, email="each")
    with caplog.at_level(logging.DEBUG, logger="signalbox"):
        notice_give(ada.player, PAUSED)
        mail()

    ours = [one.getMessage() for one in caplog.records if one.name.startswith("signalbox")]
    assert any(line.endswith("was not accepted: SMTPRecipientsRefused") for line in ours)
    assert not any("example.org" in line for line in ours)


def test_a_server_that_says_nothing_is_hung_up_on_before_the_lease_ends(ada, mail, settings, monkeypatch):
    settings.HAS_MAIL = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    monkeypatch.setattr("games.notifications.mail.MOST_SECONDS", 3.0)
    asked_for(ada, email="each")
    notice_give(ada.player, PAUSED)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_HOST, settings.EMAIL_PORT = silent.getsockname()
        settings.EMAIL_TIMEOUT = 1
        assert mail() == 1

    row = Delivery.objects.get()
    assert row.state == "pending"
    assert row.leased_until is None


def test_what_exceeds_the_limit_of_a_day_comes_as_a_digest(ada, server, mail, settings):
    settings.MAILS_PER_DAY = 2
    asked_for(ada, email="each")
    for _ in range(5):
        notice_give(ada.player, PAUSED)
    mail()
    assert len(server.letters) == 2
    due()
    mail()

    assert len(server.letters) == 3
    assert server.letters[-1]["Subject"] == "Your games: what is new (3)"


def test_a_server_without_mail_sends_none(ada, mail, settings):
    settings.HAS_MAIL = True
    asked_for(ada, email="each")
    notice_give(ada.player, PAUSED)
    settings.HAS_MAIL = False
    mail()

    assert states() == ["cancelled"]


def test_a_suspended_or_deleted_player_gets_no_mail(ada, server, mail):
    asked_for(ada, email="each")
    notice_give(ada.player, PAUSED)
    ada.player.suspended_at = timezone.now()
    ada.player.save()
    mail()
    assert states() == ["cancelled"]
    ada.player.suspended_at = None
    ada.player.save()
    notice_give(ada.player, PAUSED)
    ada.delete("/me")
    mail()

    assert server.letters == []
    assert not Delivery.objects.exists()
