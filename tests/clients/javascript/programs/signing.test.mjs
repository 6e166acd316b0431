// Moves that are signed on the way.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Client, Conflict, Forbidden, Signer, StaleVersion } from "../../../../clients/javascript/src/index.js";
import { GAME, problem, serving } from "./server.mjs";

const VECTORS = JSON.parse(readFileSync(new URL("../../../../rules/vectors.json", import.meta.url), "utf-8")).moves;
const SECRET = Buffer.from(Array.from({ length: 32 }, (_, place) => place)).toString("base64url");
const signer = await Signer.from(SECRET);
const DRAW = { type: "draw_card", pile: "transport" };
const [OLD, NEW] = ["a".repeat(64), "b".repeat(64)];
const WRONG = problem(409, "wrong_signature");

const seen = (version = 7, hash = OLD) => ({ body: { id: GAME, version, hash, seat: 1 } });
const outcome = (version, hash) => ({ status: 201, body: { version, hash, seat: 1, events: [] } });
const signed = (after, action = DRAW) => signer.sign(GAME, after, { ...action, seat: 1 });
const sent = (asked) => asked.filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(body));
const inOrder = (...answers) => (_, __, count) => answers[count - 1];

test("it signs as the test vectors do", async () => {
  const holding = VECTORS.filter(({ holds }) => holds !== false);
  assert.ok(holding.length);
  for (const { key, game, after, action, value } of holding) {
    assert.deepEqual([signer.key, await signer.sign(game, after, action)], [key, { after, value }]);
  }
});

test("without a key a move is sent as it is", () =>
  serving(inOrder(outcome(8, NEW)), async (url, asked) => {
    await new Client(url).games.act(GAME, DRAW);
    assert.deepEqual(sent(asked), [DRAW]);
  }));

test("a move is signed on what was seen last, and not on the past", () =>
  serving(inOrder(seen(), seen(3, NEW), outcome(8, NEW), outcome(9, OLD)), async (url, asked) => {
    const { games } = new Client(url, { signer });
    await games.get(GAME);
    await games.get(GAME, { at: 3 });
    await games.act(GAME, DRAW, { expected_version: 7 });
    await games.act(GAME, DRAW);
    const [first, second] = [{ ...DRAW, expected_version: 7, signature: await signed(OLD) }, { ...DRAW, signature: await signed(NEW) }];
    assert.deepEqual(sent(asked), [first, second]);
  }));

test("a view that is followed counts as seen", () => {
  const view = { ...seen(8, NEW).body, links: { stream: "/streams/one" } };
  const answers = inOrder({ body: { ...view, ...seen().body } }, undefined, outcome(9, OLD));
  const reply = (request, answer, count) => {
    if (count === 2) {
      answer.writeHead(200, { "Content-Type": "text/event-stream" });
      answer.write(`event: view\nid: 8\ndata: ${JSON.stringify(view)}\n\n`);
    }
    return answers(request, answer, count);
  };
  return serving(reply, async (url, asked) => {
    const { games } = new Client(url, { signer });
    for await (const { id } of games.follow(GAME, { view: true })) {
      await games.act(id, DRAW);
      break;
    }
    assert.deepEqual(sent(asked)[0].signature, await signed(NEW));
  });
});

test("a game that was not seen yet is looked at first; a resignation is signed, and a preview is not", () =>
  serving(inOrder({ body: { version: 8, hash: NEW, events: [] } }, seen(), outcome(8, NEW)), async (url, asked) => {
    const { games } = new Client(url, { signer });
    await games.preview(GAME, DRAW);
    await games.resign(GAME);
    assert.deepEqual(asked.map(({ method }) => method), ["POST", "GET", "POST"]);
    assert.deepEqual(sent(asked), [DRAW, { signature: await signed(OLD, { type: "resign" }) }]);
  }));

test("a signature of your own is sent as it is, and absent members are not signed", () =>
  serving(inOrder(seen(), outcome(8, NEW), outcome(9, NEW)), async (url, asked) => {
    const { games } = new Client(url, { signer });
    const [own, taken] = [{ ...DRAW, signature: await signed(NEW) }, { type: "take_card", card: "red" }];
    await games.get(GAME);
    await games.act(GAME, own);
    await games.act(GAME, { ...taken, refill: null });
    assert.deepEqual([sent(asked)[0], sent(asked)[1].signature], [own, await signed(NEW, taken)]);
  }));

test("a refused move is not signed again by itself, and the next is signed on a new look", () =>
  serving(inOrder(seen(), WRONG, seen(9, NEW), problem(409, "stale_version")), async (url, asked) => {
    const { games } = new Client(url, { signer });
    await games.get(GAME);
    await assert.rejects(games.act(GAME, DRAW), (error) => error instanceof Conflict && error.code === "wrong_signature");
    assert.equal(sent(asked).length, 1);
    await assert.rejects(games.act(GAME, DRAW), StaleVersion);
    assert.deepEqual(sent(asked).map(({ signature }) => signature), [await signed(OLD), await signed(NEW)]);
  }));

test("whoever has no seat is refused by the server", () =>
  serving(inOrder({ body: { id: GAME, version: 7, hash: OLD } }, problem(403, "not_seated")), async (url, asked) => {
    await assert.rejects(new Client(url, { signer }).games.act(GAME, DRAW), Forbidden);
    assert.deepEqual(sent(asked), [DRAW]);
  }));

test("a key can be kept as text, or by the browser; anything else is an error in words", async () => {
  const made = await Signer.new();
  assert.deepEqual([made.secret.length, (await Signer.from(made.secret)).key], [43, made.key]);
  for (const text of ["", "a", `${SECRET}=`, SECRET.slice(2)]) await assert.rejects(Signer.from(text), /no private key/);

  const { privateKey, publicKey } = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
  const kept = new Signer(privateKey, (await crypto.subtle.exportKey("jwk", publicKey)).x);
  const { value } = await kept.sign(GAME, OLD, { ...DRAW, seat: 1 });
  const text = `signalbox-move/1\n{"action":{"pile":"transport","seat":1,"type":"draw_card"},"after":"${OLD}","game":"${GAME}"}`;
  assert.ok(await crypto.subtle.verify("Ed25519", publicKey, Buffer.from(value, "base64url"), Buffer.from(text)));
});
