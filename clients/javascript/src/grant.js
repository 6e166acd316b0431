// The tokens of an app that a player has allowed: asked for, renewed, given back.
import { problem, SignInFailed, Unreachable } from "./errors.js";
import { sleep } from "./time.js";

const TIMEOUT = 30_000; // milliseconds
const PASSING = [429, 500, 502, 503, 504]; // they say nothing about the grant
const EARLY = 30_000; // milliseconds before its end a token is renewed
const SEEN = 0.1; // seconds until what one tab has saved is seen by all others: browsers promise no order
const METADATA = "/.well-known/oauth-authorization-server";

/** @typedef {import("./index.d.ts").Tokens} Tokens */

/** Where the server has what. @param {string} url @returns {Promise<Record<string, string>>} */
export const metadata = (url) => ask(new URL(METADATA, url));

/** What OAuth answers; it has its own kind of errors. @param {string | URL | undefined} address @param {Record<string, string>} [form] */
export async function ask(address, form) {
  let answer, said;
  try {
    const signal = AbortSignal.timeout(TIMEOUT); // other tabs wait for a renewal
    answer = await fetch(String(address), { signal, ...(form && { method: "POST", body: new URLSearchParams(form) }) });
    said = await answer.json();
  } catch (error) {
    throw new Unreachable(`There is no answer from ${address}.`, { cause: error });
  }
  if (PASSING.includes(answer.status)) throw problem(answer.status, said, Number(answer.headers.get("Retry-After")) || 0);
  if (!answer.ok) throw new SignInFailed(said.error ?? `http_${answer.status}`, said.error_description ?? said.detail);
  return said;
}

/** @param {string} url @param {string} client_id @param {Record<string, string>} form @returns {Promise<Tokens>} */
export async function tokensFor(url, client_id, form) {
  const { token_endpoint } = await metadata(url);
  const said = await ask(token_endpoint, { client_id, ...form });
  const { access_token, refresh_token, scope, expires_in } = said;
  return { access_token, refresh_token, scope, expires_at: Date.now() + 1000 * expires_in };
}

/** Ends what the player has allowed. @param {string} url @param {string} client_id @param {Tokens} tokens */
export async function signOut(url, client_id, { refresh_token }) {
  const { revocation_endpoint } = await metadata(url);
  await ask(revocation_endpoint, { client_id, token: refresh_token });
}

/**
 * Tokens that are renewed in time. A refresh token works until what it brought is used; a later use ends everything. So there
 * is one request at a time, also among the tabs of a browser, and it comes again only if there was no answer.
 */
export class Grant {
  /** @type {Promise<boolean> | undefined} */
  #renewal;

  /** @param {string} url @param {import("./index.d.ts").GrantOptions} options */
  constructor(url, { tokens, client_id, save, load }) {
    if (!client_id) throw new TypeError("Tokens of an app need its client_id.");
    this.url = url;
    this.client_id = client_id;
    this.tokens = tokens;
    this.save = save;
    this.load = load;
  }

  async bearer() {
    this.tokens ??= await this.load?.();
    if (this.tokens && this.tokens.expires_at - EARLY < Date.now()) await this.renew(this.tokens.access_token);
    return this.tokens?.access_token;
  }

  /** Whether there is a token other than this one now. @param {string} stale @returns {Promise<boolean>} */
  renew(stale) {
    this.#renewal ??= alone(this.client_id, () => this.#exchange(stale)).finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  /** @param {string} stale */
  async #exchange(stale) {
    if (this.load) await sleep(SEEN);
    this.tokens = (await this.load?.()) ?? this.tokens; // another tab may have been quicker
    if (!this.tokens) return false;
    if (this.tokens.access_token !== stale) return true;
    const { refresh_token } = this.tokens;
    const renewed = await tokensFor(this.url, this.client_id, { grant_type: "refresh_token", refresh_token });
    await this.save?.(renewed);
    this.tokens = renewed;
    return true;
  }
}

/** @template T @param {string} name @param {() => Promise<T>} work @returns {Promise<T>} */
function alone(name, work) {
  const { locks } = globalThis.navigator ?? {};
  return locks ? locks.request(`signalbox-${name}`, work) : work();
}
