"""A client that is nothing but a page on another origin, and somebody who signs in to it with a browser."""

from __future__ import annotations

import json

from tests.support.browser import Page
from tests.support.http_server import Handler

BACK = "http://localhost/back"  # as registered; the port is whichever is free
PASSWORD = "a horse with a stapler"

# What a library for OAuth does, in as few lines.
_CLIENT = """<!doctype html><meta charset="utf-8"><title>A client</title><script>
const base64url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const here = location.origin + "/back";
const metadata = async (issuer) =>
    (await fetch(issuer + "/.well-known/oauth-authorization-server")).json();
const begin = async (issuer, client_id, scope) => {
    const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
    const state = base64url(crypto.getRandomValues(new Uint8Array(16)));
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    sessionStorage.setItem("begun", JSON.stringify({issuer, client_id, verifier, state}));
    location.assign((await metadata(issuer)).authorization_endpoint + "?" + new URLSearchParams({
        response_type: "code", client_id, redirect_uri: here, scope, state,
        code_challenge: base64url(digest), code_challenge_method: "S256",
    }));
};
const ask = async (endpoint, form) => {
    const {issuer, client_id} = JSON.parse(sessionStorage.getItem("begun"));
    const body = new URLSearchParams({client_id, ...form});
    const answer = await fetch((await metadata(issuer))[endpoint], {method: "POST", body});
    return {status: answer.status, ...(await answer.json())};
};
const finish = async () => {
    const begun = JSON.parse(sessionStorage.getItem("begun")), said = new URLSearchParams(location.search);
    if (said.get("state") !== begun.state || said.get("iss") !== begun.issuer) throw new Error("not ours");
    if (said.has("error")) return {error: said.get("error")};
    return ask("token_endpoint", {grant_type: "authorization_code", code: said.get("code"),
                                  redirect_uri: here, code_verifier: begun.verifier});
};
</script>"""


class ClientPage(Handler):
    """The page is the same at every address."""

    def serve(self) -> None:
        self.reply(200, {"Content-Type": "text/html"}, _CLIENT.encode())


def begin(page: Page, issuer: str, client_id: str, scope: str) -> None:
    """The client sends the browser to the server."""
    page.run(f"void begin({json.dumps(issuer)}, {json.dumps(client_id)}, {json.dumps(scope)})")
    page.until(f"location.origin === {json.dumps(issuer)} && document.readyState === 'complete'")


def sign_up(page: Page, name: str) -> None:
    """On the page for signing in, to which the consent page sends a stranger."""
    page.click("main a[href^='/account/sign-up']")
    fill_in(page, name)
    page.until("document.querySelector('[name=answer]') && document.readyState === 'complete'")


def fill_in(page: Page, name: str) -> None:
    """The form for a new account."""
    page.until("document.querySelector('[name=password1]') && document.readyState === 'complete'")
    page.fill("[name=username]", name)
    page.fill("[name=password1]", PASSWORD)
    page.click("main form button:not([name])")


def answer(page: Page, value: str) -> None:
    """On the consent page; afterwards the browser is back at the client."""
    page.click(f"button[name=answer][value={value}]")
    page.until("location.pathname === '/back' && document.readyState === 'complete'")
