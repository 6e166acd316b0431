// @ts-self-types="./verify.d.mts"
// @ts-nocheck
// The second verifier: one file, no packages, written from the description of the log and not from the
// first one. It checks the header, the chain of hashes, the times, who sat down, decided in time, was away and ran out of time, what players
// have signed, the seed, the seals, the shuffles, a signed receipt, its proof from the public log, and whether that has the game as it is here. It does not know the rules: whether each action was legal is for `python -m proof verify`.
//
//   node verify.mjs game.ndjson [--receipt receipt.json [--policy policy]] [--proofs proofs.json]… [--key key.json]
//   node verify.mjs --vectors vectors.json
//
// Exit code 0: all that can be checked holds; 1: something does not; 2: the file is not an export, or cannot be read; 3: the log holds, but
// the receipt or the public log cannot be checked: a key is not among those given, Ed25519 is not known here, or an entry is not due yet.
// In a browser: `import { verify } from "./verify.mjs"`, or open verify.html beside this file.

const FORMAT = "signalbox-game";
const FORMAT_VERSION = 1;
const RECEIPT_FORMAT = "signalbox-receipt";
const ALGORITHM = "Ed25519";
const NOTHING_BEFORE = "0".repeat(64);
const MEMBERS = ["game", "seq", "type", "v", "actor", "by", "at", "public", "sealed", "signature"];
const SITS_DOWN = ["seat_taken", "bot_seated"];
const GIVES_SEED = "seed_given";
const isHash = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const CLIENT_SEED = /^(?:[0-9a-f]{2}){1,32}$/;
const GETS_UP = ["seat_left", "seat_cleared"];
const KEY_CHANGED = "key_changed"; // of a player who signs moves
const MAX_SEATS = 16;
const MAX_TIMES = 20; // how often a seat may do what costs no turn
const MAX_PAUSE = 30; // days
const MOST_STRIKES = 3; // then a stand-in keeps the seat, unless the clock says otherwise
const [LEAST_GIFT, MAX_GIFT] = [5, 7 * 86_400]; // seconds
const MAX_BOT_DELAY = 60_000; // milliseconds
const VISIBILITIES = ["public", "unlisted", "private"];
const STAND_INS = ["until_return", "to_the_end"];
const BOUNDS = { per_action: [5, 30 * 86_400], bank: [10, 90 * 86_400], increment: [0, 86_400], vacation_days: [0, 90], strikes: [1, 20] };
const SECOND = 1_000_000n; // in microseconds
const DAY = 86_400n * SECOND;
const GRACE = 2n * SECOND; // after a deadline: until then a decision counts, from then on a bot may decide
const TEST = "test"; // the purpose of a test table
const WORD = 65_536; // a random word is below it
const MARKS = { passed: "ok     ", failed: "FAILED ", skipped: "skipped" };
const MOST_BYTES = 16 * 2 ** 20; // of an export, which is in memory as a whole
const MOST_OF_A_LINE = 2 ** 20;
const MOST_ENTRIES = 100_000;
const MOST_DEPTH = 32;
const LONGEST = 500; // characters of what is wrong

export class NoExport extends Error {}
class Fault extends Error {
  constructor(seq, why, values) {
    super(why);
    this.seq = seq;
    this.values = values; // what stands in the log and what is due, where that is the fault
  }
}
class NotYet extends Error {}

// -- reading and showing files that anybody may have made -----------------------------------------

// One line of text. What has no picture of its own is spelled out, so that no file can paint: \u{1b} is the escape character.
export function printable(text) {
  return text.replace(/[\p{C}\p{Z}]/gu, (sign) => (sign === " " ? sign : `\\u{${sign.codePointAt(0).toString(16)}}`));
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

// JSON that every program reads alike: no doubled member, of which JSON.parse takes the last; whole numbers up to 2^53; whole characters.
export function strictObject(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NoExport("not JSON of texts and whole numbers");
  }
  if (!isObject(value)) throw new NoExport("not an object");
  const bare = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, ""); // without texts
  if (/\d[.eE]/.test(bare)) throw new NoExport("a number that is not whole");
  if (bare.match(/\d+/g)?.some((digits) => !Number.isSafeInteger(Number(digits)))) throw new NoExport("a number beyond 2^53");
  checkDepth(bare);
  if (members(value) !== bare.split(":").length - 1) throw new NoExport("a member occurs more than once in one object");
  return value;
}

function checkDepth(bare) {
  let depth = 0;
  for (const sign of bare.replace(/[^[\]{}]/g, "")) {
    depth += sign === "[" || sign === "{" ? 1 : -1;
    if (depth > MOST_DEPTH) throw new NoExport(`nested more than ${MOST_DEPTH} deep`);
  }
}

// How many members the value has, with those of its parts.
function members(value) {
  if (typeof value === "string") checkCharacters(value);
  if (value === null || typeof value !== "object") return 0;
  const names = Array.isArray(value) ? [] : Object.keys(value);
  names.forEach(checkCharacters);
  return Object.values(value).reduce((count, part) => count + members(part), names.length);
}

function checkCharacters(text) {
  if (/\p{Cs}/u.test(text)) throw new NoExport("half a character: a surrogate without its other half");
}

function decoded(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new NoExport("not UTF-8");
  }
}

// The text of a file that was chosen on a page.
export async function textOf(file) {
  if (file.size > MOST_BYTES) throw new NoExport(`it has more than ${MOST_BYTES} bytes`);
  return decoded(await file.arrayBuffer());
}

// -- the small parts, each with published test vectors ------------------------------------------

const utf8 = (text) => new TextEncoder().encode(text);
const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function fromHex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})*$/.test(text)) throw new Error("not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

// By code point: JavaScript's own order is that of UTF-16, which differs beyond the first plane.
function byCodePoint(one, other) {
  const [a, b] = [Array.from(one), Array.from(other)];
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    if (a[i] !== b[i]) return a[i].codePointAt(0) - b[i].codePointAt(0);
  }
  return a.length - b.length;
}

// Sorted keys, no spaces; texts, whole numbers, lists and objects only.
export function canonical(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (Number.isSafeInteger(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const names = Object.keys(value).sort(byCodePoint);
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
  }
  throw new Error(`a log cannot hold ${String(value)}`);
}

const digest = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const sha256 = async (bytes) => toHex(await digest(bytes));

const hmacKey = (key) => crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
const hmac = async (key, message) => new Uint8Array(await crypto.subtle.sign("HMAC", key, message));

export function link(before, entry) {
  const members = {};
  for (const name of MEMBERS) if (entry[name] !== undefined && entry[name] !== null) members[name] = entry[name];
  return sha256(utf8(before + canonical(members)));
}

export const commitment = (seed) => sha256(fromHex(seed));

export async function gameKey(seed, game, clientSeeds) {
  return toHex(await hmac(await hmacKey(fromHex(seed)), utf8(canonical([game, clientSeeds]))));
}

export async function saltFor(key, seq) {
  return toHex(await hmac(await hmacKey(fromHex(key)), utf8(`salt#${seq}`)));
}

export const commit = (salt, hidden) => sha256(joined(fromHex(salt), utf8(canonical(hidden))));

export async function shuffle(key, label, items) {
  if (items.length > WORD) throw new Error(`${items.length} items, but ${WORD} is the most that can be shuffled`); // no word would be fair
  const order = [...items].sort(byCodePoint);
  const signing = await hmacKey(fromHex(key));
  let [words, counter] = [[], 0n];
  const next = async () => {
    if (words.length === 0) {
      const count = new Uint8Array(8);
      new DataView(count.buffer).setBigUint64(0, counter);
      counter += 1n;
      const block = await hmac(signing, joined(utf8(label), count));
      for (let i = 0; i < block.length; i += 2) words.push(block[i] * 256 + block[i + 1]);
    }
    return words.shift();
  };
  for (let size = order.length; size > 1; size -= 1) {
    let word = await next();
    while (word >= WORD - (WORD % size)) word = await next();
    const other = word % size;
    [order[size - 1], order[other]] = [order[other], order[size - 1]];
  }
  return order;
}

function fromBase64url(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

// Some browsers do not know Ed25519 yet. That says nothing against a signature.
async function isSignedBy(raw, signature, bytes) {
  try {
    const key = await crypto.subtle.importKey("raw", raw, { name: ALGORITHM }, false, ["verify"]);
    return await crypto.subtle.verify({ name: ALGORITHM }, key, signature, bytes);
  } catch (error) {
    if (error.name === "NotSupportedError") throw new NotYet(`cannot be checked here: this program runs without ${ALGORITHM}`);
    throw error;
  }
}

export function isSigned(receipt, jwk) {
  const { signature, proof, seat, ...said } = receipt;
  return isSignedBy(fromBase64url(jwk.x), fromBase64url(signature), utf8(canonical(said)));
}

// -- the public log: a Merkle tree (RFC 6962), its roots in signed notes, and proofs of both (C2SP) ------------

const PROOF = "c2sp.org/tlog-proof@v1";
const NAMED = "signalbox public log, game "; // before the id of a game, which the log does not tell
const MOST_HASHES = 63;
const MOST_SIGNATURES = 64;
const DASH = "\u2014 ";
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const fromBase64 = (text) => (BASE64.test(text) ? Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)) : new Uint8Array());

export const leafHash = (entry) => digest(joined([0], entry));
const nodeHash = (left, right) => digest(joined([1], left, right));

// Whether the hashes lead from the leaf at the index to the root of a tree of this size (RFC 9162, 2.1.3.2).
export async function isIncluded(leaf, index, size, hashes, root) {
  let [place, last, found] = [BigInt(index), BigInt(size) - 1n, leaf];
  if (place < 0n || place > last || leaf.length !== 32) return false;
  for (const sibling of hashes) {
    if (last === 0n) return false;
    const isRight = place & 1n || place === last;
    found = isRight ? await nodeHash(sibling, found) : await nodeHash(found, sibling);
    if (isRight) while (place && !(place & 1n)) [place, last] = [place >> 1n, last >> 1n];
    [place, last] = [place >> 1n, last >> 1n];
  }
  return last === 0n && toHex(found) === toHex(root);
}

