// What a ticket asks, and the shortest way that is still missing.
import { across } from "./board.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Route} Route */
/** @typedef {import("./board.js").Ticket} Ticket */
/** @typedef {{ board: Board, claims: Record<string, number>, seat: number, closed: Set<string> }} Ground */
/**
 * @typedef {object} Standing
 * @property {boolean} done
 * @property {boolean} possible
 * @property {string[]} missing
 * @property {number} spaces of what is missing
 */

/** Each place of the ticket is joined to the next. Closed routes and those of others are no way.
 * @param {Ticket} ticket @param {Ground} ground @returns {Standing} */
export function standing(ticket, ground) {
  /** @type {Set<string>} */
  const missing = new Set();
  for (const [nth, to] of ticket.places.slice(1).entries()) {
    const way = shortest(ticket.places[nth] ?? to, to, ground, missing);
    if (!way) return { done: false, possible: false, missing: [], spaces: 0 };
    for (const route of way) if (!isOwn(route, ground)) missing.add(route.id);
  }
  const spaces = [...missing].reduce((sum, id) => sum + (ground.board.routes.get(id)?.length ?? 0), 0);
  return { done: missing.size === 0, possible: true, missing: [...missing], spaces };
}

/** Whether one run over own routes, none of them twice, meets the places in this order: a tour is then worth more.
 * @param {string[]} places @param {Ground} ground @param {Set<string>} [used] @returns {boolean} */
export function isRun([from, ...rest], ground, used = new Set()) {
  const [to] = rest;
  if (from === undefined || to === undefined) return true;
  for (const way of ways(from, to, ground, used)) if (isRun(rest, ground, new Set([...used, ...way]))) return true;
  return false;
}

/** Every way over own routes that are not used yet, through no place twice.
 * @param {string} from @param {string} to @param {Ground} ground @param {Set<string>} used @param {string[]} [seen]
 * @returns {Generator<string[]>} */
function* ways(from, to, ground, used, seen = []) {
  if (from === to) return yield [];
  for (const route of ground.board.around.get(from) ?? []) {
    const next = across(route, from);
    if (!isOwn(route, ground) || used.has(route.id) || seen.includes(next)) continue;
    for (const rest of ways(next, to, ground, used, [...seen, from])) yield [route.id, ...rest];
  }
  return undefined;
}

/** @param {Route} route @param {Ground} ground */
const isOwn = (route, { claims, seat }) => claims[route.id] === seat;

/** What a route would cost: nothing if it is ours or planned already.
 * @param {Route} route @param {Ground} ground @param {Set<string>} planned */
function cost(route, ground, planned) {
  if (isOwn(route, ground) || planned.has(route.id)) return 0;
  return route.id in ground.claims || ground.closed.has(route.id) ? Infinity : route.length;
}

/** @param {string} from @param {string} to @param {Ground} ground @param {Set<string>} planned
 * @returns {Route[] | undefined} */
function shortest(from, to, ground, planned) {
  /** @type {Map<string, { far: number, by?: Route, before?: string }>} */
  const reached = new Map([[from, { far: 0 }]]);
  const open = new Set([from]);
  while (open.size) {
    const here = nearest(open, reached);
    if (here === to) return wayTo(to, reached);
    open.delete(here);
    for (const by of ground.board.around.get(here) ?? []) {
      const [next, far] = [across(by, here), /** @type {any} */ (reached.get(here)).far + cost(by, ground, planned)];
      if (far >= (reached.get(next)?.far ?? Infinity)) continue;
      reached.set(next, { far, by, before: here });
      open.add(next);
    }
  }
  return undefined;
}

/** @param {Set<string>} open @param {Map<string, { far: number }>} reached */
const nearest = (open, reached) =>
  [...open].reduce((best, one) => (farOf(one, reached) < farOf(best, reached) ? one : best));

/** @param {string} place @param {Map<string, { far: number }>} reached */
const farOf = (place, reached) => reached.get(place)?.far ?? Infinity;

/** @param {string} to @param {Map<string, { by?: Route, before?: string }>} reached */
function wayTo(to, reached) {
  const way = [];
  for (let at = reached.get(to); at?.by; at = reached.get(/** @type {string} */ (at.before))) way.push(at.by);
  return way.reverse();
}
