// The tokens of an app: renewed once, kept before they are used.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, SignInFailed } from "../../../../clients/javascript/src/index.js";
import { problem, serving } from "./server.mjs";

const LATER = Date.now() + 3_600_000;
const pair = (number) => ({ access_token: `sb_${number}`, refresh_token: `sbr_${number}`, scope: "games:read", expires_at: LATER });

// Accepts one access token, and gives out the next pair for the refresh token that belongs to it.
function renewing(valid) {
  return ({ url, headers, body }) => {
    const origin = `http://${headers.host}`;
    if (url.includes("oauth-authorization-server")) return { body: { token_endpoint: `${origin}/oauth/token` } };
    if (url !== "/oauth/token") return headers.authorization === `Bearer sb_${valid}` ? { body: { name: "ada" } } : problem(401, "unauthenticated");
    if (new URLSearchParams(body).get("refresh_token") !== `sbr_${valid}`) return { status: 400, body: { error: "invalid_grant" } };
    valid += 1;
    const { access_token, refresh_token, scope } = pair(valid);
    return { body: { access_token, refresh_token, scope, expires_in: 3600 } };
  };
}

const refreshes = (asked) => asked.filter(({ url }) => url === "/oauth/token");

test("requests that find an old token wait for one refresh, and what came of it is saved first", () => {
  const answer = renewing(1);
  const saved = [];
  const reply = (request, ...more) => {
    if (request.headers.authorization === "Bearer sb_2") assert.equal(saved.length, 1);
    return request.headers.authorization === "Bearer sb_1" ? problem(401, "unauthenticated") : answer(request, ...more);
  };
  return serving(reply, async (url, asked) => {
    const client = new Client(url, { tokens: pair(1), client_id: "app", save: (tokens) => void saved.push(tokens) });
    const found = await Promise.all([client.me.get(), client.me.get(), client.me.get()]);

    assert.deepEqual(found.map(({ name }) => name), ["ada", "ada", "ada"]);
    assert.equal(refreshes(asked).length, 1);
    assert.equal(saved[0].access_token, "sb_2");
    assert.ok(saved[0].expires_at > Date.now());
  });
});

test("a token is renewed before it ends", () =>
  serving(renewing(1), async (url, asked) => {
    await new Client(url, { tokens: { ...pair(1), expires_at: Date.now() }, client_id: "app" }).me.get();

    assert.equal(refreshes(asked).length, 1);
    assert.ok(!asked.some(({ headers }) => headers.authorization === "Bearer sb_1"));
  }));

test("what another tab has renewed is not renewed again", () =>
  serving(renewing(2), async (url, asked) => {
    const kept = [pair(1), pair(2)]; // what is read first, and after the other tab
    const client = new Client(url, { client_id: "app", load: () => kept.shift() });

    assert.equal((await client.me.get()).name, "ada");
    assert.equal(refreshes(asked).length, 0);
  }));

test("a grant that has ended says so, and is not asked for twice", () =>
  serving(renewing(5), async (url, asked) => {
    const client = new Client(url, { tokens: pair(1), client_id: "app" });
    await assert.rejects(client.me.get(), (error) => error instanceof SignInFailed && error.error === "invalid_grant");
    assert.equal(refreshes(asked).length, 1);
  }));

test("a renewal without an answer is sent again, and one that fails for now ends nothing", () => {
  const answer = renewing(1);
  const reply = (request, ...more) => {
    if (request.url !== "/oauth/token") return answer(request, ...more);
    attempts += 1;
    return [, "cut", problem(503, "unavailable")][attempts] ?? answer(request, ...more);
  };
  let attempts = 0;
  return serving(reply, async (url, asked) => {
    const client = new Client(url, { tokens: { ...pair(1), expires_at: Date.now() }, client_id: "app" });

    assert.equal((await client.me.get()).name, "ada");
    const sent = refreshes(asked).map(({ body }) => new URLSearchParams(body).get("refresh_token"));
    assert.deepEqual(sent, ["sbr_1", "sbr_1", "sbr_1"]);
  });
});
