// Streams that break, stay away or say what is not known yet.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, NotFound } from "../../../../clients/javascript/src/index.js";
import { GAME, problem, serving } from "./server.mjs";

const STREAM = `/api/v1/games/${GAME}/stream`;
const entry = (seq, type = "card_drawn") => ({ seq, type });
const table = (version, status = "playing") => ({ id: GAME, version, status, to_act: [0], seat: 0, view: { moment: "turn" }, links: { stream: STREAM } });
const said = (event, data, id) => `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
const news = (seq, type) => said("event", { event: entry(seq, type), version: seq, to_act: [0], moment: "turn" }, seq);
const OVER = said("end", { reason: "game_over" });

function stream(answer, ...texts) {
  answer.writeHead(200, { "Content-Type": "text/event-stream" });
  for (const text of texts) answer.write(text);
}

async function followed(url, options) {
  const found = [];
  for await (const update of new Client(url).games.follow(GAME, options)) found.push(update);
  return found;
}

test("a stream that breaks goes on after its last event, and what is unknown is passed over", () => {
  let streams = 0;
  const reply = ({ url, headers }, answer) => {
    if (!url.startsWith(STREAM)) return url.includes("/events?") ? { body: { version: 3, items: [], next: null } } : { body: table(3) };
    streams += 1;
    if (streams === 1) {
      assert.equal(headers["last-event-id"], "0");
      stream(answer, news(1), said("weather", { wind: "west" }), news(2, "weather_changed"), "event: event\nid: 3\nda");
      setTimeout(() => answer.destroy(), 50);
    } else {
      assert.equal(headers["last-event-id"], "2");
      stream(answer, news(3), OVER);
    }
  };
  return serving(reply, async (url) => {
    const found = await followed(url);
    assert.deepEqual(found.map(({ event }) => [event.seq, event.type]), [[1, "card_drawn"], [2, "weather_changed"], [3, "card_drawn"]]);
    assert.deepEqual(found[0].to_act, [0]);
    assert.equal(streams, 2);
  });
});

test("a message that comes in pieces is one message", () => {
  const reply = ({ url }, answer) => {
    if (!url.startsWith(STREAM)) return { body: table(1) };
    const bytes = Buffer.from(said("view", { ...table(1), name: "Żółw" }, 1));
    stream(answer);
    for (const byte of bytes) answer.write(Buffer.of(byte));
    answer.end(OVER);
  };
  return serving(reply, async (url) => {
    const [view] = await followed(url, { view: true });
    assert.equal(view.name, "Żółw");
  });
});

test("while there is no stream, requests that wait do as well", () => {
  let version = 1;
  const reply = ({ url }) => {
    if (url.startsWith(STREAM)) return problem(503, "overloaded");
    if (!url.includes("/events?")) return { body: table(version, version === 3 ? "finished" : "playing") };
    const after = Number(new URL(url, "http://here").searchParams.get("after"));
    version = Math.min(after + 1, 3);
    return { body: { version, items: after < 3 ? [entry(after + 1)] : [], next: null } };
  };
  return serving(reply, async (url, asked) => {
    const found = await followed(url);
    assert.deepEqual(found.map(({ event }) => event.seq), [1, 2, 3]);
    assert.equal(found[0].moment, "turn");
    assert.ok(asked.some((one) => one.url === `/api/v1/games/${GAME}/events?after=0&wait=25`));
  });
});

test("views come by requests, too", () => {
  let version = 4;
  const reply = ({ url }) => {
    if (url.startsWith(STREAM)) return problem(503, "overloaded");
    if (url.includes("/events?")) version = 5;
    return { body: table(version, version === 5 ? "finished" : "playing") };
  };
  return serving(reply, async (url) => {
    assert.deepEqual((await followed(url, { view: true })).map((view) => view.version), [4, 5]);
  });
});

test("a game that cannot be seen is no reason to wait", () =>
  serving(() => problem(404, "not_found"), async (url) => {
    await assert.rejects(followed(url), NotFound);
  }));

test("a turn is offered as often as there is something to decide, and in each game that waits", () => {
  const versions = { a: 1, b: 1 };
  const MINE = "/api/v1/me/stream";
  const reply = ({ method, url, body }, answer) => {
    const [, game] = /games\/(\w)/.exec(url) ?? [];
    if (url === "/api/v1/me") return { body: { links: { stream: MINE } } };
    if (url.startsWith(MINE)) {
      const notice = (number, game, moment) => said("notice", { number, kind: "game.your_turn", game, data: { moment } }, number);
      stream(answer, said("standing", { number: 6, games: [{ id: "a" }] }, 6), said("weather", {}), notice(7, "b", "turn"), notice(8, "c"));
      return undefined;
    }
    if (method === "POST") return { status: 201, body: { version: (versions[game] += 1) } };
    const items = versions[game] < 3 ? [{ type: "draw_card", pile: "transport" }] : [];
    return { body: url.endsWith("/actions") ? { version: versions[game], items } : { id: game, version: versions[game] } };
  };
  return serving(reply, async (url) => {
    const [found, client] = [[], new Client(url, { token: "sb_one" })];
    for await (const { game, actions, version } of client.turns()) {
      found.push([game.id, version]);
      if (found.length === 4) break;
      await client.games.act(game.id, actions[0]);
    }
    assert.deepEqual(found, [["a", 1], ["a", 2], ["b", 1], ["b", 2]]);
  });
});

test("one's own stream is passed on as it comes, and resumed after the last notice", () => {
  const MINE = "/api/v1/me/stream";
  const after = [];
  const reply = ({ url, headers }, answer) => {
    if (url === "/api/v1/me") return { body: { links: { stream: MINE } } };
    if (url.startsWith("/api/v1/me/games")) return { body: { items: [], next: null } };
    if (url.startsWith("/api/v1/me/notices")) return { body: { items: [{ number: 8, kind: "game.started" }], next: null } };
    after.push(headers["last-event-id"]);
    stream(answer, said("notice", { number: 7, kind: "seat.taken" }, 7));
    answer.end();
    return undefined;
  };
  return serving(reply, async (url) => {
    const found = [];
    for await (const { event, data } of new Client(url, { token: "sb_one" }).me.follow({ after: 6 })) {
      if (event === "notice") found.push(data.number);
      if (found.length === 2) break;
    }
    assert.deepEqual([found, after], [[7, 8], ["6"]]);
  });
});

test("a preview asks what would follow, and takes no key", () =>
  serving(() => ({ body: { version: 4 } }), async (url, asked) => {
    assert.equal((await new Client(url).games.preview(GAME, { type: "draw_tickets" }, { expected_version: 3 })).version, 4);
    assert.equal(asked[0].url, `/api/v1/games/${GAME}/actions?dry_run=true`);
    assert.equal(asked[0].headers["idempotency-key"], undefined);
    assert.deepEqual(JSON.parse(asked[0].body), { type: "draw_tickets", expected_version: 3 });
  }));
