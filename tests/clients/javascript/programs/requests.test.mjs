// Requests that fail: which are repeated, and what the others raise.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as signalbox from "../../../../clients/javascript/src/index.js";
import { GAME, problem, serving } from "./server.mjs";

const { Client } = signalbox;
const DRAW = { type: "draw_card", pile: "transport" };

test("a move whose answer was lost is sent again with its key, and with the same body", () =>
  serving((_, __, count) => (count < 2 ? "cut" : { status: 201, body: { version: 25 } }), async (url, asked) => {
    const outcome = await new Client(url, { token: "sb_one" }).games.act(GAME, DRAW, { expected_version: 24 });

    assert.equal(outcome.version, 25);
    assert.equal(asked.length, 2);
    assert.equal(new Set(asked.map(({ headers }) => headers["idempotency-key"])).size, 1);
    assert.deepEqual(JSON.parse(asked[1].body), { ...DRAW, expected_version: 24 });
    assert.equal(asked[1].headers.authorization, "Bearer sb_one");
  }));

test("two moves have two keys, unless the caller names them", () =>
  serving(() => ({ status: 201 }), async (url, asked) => {
    const { games } = new Client(url);
    await games.act(GAME, DRAW);
    await games.act(GAME, DRAW);
    await games.act(GAME, DRAW, { idempotency_key: "mine" });

    const keys = asked.map(({ headers }) => headers["idempotency-key"]);
    assert.notEqual(keys[0], keys[1]);
    assert.equal(keys[2], "mine");
    assert.deepEqual(asked.map(({ url: path }) => path), Array(3).fill(`/api/v1/games/${GAME}/actions`));
  }));

test("what cannot be sent twice is sent once", () =>
  serving(() => "cut", async (url, asked) => {
    await assert.rejects(new Client(url).me.createToken({ name: "a", scopes: ["games:read"] }), signalbox.Unreachable);
    assert.equal(asked.length, 1);
  }));

test("a busy server is asked again when it says, and not for ever", () =>
  serving(() => ({ ...problem(503, "overloaded"), headers: { "Retry-After": "1" } }), async (url, asked) => {
    const began = Date.now();
    await assert.rejects(new Client(url, { retries: 1 }).bots.list(), (error) => {
      assert.ok(error instanceof signalbox.Unavailable);
      assert.deepEqual([error.code, error.retry_after], ["overloaded", 1]);
      return true;
    });
    assert.equal(asked.length, 2);
    assert.ok(Date.now() - began >= 1000);
  }));

test("nobody waits for an hour", () =>
  serving(() => ({ ...problem(429, "throttled"), headers: { "Retry-After": "3600" } }), async (url, asked) => {
    await assert.rejects(new Client(url).bots.list(), signalbox.RateLimited);
    assert.equal(asked.length, 1);
  }));

test("who knows when the server is back waits in a way of their own", () =>
  serving((_, __, count) => (count < 3 ? { ...problem(503, "overloaded"), headers: { "Retry-After": "60" } } : { body: { items: [] } }), async (url, asked) => {
    const waited = [];
    const pause = async (seconds) => void waited.push(seconds);
    await new Client(url, { pause, retries: Infinity }).games.preview(GAME, DRAW);
    assert.deepEqual([asked.length, waited], [3, [60, 60]]);
  }));

test("a request can be given up", () =>
  serving(() => "cut", async (url) => {
    const signal = AbortSignal.abort(new Error("enough"));
    await assert.rejects(new Client(url).bots.list({ signal }), /enough/);
  }));

for (const [kind, status, code, more] of [
  ["Invalid", 400, "invalid", { context: { errors: [{ in: "body", pointer: "/seats", code: "max_value", message: "Too many." }] } }],
  ["Unauthenticated", 401, "unauthenticated"],
  ["Forbidden", 403, "missing_scope"],
  ["NotFound", 404, "not_found"],
  ["Conflict", 409, "table_full"],
  ["StaleVersion", 409, "stale_version", { context: { version: 26, actions: [DRAW] } }],
  ["IllegalAction", 409, "route_taken", { rule: "CLAIM-2" }],
  ["Unavailable", 500, "internal_error"],
  ["Problem", 418, "a_code_from_later"],
]) {
  test(`${code} is raised as ${kind}`, () =>
    serving(() => problem(status, code, more), async (url) => {
      await assert.rejects(new Client(url).games.act(GAME, DRAW), (error) => {
        assert.ok(error instanceof signalbox.Problem && error instanceof signalbox.SignalboxError);
        assert.deepEqual([error.name, error.status, error.code, error.message], [kind, status, code, "What went wrong."]);
        assert.equal(error.rule, more?.rule);
        if (kind === "Invalid") assert.equal(error.errors[0].pointer, "/seats");
        if (kind === "StaleVersion") assert.deepEqual([error.version, error.actions], [26, [DRAW]]);
        return true;
      });
    }));
}

test("the page of a proxy is a problem without a code", () =>
  serving(() => ({ status: 403, body: "<h1>No</h1>" }), async (url) => {
    await assert.rejects(new Client(url).bots.list(), ({ name, code }) => name === "Forbidden" && code === "");
  }));

test("members that this client does not know are passed on", () =>
  serving(() => ({ body: { items: [{ name: "random", weather: [1] }], next: null } }), async (url) => {
    const { items } = await new Client(url).bots.list();
    assert.deepEqual(items[0].weather, [1]);
  }));

test("every page of a list is asked for", () =>
  serving(({ url }) => ({ body: url.includes("cursor=b") ? { items: [3], next: null } : { items: [1, 2], next: "b" } }), async (url, asked) => {
    const found = [];
    for await (const game of new Client(url).games.iterate({ status: ["playing", "finished"], limit: 2 })) found.push(game);

    assert.deepEqual(found, [1, 2, 3]);
    assert.deepEqual(asked.map((one) => one.url), [
      "/api/v1/games?status=playing%2Cfinished&limit=2",
      "/api/v1/games?status=playing%2Cfinished&limit=2&cursor=b",
    ]);
  }));

test("a token that is sent over TLS is sent nowhere without", () => {
  const { http } = new Client("https://play.example.org", { token: "sb_one" });
  assert.equal(String(http.address("/api/v1/me")), "https://play.example.org/api/v1/me");
  assert.throws(() => http.address("http://elsewhere.example.org/stream"), signalbox.Unreachable);
  assert.throws(() => new Client("ftp://play.example.org"), TypeError);
});

const soon = (seconds) => new Date(Date.now() + 1000 * seconds).toISOString();

for (const [what, seconds, due] of [["waits for its end in the public log", 200, 2], ["does not wait for an hour", 3600, 1], ["does not wait for a log that is late", -1, 1]]) {
  test(`a proof ${what}`, () => {
    let receipts = 0;
    const reply = ({ url }) => {
      if (url.endsWith("/receipt")) return { body: ++receipts < 2 ? { version: 2, proof_due: soon(seconds) } : { version: 2, proof: {} } };
      return { body: url.includes("/export") ? "no export" : { keys: [] } };
    };
    return serving(reply, async (url) => {
      await assert.rejects(new Client(url).games.verify(GAME), { message: /line 1/ });
      assert.equal(receipts, due);
    });
  });
}
