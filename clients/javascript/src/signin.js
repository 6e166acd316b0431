// Ways for a player to allow an app: in a page, with a browser on the same machine, with a browser anywhere.
import { ask, metadata, tokensFor } from "./grant.js";
import { SignInFailed } from "./errors.js";
import { sleep } from "./time.js";

const KEPT = "signalbox-sign-in"; // where a page remembers that it has sent its user away
const DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
const SLOWER = 5; // seconds, as RFC 8628 says
const SCOPES = ["games:read", "games:play"];

/** @typedef {import("./index.d.ts").Tokens} Tokens */
/** @typedef {{ scopes?: string[], signal?: AbortSignal }} Wish */

/** @param {Uint8Array} bytes */
const base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_" })[sign] ?? "");
const secret = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Where to send the player, and what has to be remembered meanwhile.
 * @param {string} url @param {string} client_id @param {string} redirect_uri @param {string[]} scopes */
async function begun(url, client_id, redirect_uri, scopes) {
  const { authorization_endpoint, issuer } = await metadata(url);
  const [code_verifier, state] = [secret(), secret()];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code_verifier));
  const address = new URL(/** @type {string} */ (authorization_endpoint));
  const code_challenge = base64url(new Uint8Array(digest));
  const words = { response_type: "code", code_challenge_method: "S256", client_id, redirect_uri, state, code_challenge };
  for (const [name, value] of Object.entries({ ...words, scope: scopes.join(" ") })) address.searchParams.set(name, value);
  return { address, begun: { url, client_id, redirect_uri, issuer, state, code_verifier } };
}

/** @param {URLSearchParams} said @param {any} begun @returns {Promise<Tokens>} */
async function redeemed(said, { url, client_id, redirect_uri, issuer, state, code_verifier }) {
  if (said.get("state") !== state || said.get("iss") !== issuer) {
    throw new SignInFailed("invalid_request", "The answer does not belong to what this app has asked.");
  }
  const error = said.get("error");
  if (error) throw new SignInFailed(error, said.get("error_description") ?? undefined);
  return tokensFor(url, client_id, { grant_type: "authorization_code", code: said.get("code") ?? "", code_verifier, redirect_uri });
}

/** In a page: leaves it for the server's. The player comes back to `redirect_uri`, which is this page unless you say otherwise.
 * @param {string} url @param {string} client_id @param {Wish & { redirect_uri?: string }} [wish] */
export async function beginSignIn(url, client_id, { scopes = SCOPES, redirect_uri } = {}) {
  const here = location.origin + location.pathname;
  const { address, begun: kept } = await begun(url, client_id, redirect_uri ?? here, scopes);
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
  location.assign(address);
}

/** In the page that the player comes back to: the tokens, or nothing if nobody came back. @returns {Promise<Tokens | undefined>} */
export async function finishSignIn() {
  const said = new URLSearchParams(location.search);
  const kept = sessionStorage.getItem(KEPT);
  if (!kept || !said.has("state")) return undefined;
  sessionStorage.removeItem(KEPT);
  history.replaceState(history.state, "", location.pathname); // the code is of no more use
  return redeemed(said, JSON.parse(kept));
}

/** In node and Deno: shows the player an address, and waits on this machine until they come back to it.
 * @param {string} url @param {string} client_id
 * @param {Wish & { redirect_uri?: string, open_browser?: (address: string) => unknown }} [wish] @returns {Promise<Tokens>} */
export async function signInWithBrowser(url, client_id, { scopes = SCOPES, redirect_uri, open_browser, signal } = {}) {
  const { comeBack } = await import("./loopback.js");
  const back = await comeBack(redirect_uri, signal);
  try {
    const { address, begun: kept } = await begun(url, client_id, back.redirect_uri, scopes);
    await (open_browser ?? ((found) => console.error(`Open this address in a browser: ${found}`)))(String(address));
    return await redeemed(await back.said, kept);
  } finally {
    back.close();
  }
}

/** Anywhere: `show` gets the code and the address at which the player types it in.
 * @param {string} url @param {string} client_id
 * @param {Wish & { show: (prompt: import("./index.d.ts").DevicePrompt) => unknown }} wish @returns {Promise<Tokens>} */
export async function signInWithDevice(url, client_id, { scopes = SCOPES, show, signal }) {
  const { device_authorization_endpoint } = await metadata(url);
  const prompt = await ask(device_authorization_endpoint, { client_id, scope: scopes.join(" ") });
  await show(prompt);
  for (let interval = prompt.interval ?? SLOWER; ; ) {
    await sleep(interval, signal);
    try {
      return await tokensFor(url, client_id, { grant_type: DEVICE, device_code: prompt.device_code });
    } catch (error) {
      if (!(error instanceof SignInFailed) || !["authorization_pending", "slow_down"].includes(error.error)) throw error;
      if (error.error === "slow_down") interval += SLOWER;
    }
  }
}
