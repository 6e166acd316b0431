// Streams that go on after every break, and requests that wait while there is no stream.
import { Problem } from "./errors.js";
import { isPassing, waitFor } from "./http.js";
import { messages } from "./sse.js";
import { pauses, sleep } from "./time.js";

const WAIT = 25; // seconds that a request waits for news
const BETWEEN = 1; // seconds between two requests of which the first brought nothing
const FINAL = ["game_over", "time_over"];
const OVER = ["finished", "closed", "archived"];

/** @typedef {import("./sse.js").Message} Message */
/** @typedef {import("./http.js").Http} Http */
/** @typedef {{ query?: Record<string, unknown>, after?: number, signal?: AbortSignal }} Place */

/**
 * The messages of a stream. After a break it asks `poll` for news for a while, then opens the stream again, both after
 * the last message, so that none is missing and none comes twice.
 * @param {Http} http @param {() => Promise<string>} link @param {(last?: number) => AsyncGenerator<Message>} poll
 * @param {Place} place @returns {AsyncGenerator<Message>}
 */
export async function* resumed(http, link, poll, { query, after: last, signal }) {
  async function* stream() {
    const headers = { Accept: "text/event-stream", ...(last !== undefined && { "Last-Event-ID": String(last) }) };
    const request = { query, headers, signal, stream: true, retries: 0 };
    yield* messages(await http.send("GET", await link(), request));
  }
  for (let attempts = pauses(), until = 0; ; ) {
    signal?.throwIfAborted();
    const isPolling = Date.now() < until;
    try {
      for await (const message of isPolling ? poll(last) : stream()) {
        if (message.event === "end" && FINAL.includes(message.data.reason)) return;
        if (!isPolling) attempts = pauses();
        last = message.id ?? last;
        yield message;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof Problem && !isPassing(error)) throw error;
      await sleep(Math.max(waitFor(error), BETWEEN * Math.random()), signal);
      if (isPolling) until = 0; // the server is away altogether
    }
    if (!isPolling) until = Date.now() + 1000 * attempts.next().value;
  }
}

/** @param {import("./api.d.ts").GamesApi} games @param {Http} http @param {string} id @param {Place & { view?: boolean }} options */
export async function* follow(games, http, id, { view = false, after, signal } = {}) {
  const link = async () => (await games.get(id, { signal })).links.stream;
  const place = { query: { view: view || undefined }, after: view ? undefined : (after ?? 0), signal };
  const poll = view ? viewsOf(games, id, signal) : eventsOf(games, id, signal);
  for await (const { event, data } of resumed(http, link, poll, place)) {
    if (event === "view") http.signing?.note(data, id);
    if (event === (view ? "view" : "event")) yield data;
  }
}

/** @param {import("./api.d.ts").GamesApi} games @param {string} id @param {AbortSignal} [signal] */
function eventsOf(games, id, signal) {
  /** @param {number} [last] @returns {AsyncGenerator<Message>} */
  return async function* (last) {
    const { items } = await games.listEvents(id, { after: last, wait: WAIT, signal });
    const { version, to_act, seat, view, status } = await games.get(id, { signal });
    const mine = to_act.some((one) => one === seat) && { moment: view?.moment };
    for (const event of items) yield { event: "event", id: event.seq, data: { event, version, to_act, ...mine } };
    yield* ending(status, items.length === 0, signal);
  };
}

/** @param {import("./api.d.ts").GamesApi} games @param {string} id @param {AbortSignal} [signal] */
function viewsOf(games, id, signal) {
  /** @param {number} [last] @returns {AsyncGenerator<Message>} */
  return async function* (last) {
    if (last !== undefined) await games.listEvents(id, { after: last, wait: WAIT, limit: 1, signal });
    const game = await games.get(id, { signal });
    if (game.version !== last) yield { event: "view", id: game.version, data: game };
    yield* ending(game.status, game.version === last, signal);
  };
}

/** @param {string} status @param {boolean} isQuiet @param {AbortSignal} [signal] @returns {AsyncGenerator<Message>} */
async function* ending(status, isQuiet, signal) {
  if (isQuiet && OVER.includes(status)) yield { event: "end", data: { reason: "game_over" } };
  else if (isQuiet) await sleep(BETWEEN, signal);
}
