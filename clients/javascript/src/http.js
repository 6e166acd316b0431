// One request: with its token, again when that is safe, and errors by their code.
import { problem, RateLimited, Unauthenticated, Unavailable, Unreachable } from "./errors.js";
import { pauses, sleep } from "./time.js";

const TIMEOUT = 30; // seconds, on top of what the request asks the server to wait
const PATIENCE = 120; // a longer Retry-After is not waited for
const AGAIN = [429, 502, 503, 504];

/**
 * @typedef {object} Request
 * @property {Record<string, unknown>} [query]
 * @property {unknown} [body] JSON, or a string, which is sent as lines of JSON
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 * @property {boolean} [safe] whether it can be sent twice; otherwise as its method says
 * @property {number} [retries]
 * @property {boolean} [stream] whether the body of the answer has no end
 */

/** A token that nobody renews. @typedef {{ bearer(): Promise<string | undefined>, renew(stale: string): Promise<boolean> }} Bearer */

export class Http {
  /** @param {string} url @param {Bearer} bearer @param {{ retries: number, fetch?: typeof fetch, pause?: typeof sleep }} options */
  constructor(url, bearer, { retries, fetch = globalThis.fetch, pause = sleep }) {
    this.root = new URL(url);
    if (!/^https?:$/.test(this.root.protocol)) throw new TypeError(`${url} is not the address of a server.`);
    this.bearer = bearer;
    this.retries = retries;
    /** @type {import("./signing.js").Signing | undefined} */
    this.signing = undefined;
    this.fetch = fetch.bind(globalThis);
    this.pause = pause;
  }

  /** Where a path or a link leads. A token that is sent over TLS is not sent without.
   * @param {string} link @param {Record<string, unknown>} [query] */
  address(link, query = {}) {
    const found = new URL(link, this.root);
    if (this.root.protocol === "https:" && found.protocol !== "https:") {
      throw new Unreachable(`The server links to ${found.origin}, where the token could be read on the way.`);
    }
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) found.searchParams.set(name, String(value));
    }
    return found;
  }

  /** The answer, if it is a good one.
   * @param {string} method @param {string} link @param {Request} [request] @returns {Promise<Response>} */
  async send(method, link, request = {}) {
    const isSafe = request.safe ?? !["POST", "PATCH"].includes(method);
    let left = isSafe ? (request.retries ?? this.retries) : 0;
    for (const pause of pauses()) {
      try {
        return await this.#attempt(method, link, request);
      } catch (error) {
        const seconds = Math.max(pause, waitFor(error));
        if (left-- < 1 || !isPassing(error) || seconds > PATIENCE) throw error;
        await this.pause(seconds, request.signal);
      }
    }
    throw new Unreachable("unreachable"); // there is always another pause
  }

  /** @param {string} method @param {string} link @param {Request} request */
  async #attempt(method, link, request) {
    const token = await this.bearer.bearer();
    try {
      return await this.#exchange(method, link, request, token);
    } catch (error) {
      if (!(error instanceof Unauthenticated && token && (await this.bearer.renew(token)))) throw error;
      return this.#exchange(method, link, request, await this.bearer.bearer());
    }
  }

  /** @param {string} method @param {string} link @param {Request} request @param {string} [token] */
  async #exchange(method, link, { query, body, headers, signal, stream }, token) {
    const limit = stream ? [] : [AbortSignal.timeout(1000 * (TIMEOUT + Number(query?.wait ?? 0)))];
    const isText = typeof body === "string";
    /** @type {Response} */
    let answer;
    try {
      answer = await this.fetch(this.address(link, query), {
        method,
        headers: {
          Accept: "application/json, */*;q=0.5",
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(body !== undefined && { "Content-Type": isText ? "application/x-ndjson" : "application/json" }),
          ...headers,
        },
        body: body === undefined || isText ? /** @type {string | undefined} */ (body) : JSON.stringify(body),
        signal: AbortSignal.any([...limit, ...(signal ? [signal] : [])]),
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw new Unreachable(`There is no answer from ${this.root.origin}.`, { cause: error });
    }
    if (answer.ok) return answer;
    throw problem(answer.status, await plain(answer), Number(answer.headers.get("Retry-After")) || 0);
  }
}

/** The problem document; nothing of a page that a proxy sends. @param {Response} answer */
async function plain(answer) {
  try {
    const found = await answer.json();
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** Whether the same request may succeed later. @param {unknown} error @returns {boolean} */
export function isPassing(error) {
  if (error instanceof Unreachable) return true;
  return (error instanceof RateLimited || error instanceof Unavailable) && AGAIN.includes(error.status);
}

/** @param {unknown} error */
export function waitFor(error) {
  return error instanceof RateLimited || error instanceof Unavailable ? error.retry_after : 0;
}
