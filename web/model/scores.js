// The scores over a game, added up from its events.

/** @typedef {[seq: number, score: number]} Point from this event on */

/** Each change of each seat's score, from the zeros on: `points` are added, `total` is what the score sheet says.
 * @param {any[]} events @param {number} seats @returns {Point[][]} */
export function pointsOf(events, seats) {
  const found = Array.from({ length: seats }, () => [/** @type {Point} */ ([1, 0])]);
  for (const { seq, public: { seat, points, total } } of events) {
    const before = found[seat]?.at(-1)?.[1] ?? 0;
    if (points !== undefined || total !== undefined) found[seat]?.push([seq, total ?? before + points]);
  }
  return found;
}

/** @param {Point[]} points @param {number} at */
export const scoreAt = (points, at) => points.findLast(([seq]) => seq <= at)?.[1] ?? 0;

/** The least and the most that was ever scored. @param {Point[][]} seats @returns {[number, number]} */
export function extent(seats) {
  const scores = seats.flatMap((points) => points.map(([, score]) => score));
  return [Math.min(0, ...scores), Math.max(10, ...scores)];
}

/** A few round numbers from the least to the most.
 * @param {number} low @param {number} high @param {number} most @returns {number[]} */
export function ticks(low, high, most) {
  const steps = [1, 2, 5].flatMap((one) => [one, one * 10, one * 100, one * 1000]).sort((a, b) => a - b);
  const step = steps.find((one) => (high - low) / one <= most) ?? high - low;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, nth) => (first + nth) * step);
}