function numberFrom(text) {
  if (!/^(0|[1-9]\d{0,18})$/.test(text)) throw new Fault(undefined, `'${text.slice(0, 30)}' is not a number`);
  return BigInt(text);
}

function hashFrom(text) {
  const raw = fromBase64(text);
  if (raw.length !== 32) throw new Fault(undefined, `'${text.slice(0, 60)}' is not a hash in base64`);
  return raw;
}

function signatureFrom(line) {
  const [name, value = ""] = line.slice(DASH.length).split(/ (.*)/s);
  const raw = fromBase64(value);
  if (!line.startsWith(DASH) || !name || /[\s+]/.test(name) || raw.length <= 4) {
    throw new Fault(undefined, "a line after the text is not a signature");
  }
  return { name, key: toHex(raw.slice(0, 4)), value: raw.slice(4) };
}

// The text and the signatures of a note, not yet checked.
function parsedNote(note) {
  if (/[\0-\x09\x0b-\x1f]/.test(note)) throw new Fault(undefined, "a note has no control characters");
  const blank = note.lastIndexOf("\n\n");
  const lines = note.slice(blank + 2);
  if (blank < 0 || !lines.endsWith("\n")) throw new Fault(undefined, "a note is a text, an empty line and signature lines");
  const signatures = lines.split("\n").slice(0, -1).map(signatureFrom);
  if (signatures.length < 1 || signatures.length > MOST_SIGNATURES) throw new Fault(undefined, "a note has from one to 64 signatures");
  return { text: note.slice(0, blank + 1), signatures };
}

const [OF_A_LOG, OF_A_WITNESS] = [1, 4]; // kinds of keys
const keyId = async (name, raw, kind = OF_A_LOG) => toHex((await digest(joined(utf8(`${name}\n`), [kind], raw))).slice(0, 4));

const UNKNOWN = "the log was signed with a key that is not among those given";

// The text of a note that one of the keys has signed under this name. A key that did not sign is passed over.
export async function openedNote(note, name, raws) {
  const { text, signatures } = parsedNote(note);
  for (const raw of raws) {
    const signature = await signatureOf(signatures, name, raw);
    if (!signature) continue;
    if (await isSignedBy(raw, signature.value, utf8(text))) return text;
    throw new Fault(undefined, `the signature of ${name} does not fit the text`);
  }
  throw new NotYet(UNKNOWN);
}

async function signatureOf(signatures, name, raw) {
  const id = await keyId(name, raw);
  return signatures.find((one) => one.name === name && one.key === id);
}

// A key that has signed the note and was in use when the entry was made.
async function signerOf(note, name, entry, keys) {
  const { signatures } = parsedNote(note);
  let retired;
  for (const key of keys) {
    const raw = fromBase64url(key.x);
    if (!(await signatureOf(signatures, name, raw))) continue;
    if (key.until === undefined || micros(entry.at) <= micros(key.until)) return raw;
    retired ??= key.until;
  }
  if (retired === undefined) throw new NotYet(UNKNOWN);
  throw new Fault(undefined, `an entry of ${entry.at} in a log signed with a key that was retired at ${retired}`);
}

// The name of a game in the public log.
export const blinded = (game) => sha256(utf8(NAMED + game));

function checkpointFrom(text) {
  const lines = text.split("\n");
  if (lines.length < 4 || lines.slice(0, -1).includes("")) {
    throw new Fault(undefined, "a checkpoint has an origin, a size and a root, a line each");
  }
  return { origin: lines[0], size: numberFrom(lines[1]), root: hashFrom(lines[2]) };
}

function proofFrom(text) {
  const blank = text.indexOf("\n\n");
  const [first, ...lines] = text.slice(0, Math.max(blank, 0)).split("\n");
  if (first !== PROOF) throw new Fault(undefined, `a proof begins with ${PROOF}`);
  if (lines[0]?.startsWith("extra ")) lines.shift();
  const [index, ...hashes] = lines;
  if (!index?.startsWith("index ") || hashes.length > MOST_HASHES) {
    throw new Fault(undefined, "a proof has the index of its entry, and up to 63 hashes");
  }
  return { index: numberFrom(index.slice(6)), hashes: hashes.map(hashFrom), note: text.slice(blank + 2) };
}

// -- which witnesses must have cosigned the log (C2SP tlog-policy, tlog-cosignature) -----------------------------

async function vkeyFrom(text, kind, others) {
  const [name, id, material = ""] = text.split(/\+(.*?)\+(.*)/s);
  const raw = fromBase64(material);
  if (raw[0] !== kind || raw.length !== 33) throw new NoExport("a log has a key of kind 1, a witness one of kind 4");
  const key = { name, id, raw: raw.slice(1), kind };
  if (!name || (await keyId(name, key.raw, kind)) !== id) throw new NoExport("the id of the verifier key does not fit its key");
  if (others.some((other) => toHex(other.raw) === toHex(key.raw))) throw new NoExport("this key is given twice");
  return key;
}

const LENGTHS = { log: [1, 2], witness: [2, 3], group: [3, 1000], quorum: [1, 1] }; // the last word may be an address
const LINES = {
  log: async (policy, [vkey]) => policy.logs.push(await vkeyFrom(vkey, OF_A_LOG, policy.logs)),
  witness: async (policy, [name, vkey]) => policy.members.set(unused(policy, name), await vkeyFrom(vkey, OF_A_WITNESS, cosigners(policy))),
  group: (policy, [name, word, ...members]) => {
    for (const member of members) {
      if (!policy.members.has(member)) throw new NoExport(`nothing before it is called ${member}`);
      if (policy.grouped.has(member)) throw new NoExport("a name is in one group at most, once");
      policy.grouped.add(member);
    }
    const least = { any: 1, all: members.length }[word] ?? (/^[1-9]\d{0,3}$/.test(word) ? Number(word) : Infinity);
    if (least > members.length) throw new NoExport(`'${word}' of ${members.length}`);
    policy.members.set(unused(policy, name), { least, members });
  },
  quorum: (policy, [name]) => {
    if (policy.quorum) throw new NoExport("a second quorum");
    if (name !== "none" && !policy.members.has(name)) throw new NoExport(`nothing before it is called ${name}`);
    policy.quorum = name;
  },
};

const cosigners = (policy) => [...policy.members.values()].filter((one) => one.raw);

function unused(policy, name) {
  if (name === "none" || policy.members.has(name)) throw new NoExport(`${name} is taken`);
  return name;
}

export async function policyFrom(text) {
  const policy = { logs: [], members: new Map(), grouped: new Set(), quorum: "" };
  for (const [at, line] of text.split("\n").entries()) {
    const [kind, ...words] = line.match(/[^ \t]+/g) ?? ["#"];
    if (kind.startsWith("#")) continue;
    try {
      const [least, most] = Object.hasOwn(LENGTHS, kind) ? LENGTHS[kind] : [1, 0];
      if (words.length < least || words.length > most || /[\0-\x1f\x7f]/.test(words.join(""))) throw new NoExport("no line of a policy");
      await LINES[kind](policy, words);
    } catch (problem) {
      throw new NoExport(`line ${at + 1} of the policy: ${problem.message}`);
    }
  }
  if (!policy.quorum) throw new NoExport("the policy has no quorum");
  return policy;
}

async function hasSigned({ text, signatures }, { name, id, raw, kind }) {
  const found = signatures.find((one) => one.name === name && one.key === id);
  if (!found) return false;
  const [value, bytes] = kind === OF_A_LOG ? [found.value, utf8(text)] : cosigned(text, found.value);
  if (await isSignedBy(raw, value, bytes)) return true;
  throw new Fault(undefined, `the signature of ${name} does not fit the text`);
}

// A cosignature begins with the time, which it signs too.
function cosigned(text, value) {
  const seen = value.length === 72 ? new DataView(value.buffer, value.byteOffset).getBigUint64(0) : -1n;
  if (seen < 0n || seen >> 63n) return [new Uint8Array(64), utf8(text)]; // which no key has signed
  return [value.slice(8), utf8(`cosignature/v1\ntime ${seen}\n${text}`)];
}

export async function checkPolicy(policy, note) {
  const parsed = parsedNote(note);
  const signers = async (keys) => {
    const found = new Set();
    for (const [name, key] of keys) if (await hasSigned(parsed, key)) found.add(name);
    return found;
  };
  if (policy.logs.length && !(await signers(policy.logs.entries())).size) throw new NotYet("the log was signed with a key that the policy does not name");
  const found = await signers([...policy.members].filter(([, one]) => one.raw));
  const has = (name) => {
    const group = policy.members.get(name);
    return group?.members ? group.members.filter(has).length >= group.least : name === "none" || found.has(name);
  };
  const told = [...found].join(", ");
  if (!has(policy.quorum)) throw new NotYet(`too few witnesses of the policy have cosigned the checkpoint: ${told || "none"}`);
  return `, cosigned by ${told || "nobody, as the policy allows"}`;
}

// The entry must say what the receipt says, and be in a log that one of the keys has signed, and the witnesses have seen.
const second = (text) => String(text).slice(0, 19).replace("T", " ");

const isEnd = (log) => ["seed_revealed", "game_closed"].includes(log.entries.at(-1).type) && log.entries[0].public?.purpose === undefined;

// The end of a game must be in the public log, unless it is a test table.
const needsProof = (log, receipt) => "proof" in receipt || (receipt.version === log.entries.length && isEnd(log));

