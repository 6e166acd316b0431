// Moves signed with a key of your own, so that nobody else can have made them.
import { Problem, SignalboxError } from "./errors.js";

const MOVE = "signalbox-move/1\n";
const GAME = /^\/api\/v1\/games\/([^/]+)(\/actions|\/resign)?/;
const PKCS8 = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]; // what goes before the 32 bytes of a key
const SECRET = /^[A-Za-z0-9_-]{43}$/;
const REMEMBERED = 1000; // games

/** What you have seen of a game, and from where. @typedef {{ version: number, hash: string, seat: number }} Place */
/** @typedef {import("./http.js").Request} Request */
/** @typedef {(method: string, link: string, request: Request) => Promise<any>} Ask */

export class Signer {
  #private;

  /** @param {CryptoKey} privateKey @param {string} key @param {string} [secret] */
  constructor(privateKey, key, secret = "") {
    this.#private = privateKey;
    this.key = key;
    this.secret = secret;
  }

  static new() {
    return Signer.from(base64url(crypto.getRandomValues(new Uint8Array(32))));
  }

  /** @param {string} secret */
  static async from(secret) {
    if (!globalThis.crypto?.subtle) throw new SignalboxError("Signing needs WebCrypto, which pages have on https and localhost only.");
    if (!SECRET.test(secret)) throw new TypeError("This is no private key: 32 bytes in base64url without padding.");
    try {
      const key = await crypto.subtle.importKey("pkcs8", new Uint8Array([...PKCS8, ...bytesOf(secret)]), "Ed25519", true, ["sign"]);
      const { x = "", d } = await crypto.subtle.exportKey("jwk", key);
      return new Signer(key, x, d);
    } catch (error) {
      throw new SignalboxError("This runtime can't sign with Ed25519.", { cause: error });
    }
  }

  /** @param {string} game @param {string} after @param {Record<string, unknown>} action */
  async sign(game, after, action) {
    const text = new TextEncoder().encode(signedText(game, after, action));
    return { after, value: base64url(new Uint8Array(await crypto.subtle.sign("Ed25519", this.#private, text))) };
  }
}

/** What a signature covers. Lists are sorted: a log may hold them in another order.
 * @param {string} game @param {string} after @param {Record<string, unknown>} action */
function signedText(game, after, action) {
  const ordered = Object.entries(action).map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value]);
  return MOVE + canonical({ action: Object.fromEntries(ordered), after, game });
}

/** @param {any} value @returns {string} */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
}

/** @param {Uint8Array} bytes */
const base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

/** Signs each decision on the newest entry that was seen of its game. And only once: a server that refuses a signed move still
 * has it, and could write it and the next one. */
export class Signing {
  /** @type {Map<string, Place>} */
  #places = new Map();

  /** @param {import("./index.d.ts").Signer} signer */
  constructor(signer) {
    this.signer = signer;
  }

  /** The answer to a request, which is signed if it decides something.
   * @param {string} method @param {string} link @param {Request} request @param {Ask} ask */
  async asked(method, link, request, ask) {
    const [, game, decides] = link.match(GAME) ?? [];
    if (!game) return ask(method, link, request);
    const signs = decides && method === "POST" && !request.query?.dry_run && !Object(request.body).signature;
    const sent = signs ? await this.#signed(game, link, request, ask) : request;
    const found = await ask(method, link, sent).catch((error) => {
      if (error instanceof Problem && error.code === "wrong_signature") this.#places.delete(game);
      throw error;
    });
    this.note(found, game);
    return found;
  }

  /** Remembers how a game stands, if the answer tells; it may be of another game, such as a rematch.
   * @param {any} answer @param {string} game */
  note(answer, game) {
    const { id = game, version, hash, seat } = Object(answer);
    if (typeof seat !== "number" || typeof hash !== "string" || version < (this.#places.get(id)?.version ?? 0)) return;
    this.#places.delete(id);
    this.#places.set(id, { version, hash, seat });
    if (this.#places.size > REMEMBERED) this.#places.delete([...this.#places.keys()][0] ?? "");
  }

  /** @param {string} game @param {string} link @param {Request} request @param {Ask} ask @returns {Promise<Request>} */
  async #signed(game, link, request, ask) {
    if (!this.#places.has(game)) this.note(await ask("GET", `/api/v1/games/${game}`, { signal: request.signal }), game);
    const place = this.#places.get(game);
    if (!place) return request; // you have no seat there
    const { expected_version, signature, ...members } = Object(request.body);
    const set = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
    /** @type {any} */
    const action = link.endsWith("/resign") ? { type: "resign" } : Object.fromEntries(set);
    const made = await this.signer.sign(game, place.hash, { ...action, seat: place.seat });
    return { ...request, body: { ...Object(request.body), signature: made } };
  }
}
