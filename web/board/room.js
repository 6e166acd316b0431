// Room on the map: where a name beside its place meets no other name and no disc, and is taken for no other place's.

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./picture.js").Point} Point */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Area */

const BESIDE = 2; // pixels between a disc and the name that is laid beside it
const APART = 4; // pixels between names in one line, so that they are not read as one
const CLEAR = 3; // pixels by which its own disc is nearer to a name than any other
/** How much of a name is left of its disc and above it: the sides, the corners, then a name that is moved along.
 * @type {Point[]} */
const SIDES = [
  [0, 0.5], [1, 0.5], [0.5, 1], [0.5, 0],
  [0, 1], [1, 1], [0, 0], [1, 0],
  [0.25, 1], [0.75, 1], [0.25, 0], [0.75, 0],
  [0, 0.75], [1, 0.75], [0, 0.25], [1, 0.25],
];

/** @param {Area} area @param {number} dx @param {number} dy @returns {Area} */
export const moved = ({ left, top, right, bottom }, dx, dy) => ({
  left: left + dx,
  right: right + dx,
  top: top + dy,
  bottom: bottom + dy,
});

export class Room {
  /** @param {Picture} picture @param {number} scale pixels for each unit of the map
   * @param {number} width of the frame, in pixels */
  constructor({ box, wraps, places, radius }, scale, width) {
    this.box = box;
    this.radius = radius;
    this.pixel = 1 / scale;
    this.beside = wraps ? Infinity : Math.max(0, (width / scale - box.width) / 2);
    this.rounds = wraps ? [0, -box.width, box.width] : [0]; // what is near the edge is also near the other one
    this.discs = [...places.values()].flatMap(([x, y]) => this.rounds.map((dx) => /** @type {Point} */ ([x + dx, y])));
    /** @type {Area[]} */
    this.taken = [];
  }

  /** Where a name goes, best where the server has it. One that must be shown goes where it is least in doubt.
   * @param {Area} wanted @param {Point} spot its disc @param {boolean} must @returns {Area | undefined} */
  find(wanted, spot, must) {
    /** @type {{ area?: Area, lead: number }} */
    let best = { lead: -Infinity };
    for (const free of [wanted, ...this.#around(wanted, spot)]) {
      const area = this.#within(free);
      if (this.taken.some((other) => overlap(area, other))) continue;
      const lead = this.#lead(area, spot);
      if (lead >= CLEAR * this.pixel) return area;
      if (lead > best.lead) best = { area, lead };
    }
    return must ? best.area : undefined;
  }

  /** @param {Area} area */
  take({ left, top, right, bottom }) {
    const apart = APART * this.pixel;
    for (const dx of this.rounds) this.taken.push({ left: left - apart + dx, right: right + apart + dx, top, bottom });
  }

  /** @param {Area} area @param {Point} spot @returns {Area[]} */
  #around({ left, top, right, bottom }, [x, y]) {
    const reach = this.radius + BESIDE * this.pixel;
    return SIDES.map(([before, above]) => {
      const isCorner = before % 1 === 0 && above % 1 === 0;
      const near = isCorner ? reach * Math.SQRT1_2 : reach; // as near to the disc as a side
      const dx = before === 0 ? near : before === 1 ? -near : 0;
      const dy = above === 0 ? near : above === 1 ? -near : 0;
      return moved(
        { left: 0, top: 0, right: right - left, bottom: bottom - top },
        x + dx - before * (right - left),
        y + dy - above * (bottom - top),
      );
    });
  }

  /** Moved inwards, so that nothing of it is cut off. @param {Area} area @returns {Area} */
  #within(area) {
    const { box: { x, y, width, height }, beside } = this;
    const dx = Math.max(0, x - beside - area.left) - Math.max(0, area.right - x - width - beside);
    return moved(area, dx, Math.max(0, y - area.top) - Math.max(0, area.bottom - y - height));
  }

  /** By how much its own disc is nearer to a name than any other; less than nothing if the name lies on a disc.
   * @param {Area} area @param {Point} spot */
  #lead(area, spot) {
    const far = away(area, spot);
    if (far < this.radius) return far - this.radius;
    let next = Infinity;
    for (const disc of this.discs) if (!isSame(disc, spot)) next = Math.min(next, away(area, disc));
    return next - far;
  }
}

/** @param {Point} a @param {Point} b */
const isSame = (a, b) => a[0] === b[0] && a[1] === b[1];

/** @param {Area} area @param {Point} spot */
const away = ({ left, top, right, bottom }, [x, y]) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

/** @param {Area} a @param {Area} b */
const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