async function checkInclusion(receipt, keys, policy) {
  if (!("proof" in receipt)) {
    const due = receipt.proof_due ? `; it will have one by ${second(receipt.proof_due)} UTC, so ask for it again` : "";
    throw new NotYet(`the receipt has no proof from the public log${due}`);
  }
  const { entry, inclusion } = receipt.proof;
  const [proof, said] = [proofFrom(inclusion), strictObject(entry)];
  const named = "import" in receipt ? receipt.import : receipt.game; // an import has an id of its own in the public log
  const due = { game: await blinded(named), version: receipt.version, hash: receipt.hash };
  const odd = Object.keys(due).find((name) => said[name] !== due[name]);
  if (odd) throw unlike(undefined, odd, said[odd], due[odd], "the entry of the log says otherwise; ");
  const { origin, size } = await checkEntry(entry, said, proof, keys);
  return `entry ${proof.index} of ${size} in the log ${origin}${policy ? await checkPolicy(policy, proof.note) : ""}`;
}

// Whether the proof leads from the entry to a checkpoint that one of the keys has signed.
async function checkEntry(entry, said, proof, keys) {
  const [name] = parsedNote(proof.note).text.split("\n");
  const signer = await signerOf(proof.note, name, said, keys.keys ?? [keys]);
  const checkpoint = checkpointFrom(await openedNote(proof.note, name, [signer]));
  if (!(await isIncluded(await leafHash(utf8(entry)), proof.index, checkpoint.size, proof.hashes, checkpoint.root))) {
    throw new Fault(undefined, "the proof does not lead from the entry to the root of the checkpoint");
  }
  return checkpoint;
}

// -- the game beside the public log: whoever owns a server can make a log anew, but not what was entered meanwhile -----

const OPENED = "game_opened";
const HEADS = ["game_head", "game_imported"];
const MERGE_DELAY = 300n * SECOND; // within which what happens enters the public log
const HOUR = 3600n * SECOND; // heads of private games enter when theirs is over
const isImport = ({ header }) => "import" in header; // it has an id of its own in the public log, where nothing else need be

async function checkPublished(log, proofs, keys, readAt) {
  if (isTest(log)) return "a test table, which the public log leaves out";
  const said = await entriesOf(log, proofs, keys);
  const heads = said.filter(({ kind }) => HEADS.includes(kind));
  for (const one of said) if (one.kind === OPENED) compareOpening(log, one);
  for (const one of heads) compareHead(log, one);
  if (!isImport(log)) expectAll([...missing(log, said, heads)], BigInt(readAt.getTime()) * 1000n);
  return `the public log has the same: ${isImport(log) ? "an import" : "the opening"}, ${heads.length} ${heads.length === 1 ? "head" : "heads"}`;
}

// What the log says of this game, each entry proved and with its index.
async function entriesOf({ header }, proofs, keys) {
  const [name, found] = [await blinded(header.import ?? header.game), []];
  for (const { entry, proof } of proofs) {
    const said = await provedEntry(entry, proof, keys);
    if (said.game === name) found.push(said);
  }
  return found;
}

async function provedEntry(entry, text, keys) {
  try {
    const [said, proof] = [strictObject(entry), proofFrom(text)];
    await checkEntry(entry, said, proof, keys);
    return { ...said, index: Number(proof.index) };
  } catch (error) {
    if (error instanceof NotYet) throw new NotYet(`the public log: ${error.message}`);
    throw new Fault(undefined, `what the server shows as its entry in the public log is not there: ${error.message}`);
  }
}

function compareOpening(log, said) {
  const { commitment: found } = created(log);
  if (said.commitment !== found) throw unlike(1, "commitment", found, said.commitment, "the public log has another opening of this game; ");
  const place = log.entries.find(({ type }) => type === "game_started")?.public.log;
  if (place && place.index !== said.index) {
    throw unlike(1, "index", place.index, said.index, "its opening stands elsewhere in the public log than the game says; ");
  }
}

function compareHead({ entries }, { version, hash }) {
  if (version > entries.length) {
    throw new Fault(entries.length + 1, `its end is missing: it ends here, and was at version ${version} when the public log had it`);
  }
  const found = entries[version - 1]?.hash;
  if (found !== hash) throw unlike(version, "hash", found, hash, "this log was made anew after the public log had it; ");
}

// What the public log does not have: the entry of the game that it is about, and by when it is due.
function* missing(log, said, heads) {
  const [first, last] = [log.entries[0], log.entries.at(-1)];
  if (!said.some(({ kind }) => kind === OPENED)) yield { seq: 1, what: "opening", due: micros(first.at) + MERGE_DELAY };
  if (isEnd(log) && !heads.some(({ version }) => version === log.entries.length)) {
    const isPrivate = created(log).visibility === "private";
    yield { seq: log.entries.length, what: "end", due: (isPrivate ? hourOver(micros(last.at)) : micros(last.at)) + MERGE_DELAY };
  }
}

const hourOver = (moment) => moment - (moment % HOUR) + HOUR;

function expectAll(lacking, readAt) {
  const waits = [];
  for (const { seq, what, due } of lacking) {
    const by = `${second(momentOf(due))} UTC`;
    if (readAt >= due) throw new Fault(seq, `its ${what} is not in the public log, where it had to be by ${by}`);
    waits.push(`its ${what} is not yet in the public log; it will be by ${by}`);
  }
  if (waits.length) throw new NotYet(waits.join("; "));
}

// The entries of a list that was downloaded, from all its pages.
function itemsOf(pages) {
  if (!pages.every(({ items }) => Array.isArray(items))) throw new NoExport("This is not what the public log has of a game.");
  if (pages.filter(({ next }) => !next).length !== 1) throw new NoExport("All pages of what the public log has of the game are needed.");
  return pages.flatMap(({ items }) => items);
}

// -- the checks ------------------------------------------------------------------------------------

function readExport(text) {
  if (text.length > MOST_BYTES) throw new NoExport(`it has more than ${MOST_BYTES} bytes`);
  const records = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (/^[ \t\r]*$/.test(line)) continue;
    if (records.length > MOST_ENTRIES) throw new NoExport(`it has more than ${MOST_ENTRIES} entries`);
    records.push(readLine(at + 1, line));
  }
  if (records.length === 0 || records[0].format !== FORMAT) {
    throw new NoExport(`line 1: not the header of a ${FORMAT} export`);
  }
  if (records[0].format_version !== FORMAT_VERSION) {
    throw new NoExport(`line 1: this program reads format version ${FORMAT_VERSION} only`);
  }
  if (records.length === 1) throw new NoExport("the export holds no entries");
  return { header: records[0], entries: records.slice(1) };
}

function readLine(number, line) {
  try {
    if (line.length > MOST_OF_A_LINE) throw new NoExport(`it has more than ${MOST_OF_A_LINE} characters`);
    return strictObject(line);
  } catch (problem) {
    throw new NoExport(`line ${number}: ${problem.message}`);
  }
}

// Which value stands in the log, and which is due.
function unlike(seq, name, found, due, context = "") {
  const [stands, wanted] = [found, due].map((value) => (value === undefined ? "nothing" : shortened(typeof value === "string" ? value : JSON.stringify(value))));
  return new Fault(seq, `${context}${name}: ${stands} stands where ${wanted} is due`, { name: printable(name), found: stands, due: wanted });
}

const shortened = (text) => printable(text.length <= 100 ? text : `${text.slice(0, 100)}…`);

function created(log) {
  const first = log.entries[0];
  if (first.type !== "game_created") throw new Fault(1, "the log does not begin with the opening of the table");
  return first.public;
}

// At a test table the key is mixed with a constant word instead of the id, so that equal seeds give equal deals.
const isTest = (log) => log.entries[0].public?.purpose === TEST;

const revealed = (log) => log.entries.find((entry) => entry.type === "seed_revealed");

function seedOf(log) {
  const entry = revealed(log);
  if (!entry) throw new NotYet("the game is not over, so its seed is secret");
  return entry.public.seed;
}

function seatsOf(log) {
  const { seats } = created(log);
  if (!Number.isInteger(seats) || seats < 1 || seats > MAX_SEATS) throw new Fault(1, "no table has this number of seats");
  return seats;
}

// A number that nobody could sit at would make the list of seats as long as it likes.
function seatAt(seats, seat) {
  if (!Number.isInteger(seat) || !(seat in seats)) throw new Error(`there is no seat ${seat}`);
  return seat;
}

function keyOf(log) {
  const seeds = Array(seatsOf(log)).fill("");
  for (const entry of log.entries) {
    if (entry.type === "game_started") break;
    if ([...SITS_DOWN, ...GETS_UP, GIVES_SEED].includes(entry.type)) {
      seeds[seatAt(seeds, entry.public.seat)] = entry.public.client_seed ?? "";
    }
  }
  return gameKey(seedOf(log), isTest(log) ? TEST : log.entries[0].game, seeds);
}

function checkHeader(log) {
  const last = log.entries.at(-1);
  const { ruleset, commitment: promised } = log.entries[0].public ?? {};
  const found = { game: log.entries[0].game, ruleset, commitment: promised, version: last.seq, hash: last.hash };
  const odd = Object.keys(found).find((name) => found[name] === undefined || log.header[name] !== found[name]);
  if (odd) throw unlike(undefined, odd, log.header[odd], found[odd], "the header does not fit the log; ");
  return `${found.ruleset}, game ${found.game}${isTest(log) ? ", a test table" : ""}`;
}

// Any error in reading an entry is reported as a fault of that entry.
async function ofEntry(seq, call) {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault(seq, `the entry cannot be read: ${error.message}`);
  }
}

async function checkChain(log) {
  let before = NOTHING_BEFORE;
  for (const [at, entry] of log.entries.entries()) {
    const seq = at + 1;
    for (const [name, due] of Object.entries({ seq, game: log.entries[0].game, prev: before })) {
      if (entry[name] !== due) throw unlike(seq, name, entry[name], due);
    }
    const hash = await ofEntry(seq, () => link(before, entry)); // what cannot be written cannot have been hashed
    if (entry.hash !== hash) throw unlike(seq, "hash", entry.hash, hash);
    before = entry.hash;
  }
  return `${log.entries.length} entries, head ${before}`;
}

