// A game proved by the page, without a page: of a log, of what the server signs, of what the public log has, and of what the
// browser has kept.
import "./page.mjs";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const { proved } = await import("../../../web/prove.js");
const { keep, kept } = await import("../../../web/receipts.js");

const [header, ...entries] = readFileSync(process.env.EXPORT, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const { game } = header;
const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
const base64url = (bytes) => Buffer.from(bytes).toString("base64url");
const { crv, kty, x } = await crypto.subtle.exportKey("jwk", pair.publicKey);
const keys = { keys: [{ crv, kty, x, kid: "key" }] };

/** The log as it was at a version. */
function logAt(version) {
  const lines = [{ ...header, version, hash: entries[version - 1].hash }, ...entries.slice(0, version)];
  return lines.map((line) => JSON.stringify(line)).join("\n");
}

/** What the server signs at a version. */
async function signedAt(version) {
  const said = {
    algorithm: "Ed25519", at: "2026-01-31T18:00:00.000000Z", format: "signalbox-receipt", game,
    hash: entries[version - 1].hash, key: "key", signs: "all", source: "played", version,
  };
  const signature = await crypto.subtle.sign("Ed25519", pair.privateKey, new TextEncoder().encode(JSON.stringify(said)));
  return { ...said, signature: base64url(signature) };
}

const sha256 = async (...parts) => Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.concat(parts.map((part) => Buffer.from(part)))));

/** What a public log of one entry says of the game, with its proof. */
async function entered(facts) {
  const name = (await sha256("signalbox public log, game ", game)).toString("hex");
  const entry = JSON.stringify({ at: "2026-01-31T18:00:00.000000Z", game: name, ...facts });
  const note = `log.example\n1\n${(await sha256([0], entry)).toString("base64")}\n`;
  const id = (await sha256("log.example\n", [1], Buffer.from(x, "base64url"))).subarray(0, 4);
  const signature = Buffer.from(await crypto.subtle.sign("Ed25519", pair.privateKey, Buffer.from(note)));
  const signed = `${note}\n\u2014 log.example ${Buffer.concat([id, signature]).toString("base64")}\n`;
  return { entry, proof: `c2sp.org/tlog-proof@v1\nindex 0\n\n${signed}` };
}
const opening = await entered({ kind: "game_opened", commitment: header.commitment });

/** A server that is at a version; `meanwhile` happens while the log is on its way. */
const server = (version, meanwhile = () => {}, told = [opening]) => ({
  games: {
    iterateProofs: async function* () {
      yield* told;
    },
    getReceipt: () => signedAt(version),
    export: async () => (await meanwhile(), logAt(version)),
    audit: () => Promise.reject(new Error("too long")),
  },
  server: { signingKey: async () => keys },
});
const keepAt = async (version) => keep(game, { receipt: await signedAt(version), keys });
const checkOf = (proof, name) => proof.checks.find((check) => check.name === name);

test("a receipt that another tab keeps while the log is on its way accuses nobody", async () => {
  await keepAt(20);
  const proof = await proved(server(30, () => keepAt(31)), game, true);

  assert.equal(checkOf(proof, "kept").result, "passed");
  assert.equal(checkOf(proof, "receipt").result, "passed");
  assert.notEqual(proof.look, "fails");
  assert.equal(kept(game).receipt.version, 31);
});

test("a receipt for less never replaces one for more, and the server may not go back behind it", async () => {
  await keepAt(40);
  await keepAt(25);
  const proof = await proved(server(30), game, true);

  assert.equal(checkOf(proof, "receipt").result, "passed");
  assert.equal(checkOf(proof, "kept").result, "failed");
  assert.match(checkOf(proof, "kept").detail, /reached 40 when the receipt was signed/);
  assert.equal(proof.look, "fails");
});

test("the page itself compares the game with the public log", async () => {
  const right = await entered({ kind: "game_head", version: 30, hash: entries[29].hash });
  const wrong = await entered({ kind: "game_head", version: 30, hash: "0".repeat(64) });
  const looks = [];
  for (const told of [[opening], [opening, right], [opening, wrong], []]) {
    const { result } = checkOf(await proved(server(45, undefined, told), game, false), "log");
    looks.push(result);
  }

  assert.deepEqual(looks, ["passed", "passed", "failed", "failed"]);
});
