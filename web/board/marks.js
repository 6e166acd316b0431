// What is laid over the map or under its routes: where one may build, what is meant, what is missing.

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {{ kind: string, routes?: Iterable<string>, places?: Iterable<string>, seat?: number }} Mark */

const SVG = "http://www.w3.org/2000/svg";
const OVER = ["claimed"]; // the others lie under the routes

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** @param {Picture} picture @param {Mark} mark @returns {Element[]} */
function drawn(picture, { kind, routes = [], places = [], seat }) {
  const look = { class: `mark mark-${kind}`, ...(seat !== undefined && { "data-owner": seat }) };
  const lines = [...routes].flatMap((id) => {
    const parts = picture.lanes.get(id)?.parts ?? [];
    return parts.map((line) => shape("polyline", { ...look, points: line.join(" "), "data-mark": id }));
  });
  const rings = [...places].flatMap((id) => {
    const spot = picture.places.get(id);
    return spot ? [shape("circle", { ...look, cx: spot[0], cy: spot[1], r: 15, "data-mark": id })] : [];
  });
  return [...lines, ...rings];
}

/** @param {Picture} picture @param {Mark[]} marks
 * @param {Element[]} under the copies of this layer @param {Element[]} over */
export function layMarks(picture, marks, under, over) {
  const above = marks.filter(({ kind }) => OVER.includes(kind));
  const below = marks.filter(({ kind }) => !OVER.includes(kind));
  for (const copy of under) copy.replaceChildren(...below.flatMap((mark) => drawn(picture, mark)));
  for (const copy of over) copy.replaceChildren(...above.flatMap((mark) => drawn(picture, mark)));
}

/** Claims that the picture does not show yet.
 * @param {Picture} picture @param {Record<string, number>} claims @returns {Mark[]} */
export const newClaims = (picture, claims) =>
  Object.entries(claims)
    .filter(([id]) => picture.lanes.get(id)?.state !== "claimed")
    .map(([id, seat]) => ({ kind: "claimed", routes: [id], seat }));