// What each of these events may find a seat to be, and what it is then. A held seat is for an invited player, never for a bot.
const SEATING = {
  seat_taken: [["free", "held"], "taken"],
  bot_seated: [["free"], "taken"],
  seat_left: [["taken"], "free"],
  seat_cleared: [["taken"], "free"],
  seat_held: [["free"], "held"],
  seat_released: [["held"], "free"],
};
const STATUS_AFTER = { game_created: "open", game_closed: "closed", game_started: "playing", seed_revealed: "finished" };

function fits(status, type, before) {
  if (type === KEY_CHANGED) return status === "open" || status === "playing";
  const whileOpen = Object.hasOwn(SEATING, type) || [GIVES_SEED, "game_closed", "game_started"].includes(type);
  if (status === "new") return type === "game_created";
  if (status === "open") return whileOpen;
  const isEnd = (type === "seed_revealed") === (before === "game_ended"); // the one follows the other, and nothing else does
  return status === "playing" && !whileOpen && type !== "game_created" && isEnd;
}

// What is written in one go is there as a whole: a log may end before it or after it.
const cutOff = (log, due) => new Fault(log.entries.length, `the log ends here where ${due} is due`);
const isSettled = ({ type }) => type === "seat_scored" || type === "game_ended"; // written together with the seed

function seatChanged(seats, type, seat) {
  const [possible, then] = SEATING[type];
  if (!possible.includes(seats[seatAt(seats, seat)])) throw new Error(`seat ${seat} is ${seats[seat]}, so ${type} cannot happen`);
  seats[seat] = then;
}

const isPlace = (log) => isObject(log) && Object.keys(log).length === 2 && Number.isInteger(log.size) && isBetween(log.index, 0, log.size - 1);

// Each player gives one share in the chance: on sitting down, or later, before the start. `given` has the shares by seat.
function followSeeds(given, { seq, type, public: said }) {
  const { seat, client_seed: share } = said;
  const isDue = type === GIVES_SEED || share !== undefined;
  if (isDue && !(typeof share === "string" && CLIENT_SEED.test(share))) throw new Fault(seq, "a client seed is hexadecimal, of up to 32 bytes");
  if (type === GIVES_SEED && !given.has(seat)) throw new Fault(seq, `no player sits in seat ${seat}`);
  if (type === GIVES_SEED && given.get(seat)) throw new Fault(seq, `seat ${seat} has given a client seed before`);
  if (type === "bot_seated" || GETS_UP.includes(type)) given.delete(seat);
  else given.set(seat, share);
}


function checkEnvelope(seq, { type, v, actor, at, sealed, public: said }) {
  if (typeof type !== "string" || !/^[a-z0-9_]{1,64}$/.test(type) || !isObject(said) || !Number.isInteger(v)) {
    throw new Fault(seq, "this is not what an entry looks like");
  }
  if (!isMoment(at)) throw new Fault(seq, "at is not a time to the microsecond in UTC");
  if (actor !== undefined && actor !== said.seat) throw new Fault(seq, "the actor is not who did it");
  if (sealed?.to !== undefined && sealed.to !== said.seat) throw new Fault(seq, "sealed to the wrong seat");
}

// What no table can agree on, if there is something of the kind.
function wrongWithOpening({ ruleset, purpose, clock, visibility, bot_delay: delay, stand_ins: standIns }) {
  if (!/^[a-z0-9_-]{1,64}@\d{1,9}$/.test(ruleset)) return "this is not the name of a ruleset";
  if (purpose !== undefined && purpose !== TEST) return `no table has the purpose ${purpose}`;
  if (!isObject(clock)) return "the clock is no object";
  const odd = Object.keys(clock).find((name) => !Object.hasOwn(BOUNDS, name) || !isBetween(clock[name], ...BOUNDS[name]));
  if (odd !== undefined) return `no clock has ${odd} ${clock[odd]}`;
  if (Object.keys(clock).length > 0 && "per_action" in clock === "bank" in clock) return "a clock takes either per_action or bank";
  if ("increment" in clock && !("bank" in clock)) return "an increment requires a bank";
  if (!VISIBILITIES.includes(visibility)) return `no table has the visibility ${visibility}`;
  if (purpose === TEST && visibility !== "private") return "a test table is always private";
  if (standIns !== undefined && !STAND_INS.includes(standIns)) return `no table has stand-ins ${standIns}`;
  return isBetween(delay, 0, MAX_BOT_DELAY) ? "" : `no bot waits ${delay} milliseconds`;
}

// The table from its opening to where the log ends: who sat down, which seats were held, the start and the end.
async function checkTable(log) {
  const seats = Array(seatsOf(log)).fill("free");
  const { purpose } = created(log);
  const wrong = wrongWithOpening(created(log));
  if (wrong) throw new Fault(1, wrong);
  const [shares, players] = [new Map(), new Set()];
  let [status, before, latest] = ["new", "", ""];
  for (const [at, entry] of log.entries.entries()) {
    checkEnvelope(at + 1, entry);
    const { seq, type, public: said } = entry;
    if (entry.at < latest) throw new Fault(at + 1, `it is dated ${entry.at}, before ${latest} of an entry before it`);
    latest = entry.at;
    if (!fits(status, type, before)) throw new Fault(seq, `${type} cannot happen while the table is ${status}`);
    if (type === "game_started" && said.log !== undefined && (purpose || !isPlace(said.log))) throw new Fault(seq, "this is no place of an opening in a public log");
    if (type === "seat_taken" && !isHash(said.account)) throw new Fault(seq, "this is no commitment to an account");
    if (type === KEY_CHANGED && !players.has(said.seat)) throw new Fault(seq, `no player sits in seat ${said.seat}`);
    if (type === KEY_CHANGED && !isKeyChange(said)) throw new Fault(seq, "this is no key to sign with");
    if (type === "clock_advanced" && !purpose) throw new Fault(seq, `${type} can happen at test tables only`);
    if (type === "clock_advanced" && !isBetween(said.seconds, 1, Infinity)) throw new Fault(seq, `the clock was moved by ${said.seconds} seconds`);
    if (type === "game_started" && seats.some((seat) => seat !== "taken")) throw new Fault(seq, "not every seat is taken");
    if (Object.hasOwn(SEATING, type)) await ofEntry(seq, () => seatChanged(seats, type, said.seat));
    if (type === "seat_taken") players.add(said.seat);
    else if (Object.hasOwn(SEATING, type)) players.delete(said.seat);
    if ([...SITS_DOWN, ...GETS_UP, GIVES_SEED].includes(type)) followSeeds(shares, entry);
    [status, before] = [Object.hasOwn(STATUS_AFTER, type) ? STATUS_AFTER[type] : status, type];
  }
  if (status === "playing" && log.entries.some(isSettled)) throw cutOff(log, "seed_revealed");
  return `${seats.length} seats, ${status}`;
}

// Who decides for each seat follows from the table's own events; `by` of every decision must say the same.
function checkMakers(log) {
  const [players, deputies] = [new Map(), new Map()];
  let count = 0;
  for (const { seq, type, actor, by, public: said } of log.entries) {
    if (type === "seat_taken") {
      if (!["person", "program"].includes(said.player)) throw unlike(seq, "player", said.player, "person or program");
      players.set(said.seat, said.player);
    }
    if (type === "bot_seated") players.set(said.seat, "bot");
    if (type === "seat_returned") deputies.delete(said.seat);
    const due = deputies.get(actor) ?? players.get(actor);
    if (by !== due) throw unlike(seq, "by", by, due);
    if (actor !== undefined) count += 1;
    if (actor !== undefined && deputies.get(actor) === "cover") deputies.delete(actor);
    if (type === "seat_timed_out" && !deputies.has(said.seat)) deputies.set(said.seat, "cover");
    if (type === "seat_resigned" || type === "seat_handed_over") deputies.set(said.seat, "stand_in");
    if (GETS_UP.includes(type)) players.delete(said.seat);
  }
  return `${count} decisions, each by whom the table says`;
}

