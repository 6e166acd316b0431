// Receipts of the reader's own games, kept in this browser: what the server has signed it cannot take back.
import { useEffect } from "./vendor/preact.js";
import { store, stored } from "./settings.js";

/** @typedef {import("signalbox-client").Client} Client */
/** @typedef {import("signalbox-client").Game} Game */
/** @typedef {{ receipt: import("signalbox-client").Receipt, keys: import("signalbox-client").KeySet }} Kept with the
 *   keys of that time */

const NAME = "receipts"; // in storage
const MOST = 200;
const EVERY = 20; // events

/** @returns {Record<string, Kept>} by game, the one kept last at the end */
const all = () => stored(NAME) ?? {};

/** @param {string} id @returns {Kept | undefined} */
export const kept = (id) => all()[id];

/** A receipt for less than what is known never replaces one for more: that would hide a dropped end.
 * @param {string} id @param {Kept} found */
export function keep(id, found) {
  const { [id]: known, ...others } = all();
  if (known && known.receipt.version >= found.receipt.version) return;
  store(NAME, Object.fromEntries([...Object.entries(others), [id, found]].slice(-MOST)));
}

/** @param {Client} client @param {string} id @param {AbortSignal} [signal] @returns {Promise<Kept>} */
export async function fetchReceipt(client, id, signal) {
  const [receipt, keys] = await Promise.all([
    client.games.getReceipt(id, { signal }),
    client.server.signingKey({ signal }),
  ]);
  return { receipt, keys };
}

/** Keeps a receipt of a game at which the reader sits: now, from time to time, and at the end.
 * @param {Client} client @param {Game | null | undefined} game */
export function useReceipts(client, game) {
  const isMine = game?.seat !== undefined;
  useEffect(() => {
    if (!game || !isMine) return undefined;
    const leaving = new AbortController();
    const fetched = fetchReceipt(client, game.id, leaving.signal);
    fetched.then((found) => keep(game.id, found)).catch(() => {}); // the next one will do
    return () => leaving.abort();
  }, [client, isMine, game?.id, game?.status, Math.floor((game?.version ?? 0) / EVERY)]);
}
