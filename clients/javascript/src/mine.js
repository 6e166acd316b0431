// What concerns a player, in all their games.
import { resumed } from "./follow.js";
import { sleep } from "./time.js";

const WAIT = 25; // seconds that a request waits for news
const BETWEEN = 2; // seconds between two looks while there is no stream and nothing to wait for

/** @typedef {import("./sse.js").Message} Message */
/** @typedef {import("./api.d.ts").MeApi} MeApi */

/** The messages of the player's own stream.
 * @param {MeApi} me @param {import("./http.js").Http} http @param {{ after?: number, signal?: AbortSignal }} options
 * @returns {AsyncGenerator<any>} */
export async function* mine(me, http, { after, signal } = {}) {
  const link = async () => (await me.get({ signal })).links.stream;
  for await (const message of resumed(http, link, (last) => news(me, last, signal), { after, signal })) {
    if (message.event !== "end") yield message;
  }
}

/** While there is no stream: what waits for us, then what comes.
 * @param {MeApi} me @param {number} [last] @param {AbortSignal} [signal] @returns {AsyncGenerator<Message>} */
async function* news(me, last, signal) {
  const { items: games } = await me.listGames({ turn: "mine", signal });
  yield { event: "standing", id: last, data: { number: last ?? 0, forgotten: 0, games } };
  const { items } = last === undefined ? { items: [] } : await me.listNotices({ after: last, wait: WAIT, signal });
  for (const notice of items) yield { event: "notice", id: notice.number, data: notice };
  if (!items.length) await sleep(BETWEEN, signal);
}