// A Date takes the 30th of February for the 2nd of March, so it must say the same again.
function isMoment(text) {
  if (typeof text !== "string" || !/^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text)) return false;
  const date = new Date(`${text.slice(0, 19)}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 19) === text.slice(0, 19);
}

// Microseconds since 1970: the times of a log are more exact than a Date, and in the year 9999 than a number.
export function micros(text) {
  if (!isMoment(text)) throw new Error(`'${String(text).slice(0, 40)}' is not a time to the microsecond in UTC`);
  return BigInt(Date.parse(`${text.slice(0, 19)}Z`)) * 1000n + BigInt(text.slice(20, 26));
}

function momentOf(micros) {
  const seconds = new Date(Number(micros / 1000n)).toISOString().slice(0, 19);
  return `${seconds}.${String(micros % SECOND).padStart(6, "0")}Z`;
}

const LAST_MOMENT = micros("9999-12-31T23:59:59.999999Z");

function later(moment, units, unit) {
  if (!Number.isSafeInteger(units)) throw new Error(`not a whole number: ${units}`);
  const then = moment + BigInt(units) * unit;
  if (then > LAST_MOMENT) throw new Error("beyond the year 9999");
  return then;
}

// JavaScript would also compare texts that look like numbers.
const isBetween = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;

// Whom the table waits for: in set-up whoever has not chosen yet, then the seat whose turn it is.
class Waiting {
  constructor() {
    this.seats = new Set();
    this.withFleet = new Set();
    this.picksFleet = false;
  }

  follow({ type, public: said }) {
    const { seat } = said;
    if (type === "table_set") this.picksFleet = Object.keys(said.box).length > 0 && Object.keys(said.pieces).length === 0;
    if (type === "fleet_revealed") this.withFleet.add(seat);
    if (type === "tickets_dealt") this.seats.add(seat);
    if (type === "tickets_chosen" || type === "fleet_chosen") this.seats.delete(seat);
    if (type === "starting_tickets_kept" && this.picksFleet && !this.withFleet.has(seat)) this.seats.add(seat);
    if (type === "turn_began") this.seats = new Set([seat]);
    if (type === "scoring_began") this.seats = new Set();
  }
}

const lesser = (one, other) => (one < other ? one : other);
const greater = (one, other) => (one > other ? one : other);

// In order and without overlaps, so that no time counts twice.
function merged(spans) {
  const found = [];
  for (const { start, end } of [...spans].sort((a, b) => Number(a.start - b.start))) {
    const last = found.at(-1);
    if (last && start <= last.end) last.end = greater(last.end, end);
    else found.push({ start, end });
  }
  return found;
}

// When each decision began, what it may take, and when its clock stood. Times are in microseconds.
class Clocks {
  constructor(clock) {
    this.clock = clock;
    this.waiting = new Waiting();
    this.since = new Map();
    this.banks = new Map();
    this.given = new Map();
    this.vacations = new Map(); // of each seat, in order
    this.pauses = [];
  }

  standing(seat) {
    return merged([...(this.vacations.get(seat) ?? []), ...this.pauses]);
  }

  bank(seat) {
    return this.banks.get(seat) ?? later(0n, this.clock.bank, SECOND);
  }

  // How long the seat has thought about its decision.
  spent(seat, now) {
    const since = this.since.get(seat) ?? now;
    const stood = this.standing(seat).map(({ start, end }) => lesser(end, now) - greater(start, since));
    return now - since - stood.reduce((sum, time) => sum + greater(time, 0n), 0n);
  }

  deadline(seat) {
    const since = this.since.get(seat);
    const allowed = "bank" in this.clock ? this.bank(seat) : later(0n, this.clock.per_action, SECOND);
    let over = since + allowed + (this.given.get(seat) ?? 0n) + GRACE;
    for (const { start, end } of this.standing(seat)) {
      const begun = greater(start, since);
      if (begun < lesser(end, over)) over += end - begun;
    }
    return over - GRACE;
  }

  // After an event of the game.
  follow(entry, now) {
    const { actor } = entry;
    this.waiting.follow(entry);
    if ("bank" in this.clock && this.since.has(actor)) {
      const left = greater(this.bank(actor) - this.spent(actor, now), 0n);
      this.banks.set(actor, later(left, this.clock.increment ?? 0, SECOND));
    }
    const began = (seat) => (seat === actor ? now : (this.since.get(seat) ?? now));
    this.since = new Map([...this.waiting.seats].map((seat) => [seat, began(seat)]));
    this.given.delete(actor);
  }

  give(seat, seconds) {
    if ("bank" in this.clock) this.banks.set(seat, later(this.bank(seat), seconds, SECOND));
    else this.given.set(seat, later(this.given.get(seat) ?? 0n, seconds, SECOND));
  }

  // For a player who is back: the decision begins now, and a bank has at least a tenth of its time.
  beginAnew(seat, now) {
    if ("bank" in this.clock) {
      const least = later(0n, this.clock.bank, SECOND) / 10n;
      this.banks.set(seat, greater(this.bank(seat) - this.spent(seat, now), least));
    }
    if (this.since.has(seat)) this.since.set(seat, now);
    this.given.delete(seat);
  }

  endPause(at) {
    const pause = this.pauses.at(-1);
    pause.end = lesser(pause.end, at);
  }
}

// Who is away, as far as the log has been read. The clock of a test table moves only on request.
class Absences {
  constructor(log) {
    const { clock, stand_ins: standIns } = created(log);
    if (!isObject(clock)) throw new Error("this is not a clock");
    this.clocks = new Clocks(clock);
    this.mostStrikes = clock.strikes ?? MOST_STRIKES;
    this.strikes = new Map(); // how often each seat has run out of time
    this.covers = new Map(); // the bot that decides once for a seat
    this.seats = Array(seatsOf(log)).fill("");
    this.hasClock = Object.keys(clock).length > 0;
    this.vacationDays = clock.vacation_days ?? 0;
    this.standInsStay = standIns === "to_the_end";
    this.isTest = isTest(log);
    this.now = micros(log.entries[0].at);
    this.players = new Set(); // people and programs, away or not
    this.standIns = new Set();
    this.proposal = null; // the days of a pause, and who has agreed
    this.resuming = new Set();
    this.due = ""; // what must come next
    this.times = new Map();
  }

  readClock({ type, at, public: said }) {
    if (!this.isTest) this.now = micros(at);
    else if (type === "clock_advanced") this.now = later(this.now, said.seconds, SECOND);
  }

  tooOften(type, seat) {
    const times = (this.times.get(`${type} ${seat}`) ?? 0) + 1;
    this.times.set(`${type} ${seat}`, times);
    return times > MAX_TIMES ? `more than ${MAX_TIMES} times` : "";
  }

  vacationsOf(seat) {
    return this.clocks.vacations.get(seat) ?? [];
  }

  isAway(seat) {
    return this.now < (this.vacationsOf(seat).at(-1)?.end ?? 0n);
  }

  // A day that has begun counts as a whole one, and each vacation takes one.
  usedBy(seat) {
    const days = this.vacationsOf(seat).map(({ start, end }) => Math.max(1, Number((end - start + DAY - 1n) / DAY)));
    return days.reduce((sum, count) => sum + count, 0);
  }

  isPaused() {
    return this.now < (this.clocks.pauses.at(-1)?.end ?? 0n);
  }

  notPlaying(seat) {
    if (this.standIns.has(seat)) return `a stand-in plays seat ${seat}`;
    return this.covers.has(seat) ? this.timeWasUp(seat) : "";
  }

  timeWasUp(seat) {
    return `the time of seat ${seat} was up at ${momentOf(this.clocks.deadline(seat))}`;
  }

  // Whether the clock of a player runs out at some time.
  isTimed(seat) {
    const isPlayed = this.players.has(seat) && !this.standIns.has(seat) && !this.covers.has(seat);
    return this.hasClock && isPlayed && this.clocks.since.has(seat);
  }

  // Whether a bot may decide for the seat.
  isLate(seat) {
    return this.isTimed(seat) && this.clocks.deadline(seat) + GRACE <= this.now;
  }

  // Whether the seat decides when it may no longer do so itself.
  tooLate(seat) {
    return this.isTimed(seat) && this.clocks.deadline(seat) + GRACE < this.now ? this.timeWasUp(seat) : "";
  }

  // Why the seat cannot ask for anything now, if it cannot.
  absent(seat) {
    return this.notPlaying(seat) || this.tooLate(seat);
  }

  absentOrUntimed(seat) {
    return this.absent(seat) || (this.hasClock ? "" : "the table has no clock");
  }

  allIn(agreed) {
    return [...this.players].every((seat) => this.standIns.has(seat) || agreed.has(seat));
  }

  follow(entry) {
    const { type, public: said } = entry;
    const { seat } = said;
    this.due = "";
    if (type === "seat_taken") this.players.add(seatAt(this.seats, seat));
    if (GETS_UP.includes(type)) this.players.delete(seat);
    this.followPlayers(type, said);
    this.followPause(type, said);
    if (type === "time_given") this.clocks.give(said.receiver, said.seconds);
    if (type === "vacation_began") {
      const span = { start: this.now, end: later(this.now, said.days, DAY) };
      this.clocks.vacations.set(seat, [...this.vacationsOf(seat), span]);
    }
    if (type === "vacation_ended") this.vacationsOf(seat).at(-1).end = this.now;
    if (isOfTable(type)) return;
    this.covers.delete(entry.actor);
    if (this.hasClock) this.clocks.follow(entry, this.now);
  }

  followPlayers(type, { seat, cover }) {
    if (type === "seat_resigned" || type === "seat_handed_over") this.standIns.add(seat);
    if (type === "seat_returned") {
      this.standIns.delete(seat);
      this.covers.delete(seat);
      if (this.hasClock) this.clocks.beginAnew(seat, this.now);
    }
    if (type === "seat_timed_out") {
      this.covers.set(seat, cover);
      this.strikes.set(seat, (this.strikes.get(seat) ?? 0) + 1);
      if (this.strikes.get(seat) >= this.mostStrikes) this.due = "seat_handed_over";
    }
  }

  followPause(type, { seat, days }) {
    if (type === "pause_proposed") this.proposal = { days, agreed: new Set([seat]) };
    if (type === "pause_agreed") this.proposal.agreed.add(seat);
    if (type === "pause_declined") this.proposal = null;
    if (type === "game_paused") {
      this.clocks.pauses.push({ start: this.now, end: later(this.now, days, DAY) });
      this.proposal = null;
      this.resuming = new Set();
    }
    if (type === "resume_asked") {
      this.clocks.endPause(later(this.now, 1, DAY));
      this.resuming.add(seat);
      if (this.allIn(this.resuming)) this.due = "game_resumed";
    }
    if (type === "game_resumed") {
      this.clocks.endPause(this.now);
      this.resuming = new Set();
    }
    const asks = type === "pause_proposed" || type === "pause_agreed";
    if (asks && this.allIn(this.proposal.agreed)) this.due = "game_paused";
  }
}

// What is wrong with an event of one who was away, if anything.
const ABSENCES = {
  seat_returned: (table, { seat }) => {
    if (!table.standIns.has(seat)) return `no stand-in plays seat ${seat}`;
    if (table.standInsStay) return "stand-ins play to the end at this table";
    return table.tooOften("seat_returned", seat);
  },
  vacation_began: (table, { seat, days }) => {
    if (table.absent(seat)) return table.absent(seat);
    if (table.isAway(seat)) return `seat ${seat} is away already`;
    const left = table.vacationDays - table.usedBy(seat);
    return isBetween(days, 1, left) ? "" : `${days} days of vacation, but seat ${seat} has ${left}`;
  },
  vacation_ended: (table, { seat }) => table.absent(seat) || (table.isAway(seat) ? "" : `seat ${seat} is not away`),
  seat_timed_out: (table, { seat }) => {
    if (table.isLate(seat)) return "";
    if (table.isAway(seat) || table.isPaused()) return `the clock of seat ${seat} stood still`;
    return `seat ${seat} had not run out of time`;
  },
  seat_resigned: (table, { seat }) => table.notPlaying(seat),
  seat_handed_over: (table, { seat, stand_in: standIn }) => {
    const cover = table.covers.get(seat);
    return table.due && standIn !== cover ? unlike(undefined, "stand_in", standIn, cover).message : "";
  },
  pause_proposed: (table, { seat, days }) => {
    if (table.absentOrUntimed(seat)) return table.absentOrUntimed(seat);
    if (table.isPaused()) return "the game is paused already";
    if (table.proposal && !table.allIn(table.proposal.agreed)) return "a pause is proposed already";
    const often = table.tooOften("pause_proposed", seat);
    if (often || isBetween(days, 1, MAX_PAUSE)) return often;
    return `a pause of ${days} days, but ${MAX_PAUSE} is the most`;
  },
  pause_agreed: (table, { seat }) => {
    if (table.absentOrUntimed(seat)) return table.absentOrUntimed(seat);
    if (!table.proposal) return "no pause is proposed";
    if (table.proposal.agreed.has(seat)) return `seat ${seat} has agreed already`;
    const late = [...table.clocks.since.keys()].sort().find((one) => table.isLate(one));
    return late === undefined ? "" : `seat ${late} had run out of time`;
  },
  pause_declined: (table, { seat }) => table.absentOrUntimed(seat) || (table.proposal ? "" : "no pause is proposed"),
  game_paused: (table, { days }) => {
    if (!table.proposal) return "no pause is proposed";
    if (!table.allIn(table.proposal.agreed)) return "not everybody has agreed to the pause";
    return days === table.proposal.days ? "" : unlike(undefined, "days", days, table.proposal.days).message;
  },
  resume_asked: (table, { seat }) => {
    if (table.absentOrUntimed(seat)) return table.absentOrUntimed(seat);
    if (!table.isPaused()) return "the game is not paused";
    return table.resuming.has(seat) ? `seat ${seat} has asked already` : "";
  },
  game_resumed: (table) => {
    if (!table.isPaused()) return "the game is not paused";
    return table.allIn(table.resuming) ? "" : "not everybody has asked for the end of the pause";
  },
  time_given: (table, { seat, receiver, seconds }) => {
    if (table.absentOrUntimed(seat)) return table.absentOrUntimed(seat);
    if (receiver === seat) return `seat ${receiver} gave itself time`;
    if (!table.isTimed(receiver) || table.isLate(receiver)) return `seat ${receiver} has no clock`;
    const often = table.tooOften("time_given", receiver);
    if (often || isBetween(seconds, LEAST_GIFT, MAX_GIFT)) return often;
    return `${seconds} seconds, but ${LEAST_GIFT} to ${MAX_GIFT} can be given`;
  },
};

const CHANGES = ["seat_timed_out", "seat_resigned", "seat_handed_over"]; // of who decides; the others are of who was away
const isOfTable = (type) => [SEATING, STATUS_AFTER, ABSENCES].some((events) => Object.hasOwn(events, type)) || ["clock_advanced", KEY_CHANGED].includes(type);

// Why this may not happen now, if it may not. In the game itself, everybody has to decide in time.
function wrongWhen(table, { type, actor, public: said }) {
  if (Object.hasOwn(ABSENCES, type)) return ABSENCES[type](table, said);
  return isOfTable(type) ? "" : table.tooLate(actor);
}

async function checkAbsences(log) {
  const table = new Absences(log);
  let count = 0;
  for (const entry of log.entries) {
    await ofEntry(entry.seq, () => {
      table.readClock(entry);
      if (table.due && table.due !== entry.type) throw new Fault(entry.seq, `${entry.type} stands where ${table.due} is due`);
      const why = wrongWhen(table, entry);
      if (why) throw new Fault(entry.seq, why);
      table.follow(entry);
    });
    if (Object.hasOwn(ABSENCES, entry.type) && !CHANGES.includes(entry.type)) count += 1;
  }
  if (table.due) throw cutOff(log, table.due);
  return `${count} events of players who were away or came back`;
}

// -- moves that a player has signed ------------------------------------------------------------------

const SIGNS = "signalbox-move/1\n"; // before the JSON of what is signed
const isKey = (value) => typeof value === "string" && /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/.test(value); // 32 bytes, in one spelling
const isSignature = (value) => typeof value === "string" && /^[A-Za-z0-9_-]{85}[AQgw]$/.test(value); // 64 bytes
const REQUIRED = "required";
const PRIME = 2n ** 255n - 19n;
const OF_ORDER_8 = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n;
const WEAK = [0n, 1n, PRIME - 1n, OF_ORDER_8, PRIME - OF_ORDER_8]; // with these heights anybody can sign

// Which action an event came from: its type, and the members that it has from there.
const ASKED = {
  card_drawn: ["draw_card", "pile"],
  card_taken: ["take_card", "card", "refill"],
  route_claimed: ["claim_route", "route", "cards"],
  tickets_drawn: ["draw_tickets"],
  tickets_chosen: ["keep_tickets", "tickets"],
  tickets_kept: ["keep_tickets", "tickets"],
  turn_passed: ["pass"],
  harbour_built: ["build_harbour", "place", "cards"],
  pieces_exchanged: ["exchange_pieces", "give", "count"],
  fleet_chosen: ["choose_fleet", "trains", "ships"],
  seat_resigned: ["resign"],
};
const CHOSEN_SECRETLY = ["tickets_chosen", "tickets_kept", "fleet_chosen"]; // whose signature is sealed with them

function isKeyChange({ seat, key, signing, ...more }) {
  const isWhole = key === undefined ? signing === undefined : isKey(key) && ["optional", REQUIRED].includes(signing);
  return Number.isInteger(seat) && isWhole && Object.keys(more).length === 0;
}

// A key with which only one person can sign, as far as its form tells.
function isSoundKey(key) {
  if (!isKey(key)) return false;
  const height = BigInt(`0x${toHex(fromBase64url(key).reverse())}`) & (2n ** 255n - 1n);
  return height < PRIME && !WEAK.includes(height);
}

export function signedBytes(game, after, action) {
  const members = Object.entries(action).map(([name, value]) => [name, Array.isArray(value) ? [...value].sort(byCodePoint) : value]);
  return utf8(SIGNS + canonical({ action: Object.fromEntries(members), after, game }));
}

export const isSignedMove = (key, game, after, action, value) => isSignedBy(fromBase64url(key), fromBase64url(value), signedBytes(game, after, action));

function actionOf({ type, actor, public: said, private: hidden }) {
  const [name, ...members] = ASKED[type];
  const known = { ...said, ...hidden };
  const given = members.filter((member) => known[member] !== undefined).map((member) => [member, known[member]]);
  return { type: name, seat: actor, ...Object.fromEntries(given) };
}

const ownSignature = ({ signature, private: hidden }) => (signature === undefined ? hidden?.signature : signature);

// One walk through a log, which knows whose key counts at each entry.
class Signatures {
  constructor() {
    this.keys = new Map(); // of each seat: its key, and whether it must be used
    this.places = new Map(); // of the entries so far, by hash
    this.decided = new Map(); // where each seat has decided last
    this.told = new Map();
    this.counts = new Map();
    this.closed = 0;
  }

  async follow(entry) {
    const { seq, type, actor, by, hash, public: said } = entry;
    if (Object.hasOwn(ASKED, type) && ["person", "program"].includes(by)) await this.check(entry);
    else if (ownSignature(entry) !== undefined) throw new Fault(seq, "a signature where no player has decided");
    if ([...SITS_DOWN, ...GETS_UP].includes(type)) this.keys.delete(said.seat);
    if (type === KEY_CHANGED) this.change(seq, said);
    if (actor !== undefined) this.decided.set(actor, seq);
    this.places.set(hash, seq);
  }

  change(seq, { seat, key, signing }) {
    if (key !== undefined && !isSoundKey(key)) throw new Fault(seq, "this is no key to sign with");
    if (key === undefined) this.keys.delete(seat);
    else this.keys.set(seat, { key, isRequired: signing === REQUIRED });
    this.told.set(seat, [...(this.told.get(seat) ?? []), `${key === undefined ? "no key" : `key ${key}`} from entry ${seq}`]);
  }

  countOf(seat) {
    if (!this.counts.has(seat)) this.counts.set(seat, { made: 0, signed: 0 });
    return this.counts.get(seat);
  }

  async check(entry) {
    const { seq, type, actor: seat } = entry;
    const [isHidden, mine, count] = [CHOSEN_SECRETLY.includes(type), this.keys.get(seat), this.countOf(seat)];
    count.made += 1;
    if (isHidden && entry.signature !== undefined) throw new Fault(seq, "the signature of a hidden choice is not sealed with it");
    if (isHidden && !entry.private) {
      this.closed += mine ? 1 : 0;
      return;
    }
    const signature = ownSignature(entry);
    if (signature === undefined) {
      if (mine?.isRequired) throw new Fault(seq, `seat ${seat} demands a signature on each move, and this one has none`);
      return;
    }
    await this.checkSignature(entry, mine, signature);
    count.signed += 1;
  }

  async checkSignature(entry, mine, signature) {
    const { seq, game, actor: seat } = entry;
    const isWhole = isObject(signature) && Object.keys(signature).length === 2 && isHash(signature.after) && isSignature(signature.value);
    if (!isWhole) throw new Fault(seq, "this is not a signature");
    if (!mine) throw new Fault(seq, `signed, but seat ${seat} has no key`);
    const [after, last] = [this.places.get(signature.after), this.decided.get(seat) ?? 0];
    if (after === undefined) throw new Fault(seq, "signed after an entry that is not in this log");
    if (after < last) throw new Fault(seq, `signed after entry ${after}, but seat ${seat} has decided since, at entry ${last}`);
    if (!(await isSignedMove(mine.key, game, signature.after, actionOf(entry), signature.value))) {
      throw new Fault(seq, `the signature does not fit the action and the key of seat ${seat}`);
    }
  }
}

// Every signature of a player, and that none is missing where the player demands it.
async function checkSignatures(log) {
  const walk = new Signatures();
  for (const entry of log.entries) await ofEntry(entry.seq, () => walk.follow(entry));
  if (walk.told.size === 0) return "no player has a key";
  const seats = [...walk.told].sort(([one], [other]) => one - other);
  const told = seats.map(([seat, keys]) => `seat ${seat}: ${walk.countOf(seat).signed} of ${walk.countOf(seat).made} decisions signed, ${keys.join(", ")}`);
  return [...told, ...(walk.closed ? [`${walk.closed} still sealed`] : [])].join("; ");
}

async function checkSeed(log) {
  const [found, due] = [await commitment(seedOf(log)), created(log).commitment];
  if (found !== due) {
    throw unlike(revealed(log).seq, "its commitment", found, due, "the seed is not the one committed to; ");
  }
  return `the seed is the one committed to at the opening${whenPublic(log)}`;
}

// What the game says of its own commitment in the public log. Test tables are not in it.
function whenPublic(log) {
  const started = log.entries.find(({ type }) => type === "game_started");
  if (!started || isTest(log)) return "";
  const place = started.public.log;
  return `; the game says that ${place ? `entry ${place.index} of the public log had it` : "the public log did not have it"} before the deal`;
}

async function checkSeals(log) {
  const key = revealed(log) ? await keyOf(log) : null;
  let [opened, closed] = [0, 0];
  for (const entry of log.entries) {
    if (!entry.sealed) {
      if (entry.private) throw new Fault(entry.seq, "a hidden part without a seal");
    } else if (!entry.private && !key) {
      closed += 1;
    } else {
      await ofEntry(entry.seq, () => checkSeal(entry, key));
      opened += 1;
    }
  }
  if (closed && !opened) throw new NotYet(`${closed} seals are still closed`);
  return `${opened} seals opened${closed ? `, ${closed} still closed` : ""}`;
}

async function checkSeal({ seq, sealed, private: hidden, salt }, key) {
  if (!hidden || !salt) throw new Fault(seq, "the sealed part is missing");
  const due = key ? await saltFor(key, seq) : salt;
  if (salt !== due) throw unlike(seq, "salt", salt, due);
  const found = await commit(salt, hidden);
  if (sealed.commit !== found) {
    throw unlike(seq, "its commitment", found, sealed.commit, "the sealed part is not the one committed to; ");
  }
}

async function checkShuffles(log) {
  const key = await keyOf(log);
  const nths = new Map();
  let count = 0;
  for (const entry of log.entries) {
    let [label, order, size] = ["first-seat#1", entry.public.order];
    if (entry.type === "pile_shuffled") {
      const { pile, nth, count: said } = entry.public;
      nths.set(pile, (nths.get(pile) ?? 0) + 1);
      if (nth !== nths.get(pile)) throw unlike(entry.seq, `shuffle of ${pile}`, nth, nths.get(pile));
      [label, order, size] = [`${pile}#${nth}`, entry.private.order, said];
    } else if (entry.type !== "first_seat_drawn") continue;
    const again = await ofEntry(entry.seq, () => shuffle(key, label, order));
    if (canonical(again) !== canonical(order)) {
      const odd = again.findIndex((item, place) => item !== order[place]);
      throw unlike(entry.seq, `shuffle ${label}, place ${odd + 1}`, order[odd], again[odd]);
    }
    if (size !== undefined && size !== order.length) throw unlike(entry.seq, "count", size, order.length);
    count += 1;
  }
  return `${count} shuffles repeated`;
}

