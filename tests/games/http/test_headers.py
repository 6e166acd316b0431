"""What every answer says about itself."""

import pytest

pytestmark = pytest.mark.django_db  # the metrics look at what was proved

PATHS = ["/healthz", "/api/v1", "/docs", "/metrics", "/nope"]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_the_headers_that_keep_a_browser_careful(client, path):
    response = client.get(path)

    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert response["Referrer-Policy"] == "same-origin"
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]


@pytest.mark.parametrize("path", PATHS)
def test_no_answer_sets_a_cookie(client, path):
    assert not client.get(path).cookies


@pytest.mark.parametrize("path", ["client/index.js", "pages/pages.css"])
def test_a_module_or_a_style_sheet_says_no_more_than_its_reader_needs(client, path):
    response = client.head(f"/static/{path}")

    allowed = {"Access-Control-Allow-Origin"} if path.startswith("client/") else set()
    needed = {"Cache-Control", "Content-Length", "Content-Type", "ETag", "X-Content-Type-Options"}
    assert set(response.headers) == needed | allowed
    assert response["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("kind", [".svg", ".html"])
def test_a_file_that_a_browser_can_show_as_a_page_has_a_policy(client, settings, kind):
    names = {".svg": f"web-{settings.WEB_VERSION}/icons/icon.svg", ".html": "client/verify.html"}

    response = client.head(f"/static/{names[kind]}")
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"


def test_a_file_can_only_be_read(client):
    response = client.post("/static/client/index.js")

    assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")


def test_with_https_only_a_plain_request_is_sent_to_https_but_a_probe_is_answered(client, settings):
    settings.SECURE_SSL_REDIRECT = True

    assert client.get("/api/v1")["Location"] == "https://testserver/api/v1"
    assert client.get("/healthz").status_code == 200


def test_over_https_the_browser_is_told_to_stay_there(client):
    assert "max-age=31536000" in client.get("/api/v1", secure=True)["Strict-Transport-Security"]


def test_any_origin_may_call_the_api_but_not_with_credentials(client):
    response = client.get("/api/v1", headers={"Origin": "https://client.example"})

    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response
    assert "X-Request-ID" in response["Access-Control-Expose-Headers"]


def test_an_error_can_be_read_by_any_origin_too(client):
    response = client.get("/api/v1/nope", headers={"Origin": "https://client.example"})

    assert (response.status_code, response["Access-Control-Allow-Origin"]) == (404, "*")


def test_a_browser_asking_first_may_send_a_token_and_an_idempotency_key(client):
    response = client.options(
        "/api/v1",
        headers={
            "Origin": "https://client.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,idempotency-key",
        },
    )

    allowed = response["Access-Control-Allow-Headers"]
    assert "authorization" in allowed
    assert "idempotency-key" in allowed


@pytest.mark.parametrize("path", ["/openapi.json", "/openapi.yaml", "/.well-known/signalbox-key"])
def test_what_clients_look_up_outside_the_api_is_open_to_every_page_too(client, path):
    response = client.get(path, headers={"Origin": "https://client.example"})

    assert response.status_code in (200, 302)
    assert response["Access-Control-Allow-Origin"] == "*"


def test_outside_the_api_no_origin_is_invited(client):
    assert "Access-Control-Allow-Origin" not in client.get(
        "/healthz", headers={"Origin": "https://client.example"}
    )


def test_a_request_id_that_is_offered_is_kept(client):
    assert client.get("/healthz", headers={"X-Request-ID": "order-66.a_b"})["X-Request-ID"] == "order-66.a_b"


@pytest.mark.parametrize("offered", ["", "a b", "x" * 65, "é", "<script>", "a\tb"])
def test_a_request_id_that_could_harm_a_log_is_replaced(client, offered):
    given = client.get("/healthz", headers={"X-Request-ID": offered})["X-Request-ID"]

    assert given != offered
    assert len(given) == 32


def test_two_requests_have_two_ids(client):
    assert client.get("/healthz")["X-Request-ID"] != client.get("/healthz")["X-Request-ID"]


def test_a_request_is_logged_with_its_id(client, caplog, redis_url):
    with caplog.at_level("INFO", logger="signalbox.requests"):
        client.get("/healthz")

    assert [record.getMessage() for record in caplog.records] == ["GET /healthz 200"]
