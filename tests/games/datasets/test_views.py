"""Data sets over HTTP: a list, a page, and files that never change."""

import json

import pytest

from games.datasets.announcements import datasets_announce
from games.datasets.writer import UNFINISHED
from games.transparency.sequencer import log_extend
from proof.datasets.content import file_hash

pytestmark = pytest.mark.django_db
PART = "games-00001.ndjson.zst"


@pytest.fixture(autouse=True)
def folder(settings, original):
    settings.DATASETS_DIR = str(original.parent)
    return original


def body(response):
    return b"".join(response.streaming_content)


def test_the_list_leads_to_every_file_which_has_the_hash_of_the_manifest(api, client, folder):
    (item,) = api.get("/api/v1/datasets").json()["items"]
    told = client.get(item["links"]["manifest"])
    manifest = json.loads(body(told))

    assert (item["name"], item["games"], item["licence"]) == ("2026-01", 3, "CC0-1.0")
    assert item["bytes"] == sum(file["bytes"] for file in (*manifest["parts"], *manifest["files"]))
    assert told["Content-Type"] == "application/json"
    for file in (*manifest["parts"], *manifest["files"]):
        found = client.get(f"/datasets/2026-01/{file['file']}")
        assert body(found) == (folder / file["file"]).read_bytes()
        assert file_hash(folder / file["file"]) == (file["bytes"], file["sha256"])
        assert found["Cache-Control"] == "public, max-age=604800, immutable"
        assert found["ETag"].strip('"') == file["sha256"][:32]
        assert found["Content-Length"] == str(file["bytes"])


def test_the_page_names_months_files_and_licence(client):
    page = client.get("/datasets")
    text = page.content.decode()

    assert page.status_code == 200
    assert page["Content-Type"].startswith("text/html")
    for word in ("2026-01", "3 games", "CC0 1.0", f'href="/datasets/2026-01/{PART}"', "games.parquet"):
        assert word in text
    assert client.get("/datasets", headers={"If-None-Match": page["ETag"]}).status_code == 304


def test_a_proof_is_refused_while_the_log_does_not_have_the_manifest(api):
    """Nor does a log that is shorter than the one in the manifest, as after a restore of an old backup."""
    (item,) = api.get("/api/v1/datasets").json()["items"]
    waiting = api.get(item["links"]["proof"])
    datasets_announce()
    log_extend()

    assert (waiting.status_code, waiting.json()["code"]) == (409, "not_in_the_log")
    assert api.get(item["links"]["proof"]).status_code == 409
    assert api.get("/api/v1/datasets/2026-02/proof").json()["code"] == "not_found"


def test_a_server_without_data_sets_says_so(settings, api, client):
    settings.DATASETS_DIR = ""

    assert api.get("/api/v1/datasets").json()["items"] == []
    assert b"There are none yet" in client.get("/datasets").content
    assert client.get(f"/datasets/2026-01/{PART}").status_code == 404


@pytest.mark.parametrize(
    ("wish", "due"),
    [
        ("bytes=0-3", slice(0, 4)),
        ("bytes=100-", slice(100, None)),
        ("bytes=-7", slice(-7, None)),
        ("bytes=5-999999999", slice(5, None)),
    ],
)
def test_a_part_of_a_file_is_sent_on_request(client, folder, wish, due):
    whole = (folder / PART).read_bytes()
    places = range(len(whole))[due]

    response = client.get(f"/datasets/2026-01/{PART}", headers={"Range": wish})

    assert response.status_code == 206
    assert body(response) == whole[due]
    assert response["Content-Range"] == f"bytes {places.start}-{places.stop - 1}/{len(whole)}"
    assert response["Content-Length"] == str(len(places))


@pytest.mark.parametrize("wish", ["bytes=3-1", "bytes=-", "lines=1-2", "bytes=0-1,4-5", "bytes=a-b"])
def test_a_range_that_is_none_is_answered_with_the_whole_file(client, folder, wish):
    response = client.get(f"/datasets/2026-01/{PART}", headers={"Range": wish})

    assert response.status_code == 200
    assert len(body(response)) == (folder / PART).stat().st_size


def test_a_range_beyond_the_end_is_refused_and_one_of_another_file_ignored(client):
    address = f"/datasets/2026-01/{PART}"

    assert client.get(address, headers={"Range": "bytes=999999999-"}).status_code == 416
    whole = client.get(address, headers={"Range": "bytes=0-1", "If-Range": '"other"'})
    assert (whole.status_code, len(body(whole))) == (200, int(client.head(address)["Content-Length"]))
    assert client.get(address, headers={"If-None-Match": client.head(address)["ETag"]}).status_code == 304


@pytest.mark.parametrize(
    "path", ["2026-01/other.json", "2026-02/manifest.json", "2026-01/..%2Fsecret", f"{UNFINISHED}x/{PART}"]
)
def test_nothing_but_the_files_of_a_manifest_is_served(client, folder, path):
    (folder.parent / "secret").write_text("secret")

    assert client.get(f"/datasets/{path}").status_code == 404


def test_a_few_are_downloaded_at_a_time_so_that_slow_readers_do_not_stop_the_server(client, settings):
    settings.HEAVY_READS = 2
    slow = [client.get(f"/datasets/2026-01/{PART}") for _ in range(2)]

    refused = client.get(f"/datasets/2026-01/{PART}")

    assert (refused.status_code, refused.json()["code"]) == (503, "overloaded")
    assert refused["Retry-After"]
    for response in slow:
        body(response)
    assert len(body(client.get(f"/datasets/2026-01/{PART}"))) > 0


def test_a_file_that_cannot_be_read_keeps_no_place(client, settings, monkeypatch):
    settings.HEAVY_READS = 1
    client.raise_request_exception = False
    with monkeypatch.context() as broken:
        broken.setattr("games.datasets.views.file_response", lambda *_: 1 / 0)
        assert client.get(f"/datasets/2026-01/{PART}").status_code == 500

    assert len(body(client.get(f"/datasets/2026-01/{PART}"))) > 0


def test_pages_of_other_origins_may_read_them(client):
    found = client.head(f"/datasets/2026-01/{PART}", headers={"Origin": "https://other.example"})

    assert found["Access-Control-Allow-Origin"] == "*"
    assert "Content-Range" in found["Access-Control-Expose-Headers"]
