// An event in words. It has a sentence for readers who know its secret, and one for the others; some have none.

/** @typedef {import("./words.js").Words} Words */
/** @typedef {{ type: string, public: Record<string, any>, private?: Record<string, any> }} Told an event, or one that
 *   would follow */

const COUNTS = ["points", "total", "turns", "days", "count"];

/** @param {Told} event @param {Words} words @returns {string} nothing if it is no news for people */
export function sentence(event, words) {
  const facts = { ...event.public, ...event.private };
  const key = `events.${event.type}`;
  const known = `${key}_known`;
  const isKnown = event.private !== undefined && Object.keys(event.private).length > 0;
  const found = [...(isKnown ? [known] : []), key].find((one) => words.t(one) !== one);
  return found ? words.t(found, said(facts, words)) : "";
}

/** @param {Record<string, any>} facts @param {Words} words */
function said(facts, words) {
  const count = COUNTS.map((name) => facts[name]).find((value) => typeof value === "number");
  /** @type {Record<string, unknown>} */
  const found = { ...facts, count };
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
