// The legal actions, sorted by what a player points at: a route, a card, a pile, a place.
import { counted } from "./game.js";

/** @typedef {import("signalbox-client").Action} Action */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {Record<string, any> & { type: string }} Known an action, read by its members */

/**
 * @typedef {object} Choices
 * @property {Map<string, Known[]>} routes the payments for each route, the cheapest first
 * @property {Map<string, Known[]>} harbours the payments for each place
 * @property {Map<string, Known[]>} market for each face, one action for each pile that may refill the market
 * @property {Map<string, Known[]>} piles
 * @property {Map<string, Known[]>} exchanges for each piece to give, by number
 * @property {Known[]} keeps
 * @property {Known[]} fleets
 * @property {Known[]} others what needs no further choice, such as to draw tickets or to pass
 */

/** The types that a player points at, with the member that says at what. */
const POINTED = {
  claim_route: "route", build_harbour: "place", take_card: "card", draw_card: "pile", exchange_pieces: "give",
};
const LISTED = ["keep_tickets", "choose_fleet"];

/** @param {readonly Action[]} actions @param {Board} board @param {string[]} [hand] @returns {Choices} */
export function choicesOf(actions, board, hand = []) {
  const all = /** @type {Known[]} */ (/** @type {unknown} */ (actions));
  const of = (/** @type {string} */ type) => all.filter((action) => action.type === type);
  const by = (/** @type {keyof typeof POINTED} */ type) => grouped(of(type), POINTED[type]);
  const paid = (/** @type {Map<string, Known[]>} */ groups) =>
    new Map([...groups].map(([key, payments]) => [key, cheapestFirst(payments, board, hand)]));
  return {
    routes: paid(by("claim_route")),
    harbours: paid(by("build_harbour")),
    market: by("take_card"),
    piles: by("draw_card"),
    exchanges: by("exchange_pieces"),
    keeps: of("keep_tickets"),
    fleets: of("choose_fleet"),
    others: all.filter(({ type }) => !(type in POINTED) && !LISTED.includes(type)),
  };
}

/** @param {Known[]} actions @param {string} member @returns {Map<string, Known[]>} */
function grouped(actions, member) {
  /** @type {Map<string, Known[]>} */
  const found = new Map();
  for (const action of actions) found.set(action[member], [...(found.get(action[member]) ?? []), action]);
  return found;
}

/** Few cards before many, plain cards before those that can be used otherwise, and colours of which many are held.
 * @param {Known[]} payments @param {Board} board @param {string[]} hand */
export function cheapestFirst(payments, board, hand) {
  const held = counted(hand);
  const priced = payments.map((action) => ({ action, price: price(action.cards, board, held) }));
  return priced.sort((a, b) => compared(a.price, b.price)).map(({ action }) => action);
}

/** @param {string[]} cards @param {Board} board @param {Map<string, number>} held */
function price(cards, board, held) {
  const faces = cards.map((card) => board.cards.get(card));
  const count = (/** @type {(face: any) => boolean} */ test) => faces.filter((face) => face && test(face)).length;
  const spaces = faces.reduce((sum, face) => sum + (face?.spaces ?? 1), 0);
  const left = cards.reduce((sum, card) => sum + (held.get(card) ?? 0), 0) / (cards.length || 1);
  return [cards.length, count((face) => face.is_wild), count((face) => face.harbour), spaces, -left];
}

/** @param {number[]} some @param {number[]} others */
function compared(some, others) {
  return some.map((value, nth) => value - (others[nth] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Whether these tickets may be kept.
 * @param {Known[]} keeps @param {Set<string>} chosen @returns {Known | undefined} */
export const keeping = (keeps, chosen) =>
  keeps.find(
    ({ tickets }) => tickets.length === chosen.size && tickets.every((/** @type {string} */ one) => chosen.has(one)),
  );

/** An action without what is said about the request. @param {Known} action */
export const keyOf = (action) => JSON.stringify(Object.entries(action).sort(([a], [b]) => a.localeCompare(b)));
