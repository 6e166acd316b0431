"""A private table as a link with its code, to pass on."""

from __future__ import annotations

import logging

import pytest

from tests.support.callers import opened, problem

pytestmark = pytest.mark.django_db


def test_the_link_shows_the_table_and_its_code_is_enough_to_sit_down(ada, bob, api):
    path = opened(ada, visibility="private")
    table = ada.seen(path)
    link = table["links"]["invite"]

    shown = api.get(link).json()  # without a token
    assert (shown["id"], shown["host"], shown["status"]) == (table["id"], "ada", "open")
    assert "invite" not in shown["links"]
    problem(bob.get(path), 404, "not_found")
    assert bob.done(f"{path}/seats", {"invite_code": link.rsplit("/", 1)[1]})["seat"] == 1
    assert "invite" not in bob.seen(path)["links"]


@pytest.mark.parametrize("code", ["x", "%20", "ä", "A" * 22])
def test_a_wrong_code_shows_nothing(ada, api, code):
    path = opened(ada, visibility="private")

    problem(api.get(f"/api/v1{path}/invite/{code}"), 404, "not_found")


def test_a_public_table_has_no_link(ada, api):
    path = opened(ada)

    assert "invite" not in ada.seen(path)["links"]
    problem(ada.post(f"{path}/invite"), 409, "not_private")
    problem(api.get(f"/api/v1{path}/invite/x"), 404, "not_found")


def test_a_new_code_ends_the_old_one_and_leaves_invitations(ada, bob, cleo, api):
    path = opened(ada, visibility="private", seats=3)
    old = ada.seen(path)
    known = ada.get(path)["ETag"]
    ada.put(f"{path}/invitations/cleo", {})
    new = ada.done(f"{path}/invite")

    assert new["invite_code"] not in ("", old["invite_code"])
    assert ada.get(path, if_none_match=known).json()["invite_code"] == new["invite_code"]
    problem(api.get(old["links"]["invite"]), 404, "not_found")
    problem(bob.post(f"{path}/seats", {"invite_code": old["invite_code"]}), 404, "not_found")
    assert bob.done(f"{path}/seats", {"invite_code": new["invite_code"]})["seat"] == 1
    assert cleo.done(f"{path}/seats", {})["seat"] == 2


def test_only_the_host_renews_it_and_only_while_the_table_is_open(ada, bob, cleo, api):
    path = opened(ada, bob, visibility="private")
    link = ada.seen(path)["links"]["invite"]
    problem(bob.post(f"{path}/invite"), 403, "not_host")
    problem(cleo.post(f"{path}/invite"), 404, "not_found")
    ada.done(f"{path}/start")

    problem(ada.post(f"{path}/invite"), 409, "table_not_open")
    problem(api.get(link), 404, "not_found")


def test_the_code_is_not_written_to_the_log_of_requests(ada, api, caplog):
    link = ada.seen(opened(ada, visibility="private"))["links"]["invite"]
    with caplog.at_level(logging.INFO, "signalbox.requests"):
        api.get(link)

    assert link.rsplit("/", 1)[1] not in caplog.text
    assert "/invite/" in caplog.text
