"""POST /games: opening a table."""

import pytest

from games.log.models import Event, Game
from tests.support.accounts import token_for
from tests.support.callers import problem, wrong_fields

pytestmark = pytest.mark.django_db


def create(caller, **body):
    return caller.post("/games", {"ruleset": "london", "seats": 2, **body})


def test_a_table_is_opened_and_its_host_sits_down(ada):
    answer = create(ada)

    table = answer.json()
    assert answer.status_code == 201
    assert answer["Location"] == f"/api/v1/games/{table['id']}" == table["links"]["self"]
    assert answer["ETag"] == f'"{table["hash"]}"'
    assert (table["ruleset"], table["status"], table["host"]) == ("london@1", "open", "ada")
    assert (table["version"], table["seat"], table["visibility"]) == (2, 0, "public")
    assert table["seats"][0] == {"seat": 0, "taken": True, "is_bot": False, "player": "ada"}
    assert table["seats"][1] == {"seat": 1, "taken": False, "is_bot": False}
    assert "seed" not in table
    assert "view" not in table


def test_the_server_is_bound_to_its_seed_from_the_first_event(ada):
    table = create(ada).json()
    first = ada.seen(f"/games/{table['id']}/events")["items"][0]

    assert first["public"]["commitment"] == table["commitment"]
    assert first["prev"] == "0" * 64


def test_no_share_in_the_chance_is_known_before_the_server_is_bound_to_its_own(ada):
    """Whoever sees both can choose the deal: 16 tries were enough for two wild cards."""
    assert wrong_fields(create(ada, client_seed="5eed")) == {"client_seed": "unknown"}


def test_a_host_need_not_sit_down(ada):
    table = create(ada, sit=False).json()

    assert "seat" not in table
    assert [seat["taken"] for seat in table["seats"]] == [False, False]
    assert table["version"] == 1


def test_bots_sit_where_the_host_does_not(ada):
    table = create(ada, seats=3, bots=["random", "random"]).json()

    assert [seat.get("bot") for seat in table["seats"]] == [None, "random", "random"]
    assert [seat["is_bot"] for seat in table["seats"]] == [False, True, True]


def test_options_are_kept_and_the_others_have_their_defaults(ada):
    table = create(ada, ruleset="world@1", seats=5, options={"first": "4"}).json()

    assert table["options"]["first"] == "4"
    assert len(table["options"]) == 2


@pytest.mark.parametrize(
    ("clock", "kept"),
    [
        ({"per_action": 60}, {"per_action": 60, "strikes": 3}),
        ({"bank": 600, "increment": 10}, {"bank": 600, "increment": 10, "strikes": 3}),
        ({"bank": 600, "strikes": 1}, {"bank": 600, "strikes": 1}),
    ],
)
def test_a_clock_counts_each_action_or_a_bank(ada, clock, kept):
    assert create(ada, clock=clock).json()["clock"] == kept


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_a_table_open_to_all_has_no_invite_code(ada, visibility):
    assert "invite_code" not in create(ada, visibility=visibility).json()


