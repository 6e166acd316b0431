// An event in words. It has a sentence for readers who know its secret, and one for the others; some have none.

/** @typedef {import("./words.js").Words} Words */
/** @typedef {{ type: string, public: Record<string, any>, private?: Record<string, any> }} Told an event, or one that
 *   would follow */

const COUNTS = ["points", "total", "turns", "days", "count"];

/** @param {Told} event @param {Words} words @returns {string} nothing if it is no news for people */
export function sentence(event, words) {
  const key = `events.${event.type}`;
  const isKnown = event.private !== undefined && Object.keys(event.private).length > 0;
  const found = [...(isKnown ? [`${key}_known`] : []), key].find((one) => words.t(one) !== one);
  return found ? words.t(found, said(event, words)) : "";
}

/** What else is in a log, for those who go through all of it.
 * @param {Told} event @param {Words} words @returns {string} nothing if the page has no words for it */
export function detail(event, words) {
  const key = `captions.${event.type}`;
  return words.t(key) === key ? "" : words.t(key, said(event, words));
}

/** @param {Told} event @param {Words} words */
function said(event, words) {
  const facts = { ...event.public, ...event.private };
  const count = COUNTS.map((name) => facts[name]).find((value) => typeof value === "number");
  /** @type {Record<string, unknown>} */
  const found = { ...facts, count, number: Number(facts.seat) + 1 };
  /** @type {Record<string, (value: any) => string>} */
  const by = {
    seat: words.seat, receiver: words.seat, route: words.ends, place: words.place, card: words.card, pile: words.pile,
    cards: words.cards, give: words.piece, get: words.piece, pieces: words.pieces,
    tickets: (ids) => ids.map(words.ticket).join("; "),
    winners: (seats) => seats.map(words.seat).join(", "),
  };
  for (const [name, say] of Object.entries(by)) if (facts[name] !== undefined) found[name] = say(facts[name]);
  return found;
}

/** @param {Told[]} events @param {Words} words */
export const sentences = (events, words) => events.map((event) => sentence(event, words)).filter(Boolean);
