// Who is signed in. The page is an app like any other: authorization code with PKCE, tokens that tabs share.
import { beginSignIn, Client, finishSignIn, signOut as endGrant, SignInFailed, Unauthenticated } from "signalbox-client";
import { useEffect, useState } from "./vendor/preact.js";
import { observed } from "./connection.js";
import { app, origin, store, stored } from "./settings.js";

/** @typedef {import("signalbox-client").Tokens} Tokens */
/** @typedef {import("signalbox-client").Me} Me */

const TOKENS = "tokens"; // in storage
const BACK = "signalbox.back"; // where the reader was when they went to sign in
const SCOPES = ["games:read", "games:play", "account", "webhooks"];
const CHANGED = "signalbox:session";

/** @returns {Tokens | undefined} */
const load = () => stored(TOKENS) ?? undefined;
/** @param {Tokens} tokens */
const save = (tokens) => store(TOKENS, tokens);
const clientNew = () => new Client(origin, { client_id: app, load, save, fetch: observed });

export const session = {
  origin,
  client: clientNew(),
  /** @type {Me | null} */
  me: null,
  /** Leaves for the server's pages; the reader comes back to the same address. */
  async signIn() {
    sessionStorage.setItem(BACK, location.pathname + location.search);
    await beginSignIn(origin, app, { scopes: SCOPES, redirect_uri: `${location.origin}/` });
  },
  /** Ends the grant, and leads to the server's own sign-out if the page is the server's. */
  async signOut() {
    const tokens = load();
    forget();
    if (tokens?.refresh_token) await endGrant(origin, app, tokens).catch(() => {}); // it is forgotten here in any case
    if (origin === location.origin) location.assign("/account/sign-out?next=/");
  },
};

/** Call it first: takes back a reader who has signed in, and finds out who they are. @returns {Promise<unknown>} what went wrong */
export async function start() {
  addEventListener("storage", (event) => event.key === `signalbox.${TOKENS}` && elsewhere(event));
  try {
    const tokens = await finishSignIn();
    if (tokens) save(tokens);
  } catch (error) {
    return error;
  } finally {
    const back = sessionStorage.getItem(BACK);
    sessionStorage.removeItem(BACK);
    if (back) history.replaceState(null, "", back);
  }
  await identify();
}

/** Another tab has signed in or out. A renewed token is no news. @param {StorageEvent} event */
function elsewhere(event) {
  if (Boolean(event.newValue) !== Boolean(session.me)) identify();
}

async function identify() {
  session.client = clientNew();
  try {
    session.me = load() ? await session.client.me.get() : null;
  } catch (error) {
    if (!isEnded(error)) throw error;
    store(TOKENS, null);
    session.client = clientNew();
    session.me = null;
  }
  dispatchEvent(new Event(CHANGED));
}

/** Whether this error says that the reader is no longer signed in. @param {unknown} error */
const isEnded = (error) => error instanceof Unauthenticated || error instanceof SignInFailed;

/** For errors of requests: a session that has ended elsewhere ends here. @param {unknown} error */
export function noteEnd(error) {
  if (session.me && isEnded(error)) forget();
}

function forget() {
  store(TOKENS, null);
  session.client = clientNew();
  session.me = null;
  dispatchEvent(new Event(CHANGED));
}

/** The session; the component is drawn again when somebody signs in or out. */
export function useSession() {
  const [, setCount] = useState(0);
  useEffect(() => {
    const changed = () => setCount((count) => count + 1);
    addEventListener(CHANGED, changed);
    return () => removeEventListener(CHANGED, changed);
  }, []);
  return session;
}
