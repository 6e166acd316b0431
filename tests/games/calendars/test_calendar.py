"""The calendar feed: GET, POST and DELETE /me/calendar, and GET of the private address."""

import logging
from datetime import datetime

import pytest
from django.utils import timezone
from icalendar import Calendar as Parsed

from games.calendars.models import Calendar
from games.log import store
from games.retention import old_rows_forget
from tests.support.accounts import token_for
from tests.support.callers import Caller, Table, chosen, dealt, drawing, opened, problem

pytestmark = pytest.mark.django_db

DAY = {"clock": {"per_action": 86400}}


def subscribed(person: Caller) -> str:
    """The path of a new feed."""
    url: str = person.done("/me/calendar")["url"]
    assert url.startswith("http://testserver/api/v1/calendars/")
    return url.removeprefix("http://testserver")


def feed(api, path: str) -> Parsed:
    answer = api.get(path)
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return Parsed.from_ical(answer.content)


def deadline_of(person: Caller, table: Table) -> datetime:
    found = person.seen(table)
    return store.parsed_time(found["seats"][found["seat"]]["deadline"])


def test_a_feed_shows_the_deadline_of_whose_turn_it_is_and_of_nobody_else(api, ada, bob):
    table = chosen(ada, bob, **DAY)

    (event,) = feed(api, subscribed(ada)).events
    assert event.start == deadline_of(ada, table).replace(microsecond=0)
    assert str(event["url"]) == f"http://testserver/api/v1{table}"
    assert str(event["summary"]) == "Your move: London"
    assert feed(api, subscribed(bob)).events == []


def test_a_feed_names_the_table_and_is_in_the_language_of_its_owner(api, ada, bob):
    chosen(ada, bob, name="Friday", **DAY)
    path = subscribed(ada)
    assert str(feed(api, path).events[0]["summary"]) == "Your move: Friday (London)"
    assert ada.patch("/me/notifications", {"language": "pl"}).status_code == 200

    assert str(feed(api, path).events[0]["summary"]) == "Twój ruch: Friday (London)"


def test_a_deadline_is_gone_when_the_decision_is_made(api, ada, bob):
    table = chosen(ada, bob, **DAY)
    path = subscribed(ada)
    drawing(ada, table)
    drawing(ada, table)

    assert feed(api, path).events == []
    assert len(feed(api, subscribed(bob)).events) == 1


def test_several_players_who_have_to_act_have_a_deadline_each(api, ada, bob):
    table = dealt(ada, bob, **DAY)

    for person in (ada, bob):
        (event,) = feed(api, subscribed(person)).events
        assert event.start == deadline_of(person, table).replace(microsecond=0)


def test_tables_without_a_clock_and_tables_that_wait_for_players_have_no_deadline(api, ada, bob):
    chosen(ada, bob)
    opened(ada, seats=2, **DAY)

    assert feed(api, subscribed(ada)).events == []


def test_a_seat_that_a_stand_in_plays_has_no_deadline(api, ada, bob):
    table = chosen(ada, bob, **DAY)
    path = subscribed(ada)
    ada.done(f"{table}/resign")

    assert feed(api, path).events == []


def test_the_feed_says_whether_it_has_changed(api, ada, bob):
    table = chosen(ada, bob, **DAY)
    path = subscribed(ada)
    first = api.get(path)

    assert api.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 304
    drawing(ada, table)
    drawing(ada, table)
    assert api.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_no_line_of_a_feed_is_longer_than_75_octets(api, ada, bob):
    chosen(ada, bob, **DAY)
    body = api.get(subscribed(ada)).content

    assert body.endswith(b"END:VCALENDAR\r\n")
    assert all(len(line) <= 75 and b"\n" not in line for line in body.split(b"\r\n"))


def test_a_new_address_ends_the_old_one(api, ada):
    old, new = subscribed(ada), subscribed(ada)

    problem(api.get(old), 404, "not_found")
    assert api.get(new).status_code == 200


def test_an_address_can_be_ended_and_is_then_like_one_that_never_was(api, ada):
    path = subscribed(ada)
    assert set(ada.seen("/me/calendar")) == {"created_at"}

    assert ada.delete("/me/calendar").status_code == 204
    assert ada.delete("/me/calendar").status_code == 204
    ended, unknown = api.get(path), api.get("/api/v1/calendars/unknown.ics")
    assert problem(ended, 404, "not_found")["detail"] == problem(unknown, 404, "not_found")["detail"]
    problem(ada.get("/me/calendar"), 404, "not_found")


def test_the_database_does_not_know_the_address(ada):
    secret = subscribed(ada).rpartition("/")[2].removesuffix(".ics")

    assert secret not in str(Calendar.objects.values().get())


def test_the_log_of_requests_does_not_show_the_address(api, ada, caplog):
    path = subscribed(ada)
    with caplog.at_level(logging.INFO):
        api.get(path)
        api.get("/api/v1/calendars/unknown.ics")

    assert "/api/v1/calendars/<str:secret>.ics 200" in caplog.text
    assert path not in caplog.text
    assert "unknown" not in caplog.text


def test_the_feed_of_a_suspended_player_is_not_there_until_they_are_reinstated(api, ada):
    path = subscribed(ada)
    ada.player.suspended_at = timezone.now()
    ada.player.save()
    problem(api.get(path), 404, "not_found")
    old_rows_forget()

    ada.player.suspended_at = None
    ada.player.save()
    assert api.get(path).status_code == 200


def test_the_feed_ends_with_the_account(api, ada):
    path = subscribed(ada)
    ada.delete("/me")

    problem(api.get(path), 404, "not_found")
    assert not Calendar.objects.exists()


def test_a_token_that_can_only_read_cannot_make_an_address_that_outlives_it(api, ada):
    headers = token_for(ada.player, "read")

    problem(api.post("/api/v1/me/calendar", headers=headers), 403, "missing_scope")
    problem(api.delete("/api/v1/me/calendar", headers=headers), 403, "missing_scope")
    problem(api.post("/api/v1/me/calendar"), 401, "unauthenticated")
