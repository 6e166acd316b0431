"""GET /games/{id}/board.svg: the table as everybody may see it."""

from uuid import uuid4
from xml.etree import ElementTree as ET

import pytest

from games.log import store
from games.log.models import Game
from tests.support.callers import chosen, dealt, drawing, opened, problem, wrong_fields
from tests.support.tables import folded_now, play_on, started

pytestmark = pytest.mark.django_db


def picture(caller, path: str) -> bytes:
    answer = caller.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml"), answer.content
    ET.fromstring(answer.content)  # noqa: S314 (our own)
    return answer.content


def test_all_viewers_of_one_version_get_the_same_bytes(api, ada, bob, cleo):
    path = f"{chosen(ada, bob)}/board.svg"

    seen = {picture(caller, path) for caller in (ada, bob, cleo)} | {api.get(f"/api/v1{path}").content}
    assert len(seen) == 1
    assert len({caller.get(path)["ETag"] for caller in (ada, bob, cleo)}) == 1


def test_it_shows_nobodys_name_and_no_card_by_its_face(ada, bob):
    path = chosen(ada, bob)
    drawn = picture(ada, f"{path}/board.svg").decode()

    assert "ada" not in drawn
    assert all(ticket not in drawn for ticket in ada.seen(path)["view"]["seats"][0]["tickets"])


def test_a_private_table_does_not_exist_for_strangers(api, ada, bob, cleo):
    path = dealt(ada, bob, visibility="private")
    nowhere = f"/games/{uuid4()}"

    for suffix in ("/board.svg", "/board.svg?at=1"):
        assert picture(ada, path + suffix) == picture(bob, path + suffix)
        here, there = cleo.get(path + suffix), cleo.get(nowhere + suffix)
        assert problem(here, 404, "not_found")["detail"] == problem(there, 404, "not_found")["detail"]
        problem(api.get(f"/api/v1{path}{suffix}"), 404, "not_found")
    known = ada.get(f"{path}/board.svg")["ETag"]
    problem(cleo.get(f"{path}/board.svg", if_none_match=known), 404, "not_found")


def test_a_known_picture_is_not_sent_again_until_something_happens(ada, bob):
    path = chosen(ada, bob)
    first = ada.get(f"{path}/board.svg")
    again = ada.get(f"{path}/board.svg", if_none_match=first["ETag"])

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert first["Cache-Control"] == again["Cache-Control"] == "private, no-cache"
    assert "Authorization" in first["Vary"]
    drawing(ada, path)
    assert ada.get(f"{path}/board.svg", if_none_match=first["ETag"]).status_code == 200


def test_a_past_moment_looks_as_it_did(ada, bob):
    path = chosen(ada, bob)
    then, version = picture(ada, f"{path}/board.svg"), ada.seen(path)["version"]
    drawing(ada, path)

    assert picture(ada, f"{path}/board.svg") != then
    assert picture(ada, f"{path}/board.svg?at={version}") == then
    assert picture(bob, f"{path}/board.svg?at=1") != then


def test_claims_are_drawn_as_they_stand(api):
    game, _ = started("london", 3)
    state = play_on(game.id, actions=120).state

    tree = ET.fromstring(api.get(f"/api/v1/games/{game.id}/board.svg").content)  # noqa: S314 (our own)
    claimed = {found.get("id") for found in tree.iter() if "route claimed" in found.get("class", "")}
    assert state is not None
    assert claimed == {f"route-{route}" for route in state.claims} != set()


def marked(api, game: Game, at: int) -> list[str | None]:
    tree = ET.fromstring(api.get(f"/api/v1/games/{game.id}/board.svg?at={at}").content)  # noqa: S314 (our own)
    return [found.get("data-route") for found in tree.iter() if "last" in found.get("class", "").split()]


def test_the_last_move_is_marked_until_the_next_one(api):
    game, _ = started("london", 2)
    play_on(game.id, actions=60)
    rows = list(store.rows_of(game.id))
    claim, *others = [row for row in rows if row.type == "route_claimed"]
    turns = [row.seq for row in rows if row.type == "turn_began" and row.seq > claim.seq]

    assert marked(api, game, claim.seq - 1) == []
    assert marked(api, game, claim.seq) == marked(api, game, turns[0]) == [claim.public["route"]]
    later = {row.public["route"] for row in others if row.seq < turns[1]}
    assert marked(api, game, turns[1]) == list(later)


def test_every_moment_of_a_game_can_be_drawn(api):
    game, _ = started("berlin", 2)
    play_on(game.id, actions=30)

    for at in range(1, folded_now(game.id).seq + 1):
        assert api.get(f"/api/v1/games/{game.id}/board.svg?at={at}").status_code == 200


def test_a_table_that_waits_for_players_says_so(ada):
    assert b"waiting for players: 1 of 2 seats taken" in picture(ada, f"{opened(ada)}/board.svg")


def test_it_loads_and_runs_nothing(ada):
    answer = ada.get(f"{opened(ada)}/board.svg")

    assert answer["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'; sandbox"


def test_games_tell_where_their_pictures_are(ada, bob):
    path = chosen(ada, bob)

    for links in (ada.seen(path)["links"], ada.seen("/games")["items"][0]["links"]):
        assert links["picture"] == f"/api/v1{path}/board.svg"


def test_a_moment_that_has_not_been_is_not_found(ada):
    problem(ada.get(f"{opened(ada)}/board.svg?at=99999"), 400, "invalid")


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("at=0", {"at": "min_value"}),
        ("at=x", {"at": "invalid"}),
        ("size=9", {"size": "unknown"}),
        ("at=1&at=2", {"at": "twice"}),
    ],
)
def test_a_wrong_parameter_is_named(ada, query, fields):
    assert wrong_fields(ada.get(f"{opened(ada)}/board.svg?{query}")) == fields
