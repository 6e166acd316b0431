// A game proved in this browser: its log is fetched or opened from a file, and nothing that the server says about it is
// believed.
import { conclusion, printable, sorted, textOf, verify } from "signalbox-client/verify";
import { fetchReceipt, keep, kept } from "./receipts.js";

/** @typedef {import("signalbox-client").Check} Check */
/** @typedef {import("signalbox-client").Client} Client */
/** @typedef {import("signalbox-client").Receipt} Receipt */
/** @typedef {import("signalbox-client").KeySet} KeySet */
/** @typedef {import("signalbox-client").GameProof} GameProof */
/** @typedef {{ text: string, receipt?: Receipt, keys?: KeySet, proofs?: GameProof[], readAt?: Date }} Given */

/**
 * @typedef {object} Proof
 * @property {Check[]} checks made here
 * @property {Check[]} said what the page cannot tell without rules and accounts: the server's word
 * @property {"holds" | "fails" | "open"} look
 * @property {Record<string, any>} header of the export
 * @property {(seq: number) => string} typeAt the type of an event
 */

const BY_THE_SERVER = ["actions", "score", "people", "results", "looks", "deeds"];

/** Everything is asked for at once, the receipt and the public log before the log that must reach them.
 * @param {Client} client @param {string} id @param {boolean} isMine @returns {Promise<Proof>} */
export async function proved(client, id, isMine) {
  const before = kept(id); // now: another tab may keep a later one while the log is on its way
  const readAt = new Date();
  const [{ receipt, keys }, proofs] = await Promise.all([fetchReceipt(client, id), fetchProofs(client, id)]);
  const [text, audit] = await Promise.all([client.games.export(id), client.games.audit(id).catch(() => null)]);
  const proof = await checked({ text, receipt, keys, proofs, readAt }, () => before);
  if (isMine && proof.look === "holds") keep(id, { receipt, keys });
  return { ...proof, said: audit ? audit.checks.filter(({ name }) => BY_THE_SERVER.includes(name)) : [] };
}

/** What the public log has of a game.
 * @param {Client} client @param {string} id @returns {Promise<GameProof[]>} */
async function fetchProofs(client, id) {
  const found = [];
  for await (const one of client.games.iterateProofs(id, { limit: 100 })) found.push(one);
  return found;
}

/** Files of any names: an export, perhaps with keys and what goes with them: a receipt, what the public log has.
 * @param {Iterable<File>} files @returns {Promise<Proof>} */
export async function provedFiles(files) {
  const chosen = Array.from(files);
  const given = sorted(await Promise.all(chosen.map(textOf)), chosen.map(({ lastModified }) => lastModified));
  return checked(given, ({ game }) => kept(game));
}

/** @param {Given} given @param {(header: Proof["header"]) => import("./receipts.js").Kept | undefined} keptFor
 *   what this browser has kept; the log of an import names another game
 * @returns {Promise<Proof>} */
async function checked({ text, ...signed }, keptFor) {
  const checks = await verify(text, signed);
  const lines = text.split("\n").filter((line) => line.trim());
  const header = JSON.parse(lines[0] ?? "{}");
  const before = keptFor(header);
  if (before) checks.push(await checkedBefore(text, before));
  const look = looked(checks);
  if (signed.receipt && !checks.some(({ name }) => name === "inclusion")) {
    checks.push({ name: "inclusion", result: "skipped", detail: "" });
  }
  return { checks, said: [], look, header, typeAt: (seq) => typeIn(lines[seq]) };
}

/** Against the receipt that this browser has kept.
 * @param {string} text @param {import("./receipts.js").Kept} before @returns {Promise<Check>} */
async function checkedBefore(text, before) {
  const found = (await verify(text, before)).find(({ name }) => name === "receipt");
  return /** @type {Check} */ ({ ...found, name: "kept" });
}

/** @param {Check[]} checks @returns {Proof["look"]} */
function looked(checks) {
  const { code } = conclusion(checks);
  return code === 1 ? "fails" : code === 0 ? "holds" : "open";
}

/** @param {string | undefined} line */
function typeIn(line) {
  try {
    return printable(String(JSON.parse(line ?? "").type ?? ""));
  } catch {
    return "";
  }
}
