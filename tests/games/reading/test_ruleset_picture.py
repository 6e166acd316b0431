"""GET /rulesets/{id}/board.svg: the board as a picture."""

from xml.etree import ElementTree as ET

import pytest

from rules import catalogue
from tests.support.callers import problem, wrong_fields

NAMES = [found.name for found in catalogue()]
PATH = "/api/v1/rulesets"


@pytest.mark.parametrize("name", NAMES)
def test_every_board_is_a_picture(api, name):
    answer = api.get(f"{PATH}/{name}/board.svg")

    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    assert ET.fromstring(answer.content).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 (our own)


def test_it_may_be_shown_anywhere_but_loads_and_runs_nothing(api):
    answer = api.get(f"{PATH}/london@1/board.svg")

    assert answer["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'; sandbox"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == "public, max-age=3600"


def test_a_name_without_a_version_is_its_newest(api):
    short, canonical = api.get(f"{PATH}/london/board.svg"), api.get(f"{PATH}/london@1/board.svg")

    assert (short.content, short["ETag"]) == (canonical.content, canonical["ETag"])
    assert short["Content-Location"] == f"{PATH}/london@1/board.svg"


def test_who_has_it_already_gets_nothing_but_that_it_is_unchanged(api):
    first = api.get(f"{PATH}/world/board.svg")
    again = api.get(f"{PATH}/world/board.svg", headers={"If-None-Match": first["ETag"]})

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert api.get(f"{PATH}/world/board.svg", headers={"If-None-Match": '"x"'}).status_code == 200
    assert len({api.get(f"{PATH}/{name}/board.svg")["ETag"] for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize("accept", ["image/svg+xml", "image/avif,image/webp,image/*,*/*;q=0.8", "*/*"])
def test_it_is_sent_to_whoever_takes_pictures(api, accept):
    assert api.get(f"{PATH}/london/board.svg", headers={"Accept": accept}).status_code == 200


def test_whoever_asks_what_may_be_done_with_it_is_told_the_methods(api):
    answer = api.options(f"{PATH}/london/board.svg")

    assert (answer.status_code, answer["Allow"], answer.content) == (204, "GET, HEAD, OPTIONS", b"")


def test_who_takes_no_pictures_is_told(api):
    problem(
        api.get(f"{PATH}/london/board.svg", headers={"Accept": "application/json"}), 406, "not_acceptable"
    )


@pytest.mark.parametrize("name", ["paris", "london@2", "LONDON", "x" * 3000])
def test_a_game_that_is_not_played_here(api, name):
    problem(api.get(f"{PATH}/{name}/board.svg", headers={"Accept": "image/svg+xml"}), 404, "not_found")


def test_a_wrong_parameter_is_named(api):
    assert wrong_fields(api.get(f"{PATH}/london/board.svg?at=3")) == {"at": "unknown"}


def test_rulesets_tell_where_their_picture_is(api):
    listed = api.get(PATH).json()["items"]

    for found in (*listed, api.get(f"{PATH}/london").json()):
        assert found["links"]["picture"] == f"{PATH}/{found['id']}/board.svg"
        assert api.get(found["links"]["picture"]).status_code == 200


def test_it_can_be_read_and_not_written(api):
    assert api.post(f"{PATH}/london/board.svg", {}, content_type="application/json").status_code == 405
