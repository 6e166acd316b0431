// Whether the server can be reached. Requests tell; while it is away, the page asks again by itself.
import { useEffect, useState } from "./vendor/preact.js";
import { origin } from "./settings.js";

const CHANGED = "signalbox:connection";
const AWAY = [502, 503, 504];
const EVERY = 2000; // milliseconds between two looks while the server is away

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

/** A pause between two attempts of a request, which ends early when the server is back.
 * @param {number} seconds @param {AbortSignal} [signal] @returns {Promise<void>} */
export function pause(seconds, signal) {
  return new Promise((wake, fail) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener(CHANGED, end);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) fail(signal.reason);
      else wake();
    };
    const timer = setTimeout(end, 1000 * seconds);
    if (!isThere) addEventListener(CHANGED, end);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
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
