// Waiting.

const FIRST = 0.5;
const LONGEST = 10;

/** Seconds before each further attempt: they double, and vary so that clients do not all come back at once.
 * @returns {Generator<number, never>} */
export function* pauses() {
  for (let longest = FIRST; ; longest = Math.min(2 * longest, LONGEST)) yield longest * (0.5 + Math.random() / 2);
}

/** Resolves after so many seconds, or rejects with the reason of the signal.
 * @param {number} seconds @param {AbortSignal} [signal] @returns {Promise<void>} */
export function sleep(seconds, signal) {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, 1000 * seconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}
