"""What a client library finds out by itself (RFC 8414), and what pages of other origins may call."""

from __future__ import annotations

import pytest
from django.urls import resolve

METADATA = "/.well-known/oauth-authorization-server"
ELSEWHERE = {"Origin": "https://app.example.org"}


def test_every_endpoint_that_it_names_exists(client):
    answer = client.get(METADATA)
    found = answer.json()

    assert answer["Content-Type"] == "application/json"
    assert found["issuer"] == "http://testserver"
    endpoints = {name: url for name, url in found.items() if name.endswith("_endpoint")}
    assert len(endpoints) == 4
    for url in endpoints.values():
        assert resolve(url.removeprefix(found["issuer"]))


def test_it_offers_oauth_2_1_and_nothing_older(client):
    found = client.get(METADATA).json()

    assert found["response_types_supported"] == ["code"]
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert found["authorization_response_iss_parameter_supported"] is True
    assert set(found["grant_types_supported"]) == {
        "authorization_code",
        "refresh_token",
        "urn:ietf:params:oauth:grant-type:device_code",
    }
    assert "audit" not in found["scopes_supported"]
    assert not [name for name in found if "introspection" in name]
    assert client.post("/oauth/introspect").status_code == 404


@pytest.mark.parametrize("path", [METADATA, "/oauth/token", "/oauth/revoke", "/oauth/device-authorization"])
def test_pages_of_other_origins_may_call_it(client, path):
    asked = {**ELSEWHERE, "Access-Control-Request-Method": "POST"}
    preflight = client.options(path, headers=asked)

    assert preflight["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in preflight
    assert client.post(path, headers=ELSEWHERE)["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("path", ["/oauth/authorize", "/oauth/device", "/account/apps"])
def test_pages_for_people_are_not_for_other_origins(client, path):
    assert "Access-Control-Allow-Origin" not in client.get(path, headers=ELSEWHERE)
