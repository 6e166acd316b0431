// What concerns a player in all their games, and whose turn it is.
import { Forbidden, Problem, Unauthenticated, Unreachable } from "./errors.js";
import { resumed } from "./follow.js";
import { sleep } from "./time.js";

const WAIT = 25; // seconds that a request waits for news
const BETWEEN = 2; // seconds between two looks while there is no stream and nothing to wait for

/** @typedef {import("./client.js").Client} Client */
/** @typedef {import("./sse.js").Message} Message */
/** @typedef {import("./index.d.ts").Turn} Turn */

/**
 * @param {Client} client @param {import("./http.js").Http} http @param {{ signal?: AbortSignal }} options
 * @returns {AsyncGenerator<Turn>}
 */
export async function* turns(client, http, { signal } = {}) {
  for await (const message of ownMessages(client, http, { signal })) {
    for (const game of await waiting(client, message, signal)) yield* turnsOf(client, game, signal);
  }
}

/**
 * The messages of a player's own stream.
 * @param {Client} client @param {import("./http.js").Http} http @param {{ after?: number, signal?: AbortSignal }} options
 * @returns {AsyncGenerator<any>}
 */
export function ownMessages(client, http, { after, signal } = {}) {
  const link = async () => (await client.me.get({ signal })).links.stream;
  return resumed(http, link, (last) => news(client, last, signal), { after, signal });
}

/** While there is no stream: what waits for us, then what comes.
 * @param {Client} client @param {number} [last] @param {AbortSignal} [signal] @returns {AsyncGenerator<Message>} */
async function* news(client, last, signal) {
  const { items: games } = await client.me.listGames({ turn: "mine", signal });
  yield { event: "standing", data: { games } };
  const { items } = last === undefined ? { items: [] } : await client.me.listNotices({ after: last, wait: WAIT, signal });
  for (const notice of items) yield { event: "notice", id: notice.number, data: notice };
  if (!items.length) await sleep(BETWEEN, signal);
}

/** The games that may wait for us. Each heartbeat is an occasion to look, in case a turn was left unused.
 * @param {Client} client @param {Message} message @param {AbortSignal} [signal] @returns {Promise<string[]>} */
async function waiting(client, { event, data }, signal) {
  if (event === "notice") return data.game && data.data?.moment ? [data.game] : [];
  if (event === "standing") return data.games.map((/** @type {{ id: string }} */ game) => game.id);
  if (event !== "heartbeat") return [];
  const found = [];
  for await (const game of client.me.iterateGames({ turn: "mine", signal })) found.push(game.id);
  return found;
}

/** As long as we have to act there. A game in which nothing happens between two looks is left until later.
 * @param {Client} client @param {string} id @param {AbortSignal} [signal] @returns {AsyncGenerator<Turn>} */
async function* turnsOf(client, id, signal) {
  for (let seen = -1; ; ) {
    const turn = await look(client, id, signal);
    if (!turn || turn.version === seen) return;
    seen = turn.version;
    yield turn;
  }
}

/** @param {Client} client @param {string} id @param {AbortSignal} [signal] @returns {Promise<Turn | undefined>} */
async function look(client, id, signal) {
  try {
    for (;;) {
      const { items: actions, version, moment } = await client.games.listActions(id, { signal });
      if (!actions.length) return undefined;
      const game = await client.games.get(id, { signal });
      if (game.version === version) return { game, actions, version, moment };
    }
  } catch (error) {
    signal?.throwIfAborted();
    const isOurs = error instanceof Unauthenticated || (error instanceof Forbidden && error.code === "missing_scope");
    if (isOurs || !(error instanceof Problem || error instanceof Unreachable)) throw error;
    return undefined; // it comes again with the next heartbeat
  }
}
