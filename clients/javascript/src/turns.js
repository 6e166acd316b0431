// Whose turn is it, over all games of a player.
import { Forbidden, Problem, Unauthenticated, Unreachable } from "./errors.js";

/** @typedef {import("./client.js").Client} Client */
/** @typedef {import("./sse.js").Message} Message */
/** @typedef {import("./index.d.ts").Turn} Turn */

/** @param {Client} client @param {{ signal?: AbortSignal }} options @returns {AsyncGenerator<Turn>} */
export async function* turns(client, { signal } = {}) {
  for await (const message of client.me.follow({ signal })) {
    for (const game of await waiting(client, message, signal)) yield* turnsOf(client, game, signal);
  }
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
