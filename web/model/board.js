// What a ruleset says, found by id.

/** @typedef {import("signalbox-client").Ruleset} Ruleset */
/** @typedef {import("signalbox-client").Route} Route */
/** @typedef {import("signalbox-client").Place} Place */
/** @typedef {import("signalbox-client").Ticket} Ticket */
/** @typedef {import("signalbox-client").Card & { pile: string }} Card */

/**
 * @typedef {object} Board
 * @property {Ruleset} ruleset
 * @property {Map<string, Place>} places
 * @property {Map<string, Route>} routes
 * @property {Map<string, Ticket>} tickets
 * @property {Map<string, Card>} cards
 * @property {Map<string, Route[]>} around the routes at each place
 * @property {boolean} wraps whether the map goes on at its other edge
 */

/** @template {{ id: string }} Item @param {Item[]} items @returns {Map<string, Item>} */
const byId = (items) => new Map(items.map((item) => [item.id, item]));

/** @param {Ruleset} ruleset @returns {Board} */
export function boardOf(ruleset) {
  const { places, routes, tickets, piles } = ruleset;
  const cards = piles.flatMap((pile) => pile.cards.map((card) => ({ ...card, pile: pile.id })));
  /** @type {Map<string, Route[]>} */
  const around = new Map(places.map(({ id }) => [id, []]));
  for (const route of routes) for (const end of [route.a, route.b]) around.get(end)?.push(route);
  const wraps = routes.some((route) => route.wraps);
  return {
    ruleset, places: byId(places), routes: byId(routes), tickets: byId(tickets), cards: byId(cards), around, wraps,
  };
}

/** The other end of a route. @param {Route} route @param {string} place */
export const across = (route, place) => (route.a === place ? route.b : route.a);

export const WANTED = 100; // the least weight of a name that somebody looks for

/** Which names of places stay when there is no room for all: longest those on these tickets, then those where many
 * routes meet.
 * @param {Board} board @param {string[]} ids of the tickets @returns {(place: string) => number} */
export function weightOf({ tickets, around }, ids) {
  const wanted = new Set(ids.flatMap((id) => tickets.get(id)?.places ?? []));
  return (place) => (around.get(place)?.length ?? 0) + (wanted.has(place) ? WANTED : 0);
}
