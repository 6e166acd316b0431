// A game as the page knows it. Answers and streams overtake one another: the newest version counts.

/** @typedef {import("signalbox-client").Game} Game */
/** @typedef {import("signalbox-client").Outcome} Outcome */
/** @typedef {import("signalbox-client").SeatView} SeatView */
/** @typedef {import("signalbox-client").View} View */

const OVER = ["finished", "archived", "closed"];

/** @param {Game | null} known @param {Game} found @returns {Game} */
export const newest = (known, found) =>
  known && known.id === found.id && known.version > found.version ? known : found;

/** The game after an answer to an action. @param {Game} game @param {Outcome} outcome @returns {Game} */
export function after(game, { version, hash, status, to_act, view }) {
  return newest(game, { ...game, version, hash, status, to_act, view: view ?? game.view });
}

/** My own seat of the view. @param {Game} game @returns {SeatView | undefined} */
export const mine = (game) => game.view?.seats.find((one) => one.seat === game.seat);

/** Not while somebody stands in for me. @param {Game} game */
export const isMyTurn = (game) =>
  game.seat !== undefined && game.to_act.includes(game.seat) && !game.seats[game.seat]?.stand_in;

/** @param {Game} game */
export const isOver = (game) => OVER.includes(game.status);

/** What a picture of the board depends on: others of its parts are drawn by the page.
 * @param {View | null} [view] */
export const pictured = (view) => JSON.stringify([view?.claims, view?.harbours, view?.phase === "over"]);

/** How often each card is in a hand, the most frequent first. @param {string[]} hand @returns {Map<string, number>} */
export function counted(hand) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const card of hand) found.set(card, (found.get(card) ?? 0) + 1);
  return new Map([...found].sort(([a, some], [b, others]) => others - some || a.localeCompare(b)));
}
