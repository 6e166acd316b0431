// What lies under a finger. Lines are thin and fingers are not, so the nearest thing counts, and what can be used
// before others.

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./picture.js").Point} Point */
/** @typedef {{ kind: "route" | "place", id: string }} Hit */

/** @param {Point} at @param {Point} from @param {Point} to */
function distance([x, y], [x1, y1], [x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}

/** @param {Point} at @param {Point[]} line */
function distanceTo(at, line) {
  return Math.min(...line.slice(1).map((to, nth) => distance(at, line[nth] ?? to, to)));
}

/** @param {Picture} picture @param {Point} at @param {number} reach
 *  @param {{ routes: Set<string>, places: Set<string> }} useful
 * @returns {Hit | undefined} */
export function hitAt(picture, at, reach, useful) {
  /** @type {(Hit & { far: number })[]} */
  const found = [];
  for (const { id, parts } of picture.lanes.values()) {
    const far = Math.min(...parts.map((line) => distanceTo(at, line)));
    found.push({ kind: "route", id, far: useful.routes.has(id) ? far / 2 : far });
  }
  for (const [id, [x, y]] of picture.places) {
    if (useful.places.has(id)) found.push({ kind: "place", id, far: Math.hypot(x - at[0], y - at[1]) / 3 });
  }
  const none = { kind: "route", id: "", far: Infinity };
  const best = found.reduce((least, one) => (one.far < least.far ? one : least), none);
  return best.far < reach ? { kind: /** @type {Hit["kind"]} */ (best.kind), id: best.id } : undefined;
}
