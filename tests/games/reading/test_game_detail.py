"""GET /games/{id}: the table as the caller may see it."""

from uuid import uuid4

import pytest

from tests.support.callers import chosen, dealt, drawing, opened, problem, wrong_fields

pytestmark = pytest.mark.django_db


def test_a_seat_sees_its_own_hand_and_tickets_and_only_the_backs_of_the_others(ada, bob):
    path = chosen(ada, bob)

    mine, theirs = ada.seen(path), bob.seen(path)
    assert (mine["seat"], theirs["seat"]) == (0, 1)
    assert (mine["view"]["viewer"], theirs["view"]["viewer"]) == (0, 1)
    for view, own, other in ((mine["view"], 0, 1), (theirs["view"], 1, 0)):
        assert view["seats"][own]["hand"]
        assert view["seats"][own]["tickets"]
        assert not view["seats"][other].keys() & {"hand", "tickets", "offer", "keep"}
    assert mine["view"]["seats"][1]["cards"] == {"transport": len(theirs["view"]["seats"][1]["hand"])}


def test_a_spectator_sees_no_hand_at_all_with_or_without_a_token(api, ada, bob, cleo):
    path = chosen(ada, bob)

    for table in (cleo.seen(path), api.get(f"/api/v1{path}").json()):
        assert "seat" not in table
        assert "viewer" not in table["view"]
        assert all(not seat.keys() & {"hand", "tickets"} for seat in table["view"]["seats"])


def test_a_private_table_does_not_exist_for_strangers(api, ada, bob, cleo):
    path = dealt(ada, bob, visibility="private")
    nowhere = f"/games/{uuid4()}"

    assert ada.seen(path)["visibility"] == bob.seen(path)["visibility"] == "private"
    for suffix in ("", "?at=1", "/events", "/events?wait=1"):
        here, there = cleo.get(path + suffix), cleo.get(nowhere + suffix)
        assert problem(here, 404, "not_found")["detail"] == problem(there, 404, "not_found")["detail"]
        problem(api.get(f"/api/v1{path}{suffix}"), 404, "not_found")
    problem(cleo.get(f"{path}/actions"), 404, "not_found")


def test_the_host_of_a_private_table_sees_it_without_a_seat_and_alone_reads_the_code(ada, bob):
    table = ada.done("/games", {"ruleset": "london", "seats": 2, "visibility": "private", "sit": False})
    path = f"/games/{table['id']}"
    bob.done(f"{path}/seats", {"invite_code": table["invite_code"]})

    assert ada.seen(path)["invite_code"] == table["invite_code"]
    assert "invite_code" not in bob.seen(path)


def test_an_unlisted_table_can_be_seen_by_whoever_knows_its_address(cleo, ada, bob):
    path = dealt(ada, bob, visibility="unlisted")

    assert cleo.seen(path)["visibility"] == "unlisted"


def test_a_past_moment_can_be_looked_at(ada, bob):
    path = chosen(ada, bob)
    then = ada.seen(path)
    drawing(ada, path)

    now = ada.seen(path)
    assert now["version"] > then["version"]
    assert ada.seen(f"{path}?at={then['version']}") == then
    first = ada.seen(f"{path}?at=1")
    assert (first["version"], first["status"], first["to_act"]) == (1, "open", [])
    assert [seat["taken"] for seat in first["seats"]] == [False, False]
    assert all("player" not in seat for seat in first["seats"])


def test_every_past_moment_is_as_closed_as_it_was_then(ada, bob, cleo):
    path = chosen(ada, bob)

    for at in range(1, ada.seen(path)["version"] + 1):
        view = cleo.seen(f"{path}?at={at}").get("view", {"seats": []})
        assert all(not seat.keys() & {"hand", "tickets", "offer"} for seat in view["seats"])


@pytest.mark.parametrize("at", ["99999", "9" * 30])
def test_a_moment_that_has_not_been_is_not_found(ada, at):
    problem(ada.get(f"{opened(ada)}?at={at}"), 400, "invalid")


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("at=0", {"at": "min_value"}),
        ("at=-1", {"at": "min_value"}),
        ("at=x", {"at": "invalid"}),
        ("to=1", {"to": "unknown"}),
        ("at=1&at=2", {"at": "twice"}),
    ],
)
def test_a_wrong_parameter_is_named(ada, query, fields):
    assert wrong_fields(ada.get(f"{opened(ada)}?{query}")) == fields


def test_the_etag_is_the_hash_and_a_known_one_is_answered_without_a_body(ada, bob):
    path = chosen(ada, bob)
    first = ada.get(path)
    tag = first["ETag"]

    assert tag == f'"{first.json()["hash"]}"'
    for known in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        again = ada.get(path, if_none_match=known)
        assert (again.status_code, again["ETag"], again.content) == (304, tag, b"")
        assert "Authorization" in again["Vary"]
    drawing(ada, path)
    assert ada.get(path, if_none_match=tag).status_code == 200


def test_a_cache_keeps_the_viewers_apart(ada, bob):
    path = chosen(ada, bob)

    for suffix in ("", "/actions", "/events"):
        answer = ada.get(path + suffix)
        assert "Authorization" in answer["Vary"]
        assert answer["Cache-Control"] == "private, no-cache"
    assert ada.get(path)["ETag"] == bob.get(path)["ETag"]
    assert ada.get(path).content != bob.get(path).content


def test_every_answer_about_a_game_carries_its_version_and_hash(ada, bob):
    path = chosen(ada, bob)
    action = {"type": "draw_card", "pile": "transport"}

    seen = [ada.seen(path), ada.seen(f"{path}/actions"), ada.seen(f"{path}/events")]
    seen += [ada.seen("/games")["items"][0], ada.seen("/me/games")["items"][0]]
    seen.append(ada.done(f"{path}/actions?dry_run=true", action))
    assert len({(answer["version"], answer["hash"]) for answer in seen}) == 1
    after = ada.done(f"{path}/actions", action)
    assert (after["version"], after["hash"]) == (ada.seen(path)["version"], ada.seen(path)["hash"])
    assert after["version"] > seen[0]["version"]


@pytest.mark.parametrize("game", ["1", "not-a-uuid", "00000000-0000-0000-0000-00000000000g"])
def test_what_is_no_id_of_a_game_is_not_found(ada, game):
    problem(ada.get(f"/games/{game}"), 404, "not_found")


@pytest.mark.parametrize(("read", "queries"), [("", 1), ("/actions", 1), ("/events", 2)])
def test_a_read_takes_one_query_for_the_token_and_the_table_and_one_for_the_log(
    ada, bob, django_assert_num_queries, read, queries
):
    path = chosen(ada, bob)
    ada.seen(f"{path}{read}")

    with django_assert_num_queries(queries):
        ada.seen(f"{path}{read}")


def test_a_move_takes_one_query_for_the_token_and_the_table_and_one_that_writes(
    ada, bob, django_assert_num_queries
):
    path = chosen(ada, bob)
    ada.seen(path)

    with django_assert_num_queries(2):
        answer = drawing(ada, path)

    assert answer.status_code == 201


def test_a_wrong_token_is_refused_whether_the_game_exists_or_not(api, ada, bob):
    for path in (chosen(ada, bob), f"/games/{uuid4()}"):
        answer = api.get(f"/api/v1{path}", headers={"Authorization": "Bearer nonsense"})

        problem(answer, 401, "unauthenticated")


def test_a_good_token_does_not_find_a_game_that_does_not_exist(ada):
    problem(ada.get(f"/games/{uuid4()}"), 404, "not_found")