// Whether the receipt was signed by its key while the key was in use. Without the key this cannot be checked.
async function checkSignature(receipt, keys) {
  if (receipt.format !== RECEIPT_FORMAT) throw new Fault(undefined, "this is not a receipt");
  if (receipt.algorithm !== ALGORITHM) {
    throw new NotYet(`the receipt is signed with ${receipt.algorithm}, which this program does not know`);
  }
  const jwk = (keys.keys ?? [keys]).find((key) => key.kid === receipt.key);
  if (!jwk) throw new NotYet(`the receipt cannot be checked: its key ${receipt.key} is not among those given`);
  if (!(await isSigned(receipt, jwk))) throw new Fault(undefined, "the signature does not fit the receipt");
  if (jwk.until !== undefined && micros(receipt.at) > micros(jwk.until)) {
    throw new Fault(undefined, `signed at ${receipt.at} with a key that was retired at ${jwk.until}`);
  }
}

async function checkReceipt(log, receipt, keys) {
  await checkSignature(receipt, keys);
  const { game } = log.entries[0];
  if (receipt.game !== game) {
    throw unlike(undefined, "game", receipt.game, game, "the receipt is for another game; ");
  }
  if (receipt.version > log.entries.length) {
    throw new Fault(log.entries.length + 1, `the log ends here, but reached ${receipt.version} when the receipt was signed`);
  }
  const hash = log.entries[receipt.version - 1]?.hash;
  if (hash !== receipt.hash) {
    throw unlike(receipt.version, "hash", hash, receipt.hash, "the receipt was signed for another log; ");
  }
  return `${receipt.source}, signed at version ${receipt.version}, ${receipt.at}`;
}

