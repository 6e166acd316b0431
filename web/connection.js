// Whether the server can be reached. Requests tell; while it is away, the page asks again by itself.
import { Unavailable, Unreachable } from "signalbox-client";
import { useEffect, useState } from "./vendor/preact.js";
import { origin } from "./settings.js";

const CHANGED = "signalbox:connection";
const AWAY = [502, 503, 504];
const EVERY = 2000; // milliseconds between two looks while the server is away
const PAUSE = 1500; // milliseconds between two attempts of one request; less if the server is back before

let isThere = true;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let next;

/** The browser's fetch, observed. @type {typeof fetch} */
export const observed = async (input, init) => {
  try {
    const answer = await fetch(input, init);
    note(!AWAY.includes(answer.status));
    return answer;
  } catch (error) {
    if (!init?.signal?.aborted || init.signal.reason?.name === "TimeoutError") note(false);
    throw error;
  }
};

/** @param {boolean} found */
function note(found) {
  if (found === isThere) return;
  isThere = found;
  clearTimeout(next);
  if (!isThere) next = setTimeout(look, EVERY);
  dispatchEvent(new Event(CHANGED));
}

async function look() {
  clearTimeout(next);
  try {
    const answer = await fetch(new URL("/api/v1", origin), { cache: "no-store", signal: AbortSignal.timeout(5000) });
    note(!AWAY.includes(answer.status));
  } catch {
    note(false);
  }
  clearTimeout(next); // two looks may have crossed
  if (!isThere) next = setTimeout(look, EVERY);
}

/** Whether an error says nothing about the request: there was no answer. @param {unknown} error */
const isAway = (error) =>
  error instanceof Unreachable || (error instanceof Unavailable && AWAY.includes(error.status));

/** Repeats a request until the server answers it.
 * @template T @param {() => Promise<T>} call @param {AbortSignal} [signal] @returns {Promise<T>} */
export async function answered(call, signal) {
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (!isAway(error)) throw error;
      await change();
    }
  }
}

/** A pause, which ends when the server is back. @returns {Promise<void>} */
function change() {
  return new Promise((wake) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener(CHANGED, end);
      wake();
    };
    const timer = setTimeout(end, PAUSE);
    addEventListener(CHANGED, end);
  });
}

addEventListener("offline", () => note(false));
addEventListener("online", look);

/** Calls `again` when the server is back, if something has failed by then.
 * @param {boolean} hasFailed @param {() => void} again */
export function useReturn(hasFailed, again) {
  const isThere = useConnection();
  useEffect(() => void (isThere && hasFailed && again()), [isThere]);
}

/** Whether the last request reached the server. */
export function useConnection() {
  const [value, setValue] = useState(isThere);
  useEffect(() => {
    const changed = () => setValue(isThere);
    addEventListener(CHANGED, changed);
    return () => removeEventListener(CHANGED, changed);
  }, []);
  return value;
}
