// Who is signed in. The page is an app like any other: authorization code with PKCE, tokens that tabs share.
import {
  beginSignIn, Client, finishSignIn, signOut as endGrant, SignInFailed, Unauthenticated,
} from "signalbox-client";
import { useEffect, useState } from "./vendor/preact.js";
import { observed, pause } from "./connection.js";
import { app, origin, store, stored } from "./settings.js";

/** @typedef {import("signalbox-client").Tokens} Tokens */
/** @typedef {import("signalbox-client").Me} Me */

const [TOKENS, ME] = ["tokens", "me"]; // in storage
const BACK = "signalbox.back"; // where the reader was when they went to sign in
const SCOPES = ["games:read", "games:play", "account", "webhooks"];
const [CHANGED, FAILED] = ["signalbox:session", "signalbox:sign-in-failed"];
const PATIENCE = 2000; // milliseconds that the first drawing waits for an answer
const AGAIN = 3000; // milliseconds until a server that did not answer is asked again

/** @returns {Tokens | undefined} */
const load = () => stored(TOKENS) ?? undefined;
/** @param {Tokens} tokens */
const save = (tokens) => store(TOKENS, tokens);
/** What can be repeated is, until there is an answer; meanwhile the page says that the server is away. */
const clientNew = () =>
  new Client(origin, { client_id: app, load, save, fetch: observed, pause, retries: Infinity });

export const session = {
  origin,
  client: clientNew(),
  /** @type {Me | null} */
  me: null,
  /** Leaves for the server's pages; the reader comes back to the same address. */
  async signIn() {
    try {
      sessionStorage.setItem(BACK, location.pathname + location.search);
      await beginSignIn(origin, app, { scopes: SCOPES, redirect_uri: `${location.origin}/` });
    } catch (error) {
      // No server, no storage, or no HTTPS: then there is no cryptography.
      dispatchEvent(new CustomEvent(FAILED, { detail: error }));
    }
  },
  /** Ends the grant, and leads to the server's own sign-out if the page is the server's. */
  async signOut() {
    const tokens = load();
    forget();
    if (tokens?.refresh_token) await endGrant(origin, app, tokens).catch(() => {}); // it is forgotten here in any case
    if (origin === location.origin) location.assign("/account/sign-out?next=/");
  },
};

/** Call it first: takes back a reader who has signed in, and finds out who they are. Whom the page knows it does not
 * wait for.
 * @returns {Promise<unknown>} what went wrong */
export async function start() {
  addEventListener("storage", elsewhere);
  const failure = await comeBack().catch((error) => error);
  session.me = load() ? stored(ME) : null;
  const identified = identify();
  if (!session.me) await Promise.race([identified, new Promise((wake) => setTimeout(wake, PATIENCE))]);
  return failure;
}

/** After a sign-in, to where the reader was. */
async function comeBack() {
  if (!new URLSearchParams(location.search).has("state")) return;
  const back = sessionStorage.getItem(BACK);
  sessionStorage.removeItem(BACK);
  try {
    const tokens = await finishSignIn();
    if (!tokens) return;
    store(ME, null);
    save(tokens);
    session.client = clientNew();
  } finally {
    if (back) history.replaceState(null, "", back);
  }
}

/** Another tab has signed in or out, or found that it was somebody else who signed in. A renewed token is no news.
 * @param {StorageEvent} event */
function elsewhere({ key, oldValue, newValue }) {
  const isInOrOut = key === `signalbox.${TOKENS}` && Boolean(oldValue) !== Boolean(newValue);
  const isOther = key === `signalbox.${ME}` && newValue && session.me && stored(ME)?.id !== session.me.id;
  if (!isInOrOut && !isOther) return;
  leave();
  if (load()) identify();
}

async function identify() {
  const { client } = session;
  try {
    const found = load() ? await client.me.get() : null;
    if (client !== session.client) return; // somebody else has come meanwhile
    session.me = found;
    store(ME, found);
    dispatchEvent(new Event(CHANGED));
  } catch (error) {
    if (client !== session.client) return;
    if (isEnded(error)) forget();
    else setTimeout(identify, AGAIN);
  }
}

/** Whether this error says that the reader is no longer signed in. @param {unknown} error */
const isEnded = (error) => error instanceof Unauthenticated || error instanceof SignInFailed;

/** For errors of requests: a session that has ended elsewhere ends here. @param {unknown} error */
export function noteEnd(error) {
  if (session.me && isEnded(error)) forget();
}

function forget() {
  store(TOKENS, null);
  store(ME, null);
  leave();
}

/** With the reader goes their client, which keeps its tokens; the page draws everything anew for another. */
function leave() {
  session.client = clientNew();
  session.me = null;
  dispatchEvent(new Event(CHANGED));
}

/** Calls `hear` when a sign-in could not begin. @param {(error: any) => void} hear @returns {() => void} */
export function onSignInFailed(hear) {
  const heard = (/** @type {Event} */ event) => hear(/** @type {CustomEvent} */ (event).detail);
  addEventListener(FAILED, heard);
  return () => removeEventListener(FAILED, heard);
}

/** The session; the component is drawn again when somebody signs in or out. */
export function useSession() {
  const [, setCount] = useState(0);
  const drawn = session.me;
  useEffect(() => {
    const changed = () => setCount((count) => count + 1);
    addEventListener(CHANGED, changed);
    if (session.me !== drawn) changed(); // somebody was found between the drawing and now
    return () => removeEventListener(CHANGED, changed);
  }, []);
  return session;
}