// What a log says of the account that sat down.
export const seatCommitment = (salt, account) => commit(salt, { account });

// Whether this account took the seat at which it played.
async function checkSeat(log, { seat, account, salt }) {
  let taken;
  for (const { seq, type, public: said } of log.entries) {
    if (said.seat !== seat) continue;
    if (type === "seat_taken") taken = { seq, owner: said.account };
    else if ([...SITS_DOWN, ...GETS_UP].includes(type)) taken = undefined;
  }
  if (!taken) throw new Fault(undefined, `no player sits in seat ${seat}`);
  if (fromHex(salt).length !== 32 || (await seatCommitment(salt, String(account))) !== taken.owner) {
    throw new Fault(taken.seq, `this is not the account that took seat ${seat}`);
  }
  return `the account ${account} took seat ${seat}`;
}

async function checked(name, check, what = "the log") {
  try {
    return { name, result: "passed", detail: shown(await check()) };
  } catch (error) {
    if (error instanceof NotYet) return { name, result: "skipped", detail: shown(error.message) };
    if (!(error instanceof Fault)) return { name, result: "failed", detail: shown(`${what} cannot be read: ${error.message}`) };
    const seq = Number.isInteger(error.seq) ? error.seq : undefined;
    return { name, result: "failed", detail: shown(error.message), seq, values: error.values };
  }
}

const shown = (text = "") => printable(text.slice(0, LONGEST));

// The text of an export, and perhaps a receipt, what the public log had of the game when it was asked, and the keys that may have
// signed both; one line for each check.
export async function verify(text, { receipt, keys, policy, proofs, readAt = new Date() } = {}) {
  const [log, due] = [readExport(text), policy === undefined ? undefined : await policyFrom(policy)];
  const checks = { header: checkHeader, chain: checkChain, table: checkTable, makers: checkMakers, absences: checkAbsences, signatures: checkSignatures, seed: checkSeed, seals: checkSeals, shuffles: checkShuffles };
  const report = [];
  for (const [name, check] of Object.entries(checks)) report.push(await checked(name, () => check(log)));
  if (receipt) report.push(await checked("receipt", () => checkReceipt(log, receipt, keys), "the receipt"));
  if (receipt && (due || needsProof(log, receipt))) report.push(await checked("inclusion", () => checkInclusion(receipt, keys, due), "the proof"));
  if (receipt && "seat" in receipt) report.push(await checked("seat", () => checkSeat(log, receipt.seat), "the opening of the seat"));
  if (proofs) report.push(await checked("log", () => checkPublished(log, proofs, keys, readAt), "what the public log has"));
  return report;
}

export const isSound = (report) => report.every((check) => check.result !== "failed");

function line({ name, result, detail, seq }) {
  return `${MARKS[result]}  ${name.padEnd(9)} ${detail}${seq === undefined ? "" : ` (at seq ${seq})`}`;
}

export const written = (report) => [...report.map(line), conclusion(report).verdict].join("\n");

// What each check proves, for a reader who has not read the documentation.
const MEANINGS = {
  header: "The first line of the file says the same as the log below it.",
  chain: "Each entry holds the fingerprint of the one before: none was changed, added, dropped or moved.",
  table: "Everybody sat down on a seat that was free or held for somebody invited, the game began when all were taken, and its end is whole.",
  makers: "Each decision is marked with who made it: a person, a program, a bot or a stand-in.",
  absences: "Whoever was away did no more than the table allows, nobody decided after the time was up, and nobody was timed out before.",
  signatures: "Moves that a player has signed are that player's own: nobody else, not even the server, can have made them.",
  seed: "The random number of the game is the one the server was bound to before the game began.",
  seals: "What was hidden during the game is what the server had committed to at that moment.",
  shuffles: "Every pile was shuffled as the random number says: the cards were not arranged.",
  receipt: "The server once signed this log up to here: its end was not cut off and nothing was rewritten.",
  inclusion: "The end of this game is in the public log that everybody is shown alike, and the server has signed that log.",
  log: "The public log has this game as it is here: nobody made it anew later or cut off its end.",
  seat: "The account that is named here is the one that sat down in this seat.",
};

