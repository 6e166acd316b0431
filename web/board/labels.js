// Names that can be read at any scale: they grow as the map shrinks, and the less important make room.

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Area */

const READABLE = 11; // pixels
const WIDE = 0.66; // of its size, a bold letter on average
const LINE = 1.12;

/** Shows the names for which there is room. `weight` says which come first.
 * @param {Picture} picture @param {Element[]} copies of the layer of names
 * @param {number} scale pixels for each unit of the map @param {number} width of the frame, in pixels
 * @param {(place: string) => number} weight */
export function thinOut(picture, copies, scale, width, weight) {
  const beside = picture.wraps ? Infinity : Math.max(0, (width / scale - picture.box.width) / 2);
  const names = picture.names.map((name, nth) => ({ name, nth, place: name.getAttribute("data-place") ?? "" }));
  names.sort((a, b) => weight(b.place) - weight(a.place));
  /** @type {Area[]} */
  const taken = [];
  for (const { name, nth, place } of names) {
    const text = /** @type {SVGTextElement} */ (name.querySelector("text"));
    const factor = Math.max(1, READABLE / scale / Number(text.getAttribute("font-size")));
    const [x, y] = picture.places.get(place) ?? [0, 0];
    const wanted = grown(areaOf(text), factor, x, y);
    const [dx, dy] = /** @type {[number, number]} */ (factor === 1 ? [0, 0] : inwards(wanted, picture.box, beside));
    const area = moved(wanted, dx, dy);
    const isFree = factor === 1 || !taken.some((other) => overlap(area, other));
    const transform = factor === 1 ? "" : `translate(${x + dx} ${y + dy}) scale(${factor}) translate(${-x} ${-y})`;
    if (isFree) taken.push(area);
    for (const copy of copies) show(copy.children[nth], isFree, transform);
  }
}

/** What is as it was is not touched: the browser would draw it again.
 * @param {Element | undefined} name @param {boolean} isFree @param {string} transform */
function show(name, isFree, transform) {
  const text = name?.querySelector("text");
  if (!name || !text) return;
  if (name.classList.contains("crowded") === isFree) name.classList.toggle("crowded", !isFree);
  if (isFree && (text.getAttribute("transform") ?? "") !== transform) text.setAttribute("transform", transform);
}

/** Measured by counting letters: to ask the browser would make it lay out the whole map.
 * @param {SVGTextElement} text @returns {Area} */
function areaOf(text) {
  const lines = [...text.querySelectorAll("tspan")];
  const size = Number(text.getAttribute("font-size"));
  const width = size * WIDE * Math.max(...lines.map((line) => line.textContent?.length ?? 0));
  const [x, y] = [Number(lines[0]?.getAttribute("x")), Number(lines[0]?.getAttribute("y"))];
  const left = x - width * ({ middle: 0.5, end: 1 }[text.getAttribute("text-anchor") ?? ""] ?? 0);
  return { left, right: left + width, top: y - size, bottom: y + size * (LINE * (lines.length - 1) + 0.25) };
}

/** @param {Area} area @param {number} factor @param {number} x @param {number} y @returns {Area} */
const grown = ({ left, top, right, bottom }, factor, x, y) => ({
  left: x + (left - x) * factor,
  right: x + (right - x) * factor,
  top: y + (top - y) * factor,
  bottom: y + (bottom - y) * factor,
});

/** @param {Area} area @param {number} dx @param {number} dy @returns {Area} */
const moved = ({ left, top, right, bottom }, dx, dy) => ({
  left: left + dx,
  right: right + dx,
  top: top + dy,
  bottom: bottom + dy,
});

/** How far right and down a name that has grown goes, so that nothing of it is cut off.
 * @param {Area} area @param {import("./picture.js").Box} box @param {number} beside room at both sides of the map
 * @returns {[number, number]} */
const inwards = ({ left, top, right, bottom }, { x, y, width, height }, beside) => [
  Math.max(0, x - beside - left) - Math.max(0, right - x - width - beside),
  Math.max(0, y - top) - Math.max(0, bottom - y - height),
];

/** @param {Area} a @param {Area} b */
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
