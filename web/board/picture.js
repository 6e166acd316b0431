// The server's picture of a board, taken apart: ground, routes with places, names; and where everything lies.

/** @typedef {[number, number]} Point */
/** @typedef {{ id: string, parts: Point[][], state: string }} Lane a route as it is drawn, in two parts if it wraps */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/**
 * @typedef {object} Picture
 * @property {Box} box the map in the units of the picture
 * @property {boolean} wraps whether it goes on at its other edge
 * @property {Element[]} ground
 * @property {Element[]} map
 * @property {Element[]} names
 * @property {Map<string, Lane>} lanes
 * @property {Map<string, Point>} places
 * @property {number} radius of the largest disc of a place
 */

const OVERLAP = 8; // units of the picture

/** A map that wraps needs neither a frame nor signs at its edges.
 * @param {string} text @param {boolean} wraps @returns {Picture} */
export function pictureOf(text, wraps) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml");
  for (const title of root.querySelectorAll("title")) title.remove(); // the page names things in the reader's language
  for (const sign of wraps ? root.querySelectorAll(".edge") : []) sign.remove();
  const parts = [...(root.querySelector("g.map")?.children ?? [])];
  const has = (/** @type {string} */ name) => (/** @type {Element} */ part) => part.classList.contains(name);
  const [ground, names] = [parts.filter((part) => part.localName === "rect"), parts.filter(has("name"))];
  const lanes = parts.filter(has("route")).map(laneOf);
  const box = boxOf(ground[0] ?? root.documentElement, wraps ? lanes : []);
  if (wraps) for (const part of ground) stretched(part, box);
  const places = parts.filter(has("place"));
  return {
    box,
    wraps,
    ground,
    names,
    map: parts.filter((part) => !ground.includes(part) && !names.includes(part)),
    lanes: new Map(lanes.map((lane) => [lane.id, lane])),
    places: new Map(places.map(placeOf)),
    radius: Math.max(0, ...places.map(radiusOf)),
  };
}

/** @param {Element} part @param {string} name */
const number = (part, name) => Number(part.getAttribute(name));
/** @param {Element} part @param {string} name */
const data = (part, name) => part.getAttribute(`data-${name}`) ?? "";

/** A route over the edge leaves the map a little; its other part comes in from as far outside. A map that wraps is so
 * much wider.
 * @param {Element} ground @param {Lane[]} wrapping @returns {Box} */
function boxOf(ground, wrapping) {
  const across = wrapping.flatMap(({ parts }) => (parts.length > 1 ? parts.flat().map(([x]) => x) : []));
  const [left, right] = [number(ground, "x"), number(ground, "x") + number(ground, "width")];
  const [x, end] = [Math.min(left, ...across), Math.max(right, ...across)];
  return { x, width: end - x, y: number(ground, "y"), height: number(ground, "height") };
}

/** Without a frame, and some way under the next copy: edges that only meet let the felt through.
 * @param {Element} ground @param {Box} box */
function stretched(ground, { x, width }) {
  ground.removeAttribute("stroke");
  ground.setAttribute("x", String(x));
  ground.setAttribute("width", String(width + OVERLAP));
}

/** The halo of the last move and the outline of a line have the same course as the line: one of each counts.
 * @param {Element} part @returns {Lane} */
function laneOf(part) {
  const lines = [...part.children].filter(({ localName }) => localName === "polyline");
  const courses = lines.map((line) => line.getAttribute("points") ?? "");
  return { id: data(part, "route"), state: data(part, "state"), parts: [...new Set(courses)].map(pointsOf) };
}

/** @param {string} text @returns {Point[]} */
const pointsOf = (text) => text.split(" ").map((pair) => /** @type {Point} */ (pair.split(",").map(Number)));

/** @param {Element} part @returns {[string, Point]} */
function placeOf(part) {
  const disc = part.querySelector("circle");
  return [data(part, "place"), [number(disc ?? part, "cx"), number(disc ?? part, "cy")]];
}

/** With its outline, but without the halo of the last move. @param {Element} part */
function radiusOf(part) {
  const disc = part.querySelector("circle:not(.halo)");
  return disc ? number(disc, "r") + number(disc, "stroke-width") / 2 : 0;
}

/** The routes that nobody can claim any more. @param {Picture} [picture] */
export const closedIn = (picture) =>
  new Set([...(picture?.lanes.values() ?? [])].filter(({ state }) => state === "closed").map(({ id }) => id));
