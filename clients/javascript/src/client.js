// The API as objects: a resource for each first part of a path, a method for each operation.
import { follow } from "./follow.js";
import { Http } from "./http.js";
import { Grant } from "./grant.js";
import { mine } from "./mine.js";
import { OPERATIONS } from "./operations.js";
import { Signing } from "./signing.js";
import { turns } from "./turns.js";

const RETRIES = 5;

/** @typedef {{ method: string, path: string, key?: boolean, safe?: boolean, body?: string, query?: string[], pages?: boolean }} Operation */
/** @typedef {import("./index.d.ts").ClientOptions} ClientOptions */

export class Client {
  /** @param {string} url the address of the server @param {ClientOptions} [options] */
  constructor(url, { token, tokens, client_id, save, load, retries = RETRIES, fetch, pause, signer } = {}) {
    const isGrant = tokens !== undefined || load !== undefined;
    const bearer = isGrant ? new Grant(url, { tokens, client_id, save, load }) : fixed(token);
    const http = (this.http = new Http(url, bearer, { retries, fetch, pause }));
    http.signing = signer && new Signing(signer);
    const preview = { ...OPERATIONS.games.act, key: false, safe: true };
    /** @type {import("./index.d.ts").Games} */
    this.games = {
      ...resource(http, OPERATIONS.games),
      preview: (/** @type {string} */ id, /** @type {object} */ action, options = {}) => call(http, preview, [id, action, { ...options, dry_run: true }]),
      follow: (/** @type {string} */ id, options = {}) => follow(this.games, http, id, options),
      verify: async (/** @type {string} */ id, options = {}) => (await import("./proof.js")).verified(this, id, options),
    };
    /** @type {import("./index.d.ts").OwnAccount} */
    this.me = { ...resource(http, OPERATIONS.me), follow: (options = {}) => mine(this.me, http, options) };
    /** @type {import("./api.d.ts").PlayersApi} */
    this.players = resource(http, OPERATIONS.players);
    /** @type {import("./api.d.ts").RulesetsApi} */
    this.rulesets = resource(http, OPERATIONS.rulesets);
    /** @type {import("./api.d.ts").BotsApi} */
    this.bots = resource(http, OPERATIONS.bots);
    /** @type {import("./api.d.ts").LeaderboardsApi} */
    this.leaderboards = resource(http, OPERATIONS.leaderboards);
    /** @type {import("./api.d.ts").AppsApi} */
    this.apps = resource(http, OPERATIONS.apps);
    /** @type {import("./api.d.ts").WebhooksApi} */
    this.webhooks = resource(http, OPERATIONS.webhooks);
    /** @type {import("./api.d.ts").ServerApi} */
    this.server = resource(http, OPERATIONS.server);
  }

  /** A `Turn` each time you have to act, in any of your games. @param {{ signal?: AbortSignal }} [options] */
  turns(options = {}) {
    return turns(this, options);
  }

  /** A request of your own, with token, retries and errors: the way to headers, and to what is newer than this client.
   * @param {string} method @param {string} path @param {import("./http.js").Request} [request] */
  request(method, path, request) {
    return this.http.send(method, path, request);
  }
}

/** @param {string} [token] @returns {import("./http.js").Bearer} */
const fixed = (token) => ({ bearer: async () => token, renew: async () => false });

/** Its type is generated, like its operations. @param {Http} http @param {Record<string, Operation>} operations @returns {any} */
function resource(http, operations) {
  /** @type {Record<string, (...values: any[]) => unknown>} */
  const methods = {};
  for (const [name, operation] of Object.entries(operations)) {
    methods[name] = (...values) => call(http, operation, values);
    if (operation.pages && name.startsWith("list")) {
      methods[name.replace("list", "iterate")] = (...values) => pages(http, operation, values);
    }
  }
  return methods;
}

/** @param {Http} http @param {Operation} operation @param {any[]} values */
async function call(http, operation, values) {
  const { link, request } = prepared(operation, values);
  const ask = (/** @type {string} */ method, /** @type {string} */ address, /** @type {import("./http.js").Request} */ asked) =>
    answered(http, method, address, asked);
  return http.signing ? http.signing.asked(operation.method, link, request, ask) : ask(operation.method, link, request);
}

/** @param {Http} http @param {string} method @param {string} link @param {import("./http.js").Request} request */
async function answered(http, method, link, request) {
  const answer = await http.send(method, link, request);
  const kind = answer.headers.get("Content-Type") ?? "";
  if (answer.status === 204) return undefined;
  if (kind.includes("json") && !kind.includes("ndjson")) return answer.json();
  return kind.includes("zip") ? answer.blob() : answer.text();
}

/** The arguments in their places: parts of the path, perhaps a body, then options.
 * @param {Operation} operation @param {any[]} values */
function prepared({ path, key, safe = key, body: takes, query: asked }, values) {
  const rest = [...values];
  const link = path.replace(/{\w+}/g, () => encodeURIComponent(rest.shift() ?? ""));
  const whole = takes === "whole" ? rest.shift() : undefined;
  const { signal, idempotency_key, if_match, ...others } = rest.shift() ?? {};
  const split = Object.entries(others).filter(([, value]) => value !== undefined);
  const inQuery = (/** @type {[string, unknown]} */ [name]) => !takes || asked?.includes(name);
  const members = Object.fromEntries(split.filter((entry) => !inQuery(entry)));
  const headers = {
    ...(key && { "Idempotency-Key": idempotency_key ?? newKey() }),
    ...(if_match && { "If-Match": if_match }),
  };
  const body = typeof whole === "string" || !takes ? whole : { ...whole, ...members };
  return { link, request: { query: Object.fromEntries(split.filter(inQuery)), body, headers, signal, safe: safe || undefined } };
}

/** `crypto.randomUUID` exists on https and localhost only. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The items of all pages. @param {Http} http @param {Operation} operation @param {any[]} values */
async function* pages(http, operation, values) {
  const count = (operation.path.match(/{/g) ?? []).length;
  for (let cursor = values[count]?.cursor; ; ) {
    const { items, next } = await call(http, operation, [...values.slice(0, count), { ...values[count], cursor }]);
    yield* items;
    if (next === null) return;
    cursor = next;
  }
}
