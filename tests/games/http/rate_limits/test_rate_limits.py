"""Limits and the headers that tell of them."""

import time

import pytest
from django.utils import timezone

from games.accounts.models import Token
from games.accounts.services import token_create
from games.counters import Account, Policy, charge
from games.http import rate_limits
from tests.support.accounts import bearer, signed_up, token_for
from tests.support.rate_limits import INDEX, new_address, new_household, standing

pytestmark = pytest.mark.django_db
PLAYERS = "/api/v1/players"
ME = "/api/v1/me"


def refused(response, *policies: str) -> None:
    assert (response.status_code, response.json()["code"]) == (429, "throttled")
    assert response["Content-Type"] == "application/problem+json"
    assert [policy["name"] for policy in response.json()["context"]["policies"]] == list(policies)
    left, seconds = standing(response)[policies[0]]
    assert left == 0
    assert int(response["Retry-After"]) == seconds > 0


def sign_up(api, name, **more):
    return api.post(PLAYERS, {"name": name}, content_type="application/json", **more)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("get", INDEX, 200),
        ("get", "/api/v1/problems", 200),
        ("get", "/api/v1/nope", 404),
        ("get", "/api/nope", 404),
        ("post", INDEX, 405),
        ("post", PLAYERS, 415),
        ("get", "/api/v1/me", 401),
        ("get", "/api/v1/schema", 200),
        ("options", INDEX, 200),
    ],
)
def test_every_answer_of_the_api_tells_the_policy_and_the_standing(client, counters, method, path, status):
    response = getattr(client, method)(path)

    assert response.status_code == status
    assert response["RateLimit-Policy"].startswith('"address";q=3;w=60')
    left, seconds = standing(response)["address"]
    assert left == 2
    assert 0 < seconds <= 60


def test_an_address_without_a_token_is_refused_once_it_has_used_its_quota(api, client, counters):
    assert [standing(api.get(INDEX))["address"][0] for _ in range(3)] == [2, 1, 0]

    refused(api.get(INDEX), "address")
    refused(client.get("/api/v1/nope"), "address")


def test_when_the_window_is_over_all_is_there_again(api, counters, address):
    for _ in range(4):
        api.get(INDEX)
    key = f"limit:address:{address}"
    assert 0 < counters.ttl(key) <= 60

    counters.pexpire(key, 1)
    time.sleep(0.02)

    assert standing(api.get(INDEX))["address"][0] == 2


def left_of(response) -> int:
    return standing(response)["player"][0]


def test_a_player_is_counted_alone_whatever_the_address_has_used(api, counters):
    (_, ada), (_, bob) = signed_up("ada"), signed_up("bob")
    for _ in range(4):
        api.get(INDEX)

    assert [left_of(api.get(ME, headers=ada)) for _ in range(5)] == [4, 3, 2, 1, 0]
    refused(api.get(ME, headers=ada), "player")
    response = api.get(ME, headers=bob)
    assert response["RateLimit-Policy"] == '"player";q=5;w=60'
    assert left_of(response) == 4


def test_all_tokens_of_a_player_share_one_limit(api, counters):
    player, first = signed_up()
    second = token_for(player, "games:read")

    assert [left_of(api.get(ME, headers=headers)) for headers in (first, second, first)] == [4, 3, 2]


def test_a_new_token_does_not_reset_the_limit(api, counters):
    _, headers = signed_up()
    made = []
    while (answer := mint(api, headers)).status_code == 201:
        headers = bearer(answer.json()["token"])
        made.append(headers)

    assert len(made) == 5
    refused(answer, "player")
    # Nobody has used the newest token yet, and it is refused before anything is carried out.
    refused(mint(api, made[-1]), "player")
    assert Token.objects.count() == 1 + len(made)


def mint(api, headers):
    wish = {"name": "one more", "scopes": ["account"]}
    return api.post("/api/v1/me/tokens", wish, content_type="application/json", headers=headers)


