// Names that can be read at any scale: they grow as the map shrinks, and the less important make room.
import { WANTED } from "../model/board.js";
import { Room } from "./room.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./picture.js").Point} Point */
/** @typedef {import("./room.js").Area} Area */
/** @typedef {{ nth: number, weight: number, spot: Point, factor: number, area: Area }} Name as large as it is read */

const READABLE = 11; // pixels
const FONT = "100px Verdana, 'DejaVu Sans', sans-serif"; // that of the map
const [ABOVE, BELOW, LINE] = [0.94, 0.24, 1.12]; // of its size: a letter over and under its line, the next line

/** Shows the names for which there is room. `weight` says which come first. What the server has drawn large enough
 * stays where it is.
 * @param {Picture} picture @param {Element[]} copies of the layer of names
 * @param {number} scale pixels for each unit of the map @param {number} width of the frame, in pixels
 * @param {(place: string) => number} weight */
export function thinOut(picture, copies, scale, width, weight) {
  const names = picture.names.map((name, nth) => nameOf(name, nth, picture, scale, weight));
  const isAsDrawn = names.every(({ factor }) => factor === 1);
  const room = new Room(picture, scale, width);
  for (const name of names.sort((a, b) => b.weight - a.weight)) {
    const area = isAsDrawn ? name.area : room.find(name.area, name.spot, name.weight >= WANTED);
    if (area) room.take(area);
    const transform = area && transformOf(name, area);
    for (const copy of copies) show(copy.children[name.nth], transform);
  }
}

/** @param {Element} part @param {number} nth @param {Picture} picture @param {number} scale
 * @param {(place: string) => number} weight @returns {Name} */
function nameOf(part, nth, picture, scale, weight) {
  const place = part.getAttribute("data-place") ?? "";
  const text = /** @type {SVGTextElement} */ (part.querySelector("text"));
  const spot = picture.places.get(place) ?? [0, 0];
  const factor = Math.max(1, READABLE / scale / Number(text.getAttribute("font-size")));
  return { nth, weight: weight(place), spot, factor, area: grown(areaOf(text), factor, spot) };
}

/** @param {Name} name @param {Area} area where it goes */
function transformOf({ spot: [x, y], factor, area: { left, top } }, area) {
  const [dx, dy] = [area.left - left, area.top - top];
  return factor === 1 && !dx && !dy ? "" : `translate(${x + dx} ${y + dy}) scale(${factor}) translate(${-x} ${-y})`;
}

/** What is as it was is not touched: the browser would draw it again.
 * @param {Element | undefined} name @param {string} [transform] if there is room for it */
function show(name, transform) {
  const text = name?.querySelector("text");
  if (!name || !text) return;
  const isCrowded = transform === undefined;
  if (name.classList.contains("crowded") !== isCrowded) name.classList.toggle("crowded", isCrowded);
  if (!isCrowded && (text.getAttribute("transform") ?? "") !== transform) text.setAttribute("transform", transform);
}

/** As the server has drawn it. @param {SVGTextElement} text @returns {Area} */
function areaOf(text) {
  const lines = [...text.querySelectorAll("tspan")];
  const size = Number(text.getAttribute("font-size"));
  const style = text.getAttribute("font-style") ?? "";
  const width = size * Math.max(...lines.map((line) => widthOf(line.textContent ?? "", style)));
  const [x, y] = [Number(lines[0]?.getAttribute("x")), Number(lines[0]?.getAttribute("y"))];
  const left = x - width * ({ middle: 0.5, end: 1 }[text.getAttribute("text-anchor") ?? ""] ?? 0);
  const bottom = y + size * (LINE * (lines.length - 1) + BELOW);
  return { left, right: left + width, top: y - size * ABOVE, bottom };
}

/** @type {Map<string, number>} */
const widths = new Map();
/** @type {CanvasRenderingContext2D | null | undefined} */
let paper;

/** Of bold letters, for each unit of their size. Measured apart from the page: to ask for a box in the map would make
 * the browser lay out all of it.
 * @param {string} line @param {string} style */
function widthOf(line, style) {
  const key = `${style} bold ${line}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  paper ??= document.createElement("canvas").getContext("2d");
  if (!paper) return line.length;
  paper.font = `${style} bold ${FONT}`;
  const width = paper.measureText(line).width / 100;
  widths.set(key, width);
  return width;
}

/** @param {Area} area @param {number} factor @param {Point} spot @returns {Area} */
const grown = ({ left, top, right, bottom }, factor, [x, y]) => ({
  left: x + (left - x) * factor,
  right: x + (right - x) * factor,
  top: y + (top - y) * factor,
  bottom: y + (bottom - y) * factor,
});