def test_a_private_table_has_an_invite_code(ada):
    assert len(create(ada, visibility="private").json()["invite_code"]) == 16


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"ruleset": None}, {"ruleset": "null"}),
        ({"ruleset": "chess"}, {"ruleset": "invalid"}),
        ({"ruleset": "london@9"}, {"ruleset": "invalid"}),
        ({"ruleset": " london"}, {"ruleset": "invalid"}),
        ({"ruleset": 1}, {"ruleset": "type"}),
        ({"ruleset": "x" * 41}, {"ruleset": "max_length"}),
        ({"ruleset": "lon\0don"}, {"ruleset": "null_characters_not_allowed"}),
        ({"seats": "2"}, {"seats": "type"}),
        ({"seats": 2.0}, {"seats": "type"}),
        ({"seats": True}, {"seats": "type"}),
        ({"seats": 0}, {"seats": "min_value"}),
        ({"seats": 17}, {"seats": "max_value"}),
        ({"bots": "random"}, {"bots": "type"}),
        ({"bots": [1]}, {"bots": "type"}),
        ({"bots": ["random"] * 17}, {"bots": "max_length"}),
        ({"options": []}, {"options": "type"}),
        ({"options": {"first": 1}}, {"options": "type"}),
        ({"visibility": "secret"}, {"visibility": "invalid_choice"}),
        ({"visibility": 1}, {"visibility": "type"}),
        ({"clock": None}, {"clock": "null"}),
        ({"clock": {}}, {"clock": "invalid"}),
        ({"clock": {"per_action": 60, "bank": 60}}, {"clock": "invalid"}),
        ({"clock": {"per_action": 60, "increment": 1}}, {"clock.increment": "invalid"}),
        ({"clock": {"per_action": "60"}}, {"clock.per_action": "type"}),
        ({"clock": {"per_action": 4}}, {"clock.per_action": "min_value"}),
        ({"clock": {"per_action": 10**7}}, {"clock.per_action": "max_value"}),
        ({"clock": {"per_action": 60, "strikes": 0}}, {"clock.strikes": "min_value"}),
        ({"clock": {"per_action": 60, "hours": 1}}, {"clock.hours": "unknown"}),
        ({"bot_delay": -1}, {"bot_delay": "min_value"}),
        ({"bot_delay": 60_001}, {"bot_delay": "max_value"}),
        ({"bot_delay": "1"}, {"bot_delay": "type"}),
        ({"sit": 1}, {"sit": "type"}),
        ({"sit": "yes"}, {"sit": "type"}),
        ({"seat": 0, "host": "bob"}, {"seat": "unknown", "host": "unknown"}),
        ({"seats": "2", "sit": 1, "extra": 1}, {"seats": "type", "sit": "type", "extra": "unknown"}),
    ],
)
def test_a_wrong_field_is_named_and_nothing_is_opened(ada, body, fields):
    assert wrong_fields(create(ada, **body)) == fields
    assert Game.objects.count() == Event.objects.count() == 0


@pytest.mark.parametrize("field", ["ruleset", "seats"])
def test_a_missing_field_is_named(ada, field):
    body = {"ruleset": "london", "seats": 2}
    del body[field]

    assert wrong_fields(ada.post("/games", body)) == {field: "required"}


@pytest.mark.parametrize("body", [[], '"london"', 1, [{"ruleset": "london", "seats": 2}]])
def test_a_body_that_is_no_object_is_refused(ada, body):
    problem(ada.post("/games", body), 400, "invalid")


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({"seats": 5}, "seats", "wrong_seat_count"),
        ({"seats": 1}, "seats", "wrong_seat_count"),
        ({"options": {"first": "2"}}, "options.first", "wrong_option"),
        ({"options": {"weather": "fine"}}, "options.weather", "unknown_option"),
        ({"bots": ["hal"]}, "bots.0", "unknown_bot"),
        ({"seats": 3, "bots": ["random", "random:speed=9"]}, "bots.1", "unknown_bot"),
    ],
)
def test_a_table_nobody_could_play_at_is_refused_by_the_field_that_is_wrong(ada, body, field, code):
    assert wrong_fields(create(ada, **body)) == {field: code}
    assert Game.objects.count() == Event.objects.count() == 0


def test_a_table_without_a_seat_for_its_host_is_refused(ada):
    problem(create(ada, bots=["random", "random"]), 409, "table_full")

    assert Game.objects.count() == Event.objects.count() == 0


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (
            {"bots": ["random", "random"]},
            '2 bots and you do not fit into 2 seats; send `"sit": false` for a table of bots alone.',
        ),
        ({"bots": ["random"] * 3}, "Every seat at this table is taken."),
        (
            {"bots": ["search:seconds=0.1"]},
            (
                "bots.0: A bot at a table takes no settings, so search:seconds=0.1 cannot be seated. "
                "Available bots: greedy, planner, random, search."
            ),
        ),
        (
            {"options": {"colour": "red"}},
            "options.colour: london@1 has no option colour; its options: first.",
        ),
        ({"seats": 5}, "seats: london@1 is played with 2 to 4 seats, not 5."),
        (
            {"options": {"first": "2"}},
            "options.first: The option first cannot be 2; its choices: random, 0, 1.",
        ),
    ],
)
def test_a_refusal_says_what_to_send_instead(ada, body, sentence):
    assert create(ada, **body).json()["detail"] == sentence


def test_a_table_takes_a_token_that_may_play(api, ada):
    body = {"ruleset": "london", "seats": 2}
    problem(api.post("/api/v1/games", body, content_type="application/json"), 401, "unauthenticated")

    ada.headers = token_for(ada.player, "games:read")
    assert problem(ada.post("/games", body), 403, "missing_scope")["context"]["scope"] == "games:play"


def test_a_body_beyond_all_measure_is_not_read(ada):
    problem(create(ada, name="x" * (1 << 20)), 413, "too_large")