def test_a_token_that_was_revoked_does_not_use_up_its_players_limit(api, counters, address):
    player, headers = signed_up()
    _, leaked = token_create(player, name="leaked", scopes=["games:read"])
    api.get(ME, headers=bearer(leaked))
    player.tokens.filter(name="leaked").delete()
    statuses = [api.get(ME, headers=bearer(leaked)).status_code for _ in range(4)]

    assert statuses == [401, 401, 401, 429]
    elsewhere = api.get(ME, headers=headers, REMOTE_ADDR=new_address())
    assert left_of(elsewhere) == 2  # the leaked token was counted once while valid and once until noticed
    assert int(counters.get(f"limit:wrong_token:{address}")) == 4


def test_a_first_use_of_a_token_does_not_count_as_a_wrong_one(api, counters, address):
    _, headers = signed_up()
    response = api.get(ME, headers=headers)

    assert response["RateLimit-Policy"] == '"player";q=5;w=60'
    assert counters.get(f"limit:wrong_token:{address}") == b"0"


def test_a_token_that_nobody_checks_counts_by_its_address(client, counters):
    for left in (2, 1, 0):
        assert standing(client.get("/api/nope", headers=bearer("sb_made-up")))["wrong_token"][0] == left

    refused(client.get("/api/nope", headers=bearer("sb_made-up")), "wrong_token")


def test_a_process_that_has_seen_too_many_tokens_begins_anew(api, counters, monkeypatch):
    monkeypatch.setattr(rate_limits, "_REMEMBERED", 1)
    (_, ada), (_, bob) = signed_up("ada"), signed_up("bob")

    assert [left_of(api.get(ME, headers=headers)) for headers in (ada, bob, ada, bob)] == [4, 4, 3, 3]


def test_no_token_is_stored_in_the_counters(api, counters):
    _, headers = signed_up()
    api.get("/api/v1/me", headers=headers)

    plain = headers["Authorization"].split()[1]
    assert not [key for key in counters.scan_iter("*") if plain.encode() in key]


def test_making_up_tokens_does_not_get_around_the_limit(api, counters):
    for number in range(3):
        assert api.get(INDEX, headers=bearer(f"sb_made-up-{number}")).status_code == 401

    refused(api.get(INDEX, headers=bearer("sb_made-up-too")), "wrong_token")


def test_a_right_token_gets_in_where_others_have_sent_wrong_ones(api, counters, address):
    _, ada = signed_up("ada")
    for number in range(9):
        api.get(INDEX, headers=bearer(f"sb_made-up-{number}"))

    refused(api.get(ME, headers=bearer("sb_made-up-too")), "wrong_token")
    assert [left_of(api.get(ME, headers=ada)) for _ in range(2)] == [4, 3]
    refused(api.get(ME, headers=bearer("sb_made-up-again")), "wrong_token")
    assert int(counters.get(f"limit:wrong_token:{address}")) == 11


def test_a_right_token_does_not_get_around_its_players_limit_there(api, counters):
    player, first = signed_up("ada")
    for number in range(4):
        api.get(INDEX, headers=bearer(f"sb_made-up-{number}"))
    for _ in range(5):
        assert api.get(ME, headers=first).status_code == 200

    refused(api.get(ME, headers=token_for(player, "games:read")), "player")


def test_an_expired_token_is_a_wrong_one_there_too(api, counters):
    player, _ = signed_up("ada")
    expired, plain = token_create(player, name="old", scopes=["games:read"])
    Token.objects.filter(pk=expired.pk).update(expires_at=timezone.now())
    for number in range(3):
        api.get(INDEX, headers=bearer(f"sb_made-up-{number}"))

    refused(api.get(ME, headers=bearer(plain)), "wrong_token")


def test_a_flood_of_wrong_tokens_is_a_query_each_and_then_none(api, counters, django_assert_num_queries):
    for number in range(3):
        api.get(INDEX, headers=bearer(f"sb_made-up-{number}"))
    with django_assert_num_queries(27):
        for number in range(3, 30):
            refused(api.get(INDEX, headers=bearer(f"sb_made-up-{number}")), "wrong_token")
    with django_assert_num_queries(0):
        for number in range(30, 40):
            refused(api.get(INDEX, headers=bearer(f"sb_made-up-{number}")), "wrong_token")


