from datetime import UTC, datetime, timedelta

import pytest

from tests.support.api_client import document

pytestmark = pytest.mark.django_db


def test_the_index_tells_version_and_time(api):
    index = api.get("/api/v1").json()

    assert index["version"] == "v1"
    assert abs(datetime.now(UTC) - datetime.fromisoformat(index["time"])) < timedelta(seconds=30)
    assert index["time"].endswith("Z")


def test_the_reference_shows_the_index_as_it_is(api):
    index = api.get("/api/v1").json()
    content = document()["paths"]["/api/v1"]["get"]["responses"]["200"]["content"]["application/json"]
    (shown,) = (example["value"] for example in content["examples"].values())

    assert {**shown, "time": index["time"]} == index


@pytest.mark.parametrize("path", ["/api/v1/", "/api/v1/?a=b"])
def test_a_slash_too_many_leads_to_the_index(client, path):
    answer = client.get(path)

    assert (answer.status_code, answer["Location"]) == (302, path.replace("/v1/", "/v1"))
    assert client.post(path).status_code == 405


def test_every_address_of_the_document_that_needs_no_id_is_linked(api):
    links = set(api.get("/api/v1").json()["links"].values())

    assert {path for path in document()["paths"] if "{" not in path} <= links
    assert {"/docs", "/.well-known/signalbox-key"} <= links


@pytest.mark.parametrize(
    "name", ["self", "games", "leaderboards", "bots", "rulesets", "problems", "schema", "health"]
)
def test_a_link_of_the_index_leads_somewhere(api, client, name):
    link = api.get("/api/v1").json()["links"][name]

    assert link.startswith("/")
    assert client.get(link).status_code == 200


@pytest.mark.parametrize(
    ("name", "status"),
    [("players", 405), ("me", 401), ("tokens", 401), ("stream", 401), ("webhooks", 401)],
)
def test_a_link_that_takes_more_than_a_look_leads_somewhere_too(api, name, status):
    link = api.get("/api/v1").json()["links"][name]

    assert api.get(link).status_code == status