// A summary of the game from its log, which has seats, not people.
export function summary(text) {
  try {
    return printable(summarised(readExport(text)));
  } catch {
    return "nothing that can be read.";
  }
}

function summarised({ entries }) {
  const of = (type) => entries.filter((entry) => entry.type === type);
  const { ruleset, seats } = entries[0].public ?? {};
  const parts = [`${ruleset}, ${seats} seats, opened on ${String(entries[0].at).slice(0, 10)}, ${entries.length} entries.`];
  const scores = of("seat_scored").map(({ public: { seat, total } }) => `seat ${seat} has ${total}`);
  if (scores.length) parts.push(`Points: ${scores.join(", ")}.`);
  const [ended] = of("game_ended");
  parts.push(ended ? `Won by seat ${ended.public.winners.join(" and seat ")}.` : "The game is not over.");
  return parts.join(" ");
}

// The report with what each line means.
export function explained(text, report) {
  const lines = report.map((check) => `${line(check)}\n${" ".repeat(19)}${MEANINGS[check.name]}`);
  return [`The log says: ${summary(text)}`, "", ...lines, "", conclusion(report).verdict].join("\n");
}

// The verdict and the exit code. A receipt that could not be checked must not pass for a good one.
export function conclusion(report) {
  if (!isSound(report)) return { verdict: "This log does NOT hold.", code: 1, look: "fails" };
  if (report.some(({ name, result }) => ["receipt", "inclusion"].includes(name) && result === "skipped")) {
    return { verdict: "The log holds; the receipt could not be checked.", code: 3, look: "" };
  }
  if (report.some(({ name, result }) => name === "log" && result === "skipped")) {
    return { verdict: "The log holds; it could not be compared with the public log.", code: 3, look: "" };
  }
  return { verdict: "All that can be checked holds.", code: 0, look: "holds" };
}

// -- the vectors -----------------------------------------------------------------------------------

const VECTORS = {
  shuffles: async (v) => canonical(await shuffle(v.key, v.label, v.items)) === canonical(v.order),
  commitments: async (v) => (await commitment(v.seed)) === v.commitment,
  game_keys: async (v) => (await gameKey(v.seed, v.game, v.client_seeds)) === v.key,
  canonical: (v) => canonical(v.value) === v.text,
  links: async (v) => (await link(v.prev, v.entry)) === v.hash,
  moves: async (v) => (await isSignedMove(v.key, v.game, v.after, v.action, v.value)) === (v.holds ?? true),
  salts: async (v) => (await saltFor(v.key, v.seq)) === v.salt,
  seals: async (v) => (await commit(v.salt, v.private)) === v.commit,
  receipts: async (v) => (await checked("receipt", () => checkSignature(v.receipt, v.keys))).result === v.result,
  seats: async (v) => (await seatCommitment(v.salt, v.account)) === v.commitment,
  blinded: async (v) => (await blinded(v.game)) === v.name,
  moments: (v) => (v.micros === undefined ? !isMoment(v.text) : String(micros(v.text)) === v.micros),
  objects: (v) => (v.refused === undefined ? canonical(strictObject(v.text)) === v.canonical : !isStrict(v.text)),
  printable: (v) => printable(v.text) === v.shown,
  inclusions: async (v) => {
    const { result, detail } = await checked("inclusion", () => checkInclusion(v.receipt, v.keys), "the proof");
    return result === v.result && (v.detail === undefined || detail === v.detail);
  },
};

function isStrict(text) {
  try {
    return Boolean(strictObject(text));
  } catch {
    return false;
  }
}

// Every published vector against this program.
export async function verifyVectors(vectors) {
  const report = [];
  for (const [name, known] of Object.entries(vectors)) {
    report.push(
      await checked(name, async () => {
        if (!VECTORS[name]) throw new Fault(undefined, "this program does not know these vectors");
        for (const [at, vector] of known.entries()) {
          if (!(await VECTORS[name](vector))) throw new Fault(at + 1, "this vector has another result");
        }
        return `${known.length} vectors`;
      }),
    );
  }
  return report;
}

// -- on the command line -----------------------------------------------------------------------------

async function main(words) {
  const { parseArgs } = await import("node:util");
  const options = Object.fromEntries(["receipt", "key", "policy", "vectors"].map((name) => [name, { type: "string" }]));
  options.proofs = { type: "string", multiple: true };
  const json = async (name) => strictObject(await read(name));
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    if (values.vectors) return said(await verifyVectors(JSON.parse(await read(values.vectors))));
    if (positionals.length !== 1 || Boolean(values.receipt ?? values.proofs) !== Boolean(values.key) || (values.policy && !values.receipt)) {
      throw new NoExport("usage: node verify.mjs game.ndjson [--receipt receipt.json [--policy policy]] [--proofs proofs.json]… [--key key.json]");
    }
    const proof = values.key ? { keys: await json(values.key) } : {};
    if (values.receipt) proof.receipt = await json(values.receipt);
    if (values.proofs) Object.assign(proof, { proofs: itemsOf(await Promise.all(values.proofs.map(json))), readAt: await savedAt(values.proofs[0]) });
    if (values.policy) proof.policy = await read(values.policy);
    return said(await verify(await read(positionals[0]), proof));
  } catch (problem) {
    console.error(printable(String(problem.message)));
    return 2;
  }
}

// The text of a file, however much there is of it.
async function read(name) {
  const { createReadStream } = await import("node:fs");
  const [chunks, size] = [[], { read: 0 }];
  for await (const chunk of createReadStream(name)) {
    size.read += chunk.length;
    if (size.read > MOST_BYTES) throw new NoExport(`${name}: it has more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return decoded(joined(...chunks));
}

async function savedAt(name) {
  const { stat } = await import("node:fs/promises");
  return (await stat(name)).mtime;
}

function said(report) {
  console.log(written(report));
  return conclusion(report).code;
}

// -- on a page: whatever is chosen or dropped is read here and sent nowhere ----------------------------

// Sorts the texts into the export, a receipt, what the public log has and the keys, by their content. `times`: when each was saved.
export function sorted(texts, times = []) {
  const [found, pages] = [{}, []];
  for (const [at, text] of texts.entries()) {
    let whole = {};
    try {
      whole = strictObject(text);
    } catch {} // an export is many documents, one a line
    if (whole?.format === RECEIPT_FORMAT) found.receipt = whole;
    else if (whole?.keys || whole?.kty) found.keys = whole;
    else if (whole?.items) pages.push({ ...whole, at: times[at] ?? Date.now() });
    else found.text = text;
  }
  if (pages.length) Object.assign(found, { proofs: itemsOf(pages), readAt: new Date(Math.min(...pages.map(({ at }) => at))) });
  if (found.text === undefined) throw new NoExport("An export is needed too.");
  if (Boolean(found.receipt ?? found.proofs) !== Boolean(found.keys)) throw new NoExport("A receipt and what the public log has go together with the server's keys.");
  return found;
}

// A busy server says when to retry.
async function insist(url, tries = 5) {
  const answer = await fetch(url);
  if (![429, 503].includes(answer.status) || tries === 1) return answer;
  const seconds = Number(answer.headers.get("Retry-After")) || 2;
  await new Promise((resolve) => setTimeout(resolve, 1000 * Math.min(seconds, 60)));
  return insist(url, tries - 1);
}

// `verify.html?game=ID` fetches all from the server of the page, and last the log, which must reach what was signed and entered before.
async function fetched(game) {
  if (!/^[0-9a-f-]{36}$/.test(game)) throw new NoExport("This is not the id of a game.");
  const path = `/api/v1/games/${game}`;
  const texts = await Promise.all(["/.well-known/signalbox-key", `${path}/receipt`].map(fetchedText));
  for (let next = ""; next !== null; ) {
    texts.push(await fetchedText(`${path}/proofs?limit=100${next && `&cursor=${encodeURIComponent(next)}`}`));
    ({ next = null } = strictObject(texts.at(-1)));
  }
  return [...texts, await fetchedText(`${path}/export`)];
}

async function fetchedText(url) {
  const answer = await insist(url);
  if (!answer.ok) throw new NoExport(`${answer.url} answers ${answer.status}.`);
  return textOf(await answer.blob());
}

function attach(page) {
  const [chosen, shown] = [page.getElementById("files"), page.getElementById("report")];
  const say = (text, verdict = "") => Object.assign(shown, { textContent: text, className: verdict });
  const prove = async (texts, times) => {
    say("Checking …");
    try {
      if (!globalThis.crypto?.subtle) throw new NoExport("Browsers check hashes over HTTPS or on localhost only.");
      const { text, ...proof } = sorted(await texts, times);
      const report = await verify(text, proof);
      say(explained(text, report), conclusion(report).look);
    } catch (problem) {
      say(printable(String(problem.message)));
    }
  };
  const read = (files) => files.length && prove(Promise.all(Array.from(files, textOf)), Array.from(files, ({ lastModified }) => lastModified));
  say("Nothing chosen yet.");
  chosen.addEventListener("change", () => read(chosen.files));
  page.addEventListener("dragover", (event) => event.preventDefault());
  page.addEventListener("drop", (event) => {
    event.preventDefault();
    read(event.dataTransfer.files);
  });
  const game = new URLSearchParams(page.location.search).get("game");
  if (game) prove(fetched(game));
}

if (typeof document !== "undefined") {
  if (document.getElementById("signalbox-verify")) attach(document);
} else if (typeof process !== "undefined" && process.argv[1]) {
  const { existsSync, realpathSync } = await import("node:fs");
  const { pathToFileURL } = await import("node:url");
  const [, program] = process.argv;
  if (existsSync(program) && import.meta.url === pathToFileURL(realpathSync(program)).href) {
    process.exitCode = await main(process.argv.slice(2));
  }
}