def test_what_is_no_bearer_token_counts_as_none(api, counters):
    response = api.get(INDEX, headers={"Authorization": "Basic YWRhOmFkYQ=="})

    assert response.status_code == 401
    assert standing(response).keys() == {"address"}


def test_signing_up_has_a_limit_of_its_own_beside_the_other(api, counters, settings):
    settings.RATE_LIMIT_ADDRESS = 100
    response = sign_up(api, "ada")

    assert response["RateLimit-Policy"] == '"address";q=100;w=60, "sign_up";q=2;w=3600'
    assert standing(response)["sign_up"][0] == 1
    assert 3590 < standing(response)["sign_up"][1] <= 3600
    assert sign_up(api, "bob").status_code == 201
    refused(sign_up(api, "eve"), "sign_up")
    assert api.get(f"{PLAYERS}/eve").status_code == 404


@pytest.mark.parametrize(("name", "status"), [("not a name", 400), ("admin", 400), ("Ada", 409)])
def test_a_refused_sign_up_does_not_use_up_the_limit(api, counters, settings, name, status):
    settings.RATE_LIMIT_ADDRESS = 100
    sign_up(api, "ada")
    for _ in range(4):
        response = sign_up(api, name)
        assert (response.status_code, standing(response)["sign_up"][0]) == (status, 1)

    assert standing(sign_up(api, "bob"))["sign_up"][0] == 0
    refused(sign_up(api, "eve"), "sign_up")


def test_nobody_can_try_names_without_end(api, counters, settings):
    settings.RATE_LIMIT_ADDRESS = 100
    for _ in range(20):
        assert sign_up(api, "admin").status_code == 400

    refused(sign_up(api, "ada"), "sign_up_tries")


def test_a_refusal_after_the_window_has_ended_leaves_no_counter_for_ever(api, counters, address):
    counters.set(f"limit:sign_up:{address}", 0, px=1)
    time.sleep(0.01)
    charge([Account(Policy("sign_up", 2, 3600), address, cost=-1)])

    assert 0 < counters.ttl(f"limit:sign_up:{address}") <= 3600


def test_a_token_does_not_help_to_sign_up_more_often(api, counters):
    _, headers = signed_up()
    for name in ("bob", "eve"):
        assert sign_up(api, name, headers=headers).status_code == 201

    refused(sign_up(api, "zoe", headers=headers), "sign_up")


def addressed(client, remote: str, forwarded: str | None = None) -> int:
    more = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    return standing(client.get(INDEX, REMOTE_ADDR=remote, **more))["address"][0]


def test_each_address_has_its_own_count(client, counters):
    one, two = new_address(), new_address()

    assert [addressed(client, who) for who in (one, two, one)] == [2, 2, 1]


def test_one_household_of_ipv6_counts_as_one_address(client, counters):
    one, two = new_household(), new_household()

    assert [addressed(client, who) for who in (f"{one}::1", f"{two}::1", f"{one}:ff::9")] == [2, 2, 1]


def test_an_address_of_ipv4_written_as_ipv6_is_itself(client, counters):
    one, two = new_address(), new_address()

    assert [addressed(client, who) for who in (f"::ffff:{one}", f"::ffff:{two}", one)] == [2, 2, 1]


def test_without_a_proxy_what_a_request_says_of_its_origin_is_not_believed(client, counters, address):
    assert addressed(client, address, new_address()) == 2
    assert addressed(client, address, new_address()) == 1


def test_behind_a_proxy_only_what_the_proxy_added_last_is_believed(client, counters, settings, address):
    settings.BEHIND_PROXY = True
    one, two = new_address(), new_address()

    assert addressed(client, address, f"{two}, {one}") == 2
    assert addressed(client, address, f"made up,{one}") == 1
    assert addressed(client, address, f"{one}, {two}") == 2
    assert addressed(client, address) == 2


def test_a_page_elsewhere_can_read_that_it_is_to_wait(client, counters):
    for _ in range(4):
        response = client.get(INDEX, headers={"Origin": "https://client.example"})

    assert (response.status_code, response["Access-Control-Allow-Origin"]) == (429, "*")
    assert {"RateLimit", "RateLimit-Policy", "Retry-After"} <= set(
        response["Access-Control-Expose-Headers"].split(", ")
    )
