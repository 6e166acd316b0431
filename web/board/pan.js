// Moving over the map: by mouse, wheel, one finger, two fingers and keys. One CSS transform on one element.

/** @typedef {{ x: number, y: number, k: number }} Place where the left top corner of the map is, and the scale */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {[number, number]} Point */
/** @typedef {{
 *   box: Size & { x: number, y: number },
 *   wraps: boolean,
 *   whole: boolean,
 *   onTap: (at: Point, reach: number) => void,
 *   onHover: (at: Point | undefined, reach: number) => void,
 *   onScale: (k: number, width: number) => void,
 * }} Options */

const START = 0.5; // pixels for each unit of the map, at least, so that a small screen shows something
const CLOSEST = 5; // pixels for each unit of the map
const STILL = 8; // pixels that a tap may move
const [FINGER, MOUSE] = [22, 12]; // pixels around the point
const EDGE = 30; // pixels at the edge of the frame that do not count as seen
const BELOW = 64; // pixels that a hand can draw the map up from the lower edge, where the buttons lie
const STEP = 80;
const ZOOM = 1.3;
/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
/** @type {Record<string, number>} */
const ZOOMS = { "+": ZOOM, "=": ZOOM, "-": 1 / ZOOM };

/** The scale at which all of the map is seen, and the one at which nothing but the map is.
 * @param {Size} map @param {Size} frame */
export function scales(map, frame) {
  const [wide, high] = [frame.width / map.width, frame.height / map.height];
  return { whole: Math.min(wide, high), full: Math.max(wide, high) };
}

/** A place that leaves no more empty than it must, and `below` at most. A map that wraps goes round.
 * @param {Place} place @param {Size} map @param {Size} frame @param {boolean} wraps @param {number} [below]
 * @returns {Place} */
export function held({ x, y, k }, map, frame, wraps, below = 0) {
  const { whole, full } = scales(map, frame);
  const least = wraps ? Math.max(whole, frame.width / map.width / 2) : whole;
  const scale = Math.max(least, Math.min(Math.max(CLOSEST, full), k));
  const [width, height] = [map.width * scale, map.height * scale];
  return {
    k: scale,
    x: wraps ? round(x, width) : within(x, width, frame.width),
    y: within(y, height, frame.height, below),
  };
}

/** @param {number} value @param {number} size @param {number} room @param {number} [after] how much may stay empty */
function within(value, size, room, after = 0) {
  const [most, least] = size <= room ? [(room - size) / 2, (room - size) / 2] : [0, room - size];
  return Math.min(most, Math.max(least - after, value));
}
/** @param {number} value @param {number} size */
const round = (value, size) => -((((-value % size) + size) % size));

export class Plane {
  /** @param {HTMLElement} frame @param {HTMLElement} plane @param {Options} options */
  constructor(frame, plane, options) {
    this.frame = frame;
    this.plane = plane;
    this.options = options;
    /** @type {Place} */
    this.place = { x: 0, y: 0, k: 1 };
    /** @type {Map<number, Point>} */
    this.pointers = new Map();
    this.moved = 0;
    this.isFitted = true;
    this.ending = 0;
    this.ends = new AbortController();
    this.room = this.#measured();
    this.#listen();
    this.start();
  }

  close() {
    this.ends.abort();
    this.watch?.disconnect();
  }

  /** Not at every move: the browser would have to lay out what has changed. @returns {Size} */
  #measured() {
    return { width: this.frame.clientWidth, height: this.frame.clientHeight };
  }

  /** As seen first: on a small screen the map fills the frame, unless all of it is wanted; on a large one it is seen
   * whole. */
  start() {
    if (this.options.whole) return this.fit();
    const { whole, full } = scales(this.options.box, this.room);
    this.isFitted = true;
    this.#centre(Math.max(whole, Math.min(full, START)));
  }

  fit() {
    this.isFitted = true;
    this.#centre(scales(this.options.box, this.room).whole);
  }

  /** @param {number} k */
  #centre(k) {
    const { box } = this.options;
    this.go({ k, x: (this.room.width - box.width * k) / 2, y: (this.room.height - box.height * k) / 2 });
  }

  /** @param {number} factor @param {Point} [at] in the frame */
  zoom(factor, at = [this.room.width / 2, this.room.height / 2]) {
    const { x, y, k } = this.place;
    const next = held({ x, y, k: k * factor }, this.options.box, this.room, this.options.wraps).k;
    this.isFitted = false;
    this.go({ k: next, x: at[0] - ((at[0] - x) * next) / k, y: at[1] - ((at[1] - y) * next) / k });
  }

  /** Brings a point of the map into sight. A map that wraps shows it in several places. @param {Point} at */
  show([mx, my]) {
    const [{ k }, { box, wraps }] = [this.place, this.options];
    const [x, y] = [mx - box.x, my - box.y];
    const { width, height } = this.room;
    const isIn = (/** @type {number} */ found, /** @type {number} */ size) => found > EDGE && found < size - EDGE;
    const copies = wraps ? [0, 1, 2] : [0];
    const isAcross = copies.some((nth) => isIn(this.place.x + (x + nth * box.width) * k, width));
    if (!isAcross || !isIn(this.place.y + y * k, height)) this.go({ k, x: width / 2 - x * k, y: height / 2 - y * k });
  }

  /** @param {Place} place @param {number} [below] what may stay empty */
  go(place, below = 0) {
    const before = this.place.k;
    this.place = held(place, this.options.box, this.room, this.options.wraps, below);
    const { x, y, k } = this.place;
    this.plane.style.transform = `translate(${x}px, ${y}px) scale(${k})`;
    if (k !== before) this.options.onScale(k, this.room.width);
    this.#inMotion();
  }

  /** While it moves, the picture is kept as it is; at rest it is drawn sharp. */
  #inMotion() {
    this.plane.classList.add("moving");
    clearTimeout(this.ending);
    this.ending = window.setTimeout(() => this.plane.classList.remove("moving"), 160);
  }

  #listen() {
    const { frame, ends } = this;
    const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ call, passive = true) =>
      frame.addEventListener(name, call, { signal: ends.signal, passive });
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", (event) => this.pointers.delete(event.pointerId));
    on("pointerleave", () => this.options.onHover(undefined, 0));
    on("wheel", (event) => this.#wheel(event), false);
    on("keydown", (event) => this.#key(event), false);
    this.watch = new ResizeObserver(() => {
      this.room = this.#measured();
      if (this.isFitted) this.start();
      else this.go(this.place);
    });
    this.watch.observe(frame);
  }

  /** @param {PointerEvent | WheelEvent} event @returns {Point} */
  #at(event) {
    const { left, top } = this.frame.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  /** A point of the frame on the map. @param {Point} at @returns {Point} */
  onMap([px, py]) {
    const [{ x, y, k }, { box, wraps }] = [this.place, this.options];
    const across = (px - x) / k;
    return [box.x + (wraps ? across % box.width : across), box.y + (py - y) / k];
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button || !this.#isMine(event)) return;
    this.pointers.set(event.pointerId, this.#at(event));
    if (this.pointers.size === 1) this.moved = 0;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    // Released outside the window.
    if (event.pointerType === "mouse" && !event.buttons) this.pointers.delete(event.pointerId);
    const [at, before] = [this.#at(event), this.pointers.get(event.pointerId)];
    if (!before) {
      if (event.pointerType === "mouse") this.options.onHover(this.onMap(at), MOUSE / this.place.k);
      return;
    }
    this.moved += Math.hypot(at[0] - before[0], at[1] - before[1]);
    if (this.moved < STILL && this.pointers.size === 1) return;
    if (!this.frame.hasPointerCapture(event.pointerId)) this.frame.setPointerCapture(event.pointerId);
    if (this.pointers.size === 1) this.#drag(at, before);
    else this.#pinch(event.pointerId, at, before);
    this.pointers.set(event.pointerId, at);
  }

  /** @param {Point} at @param {Point} before */
  #drag(at, before) {
    this.isFitted = false;
    const { x, y, k } = this.place;
    this.go({ k, x: x + at[0] - before[0], y: y + at[1] - before[1] }, BELOW);
  }

  /** @param {number} pointer @param {Point} at @param {Point} before */
  #pinch(pointer, at, before) {
    const other = [...this.pointers].find(([id]) => id !== pointer)?.[1];
    if (!other) return;
    const far = (/** @type {Point} */ one) => Math.hypot(one[0] - other[0], one[1] - other[1]) || 1;
    this.zoom(far(at) / far(before), other);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.pointers.delete(event.pointerId) || this.moved >= STILL) return;
    this.options.onTap(this.onMap(this.#at(event)), (event.pointerType === "mouse" ? MOUSE : FINGER) / this.place.k);
  }

  /** Whether it is about the map, and not about what lies over it. @param {Event} event */
  #isMine(event) {
    return event.target === this.frame || this.plane.contains(/** @type {Node} */ (event.target));
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!this.#isMine(event)) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), this.#at(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.target !== this.frame || event.ctrlKey || event.metaKey || event.altKey) return;
    const [arrow, zoom] = [ARROWS[event.key], ZOOMS[event.key]];
    if (!arrow && !zoom && event.key !== "0") return;
    event.preventDefault();
    const { x, y, k } = this.place;
    if (arrow) this.go({ k, x: x + arrow[0] * STEP, y: y + arrow[1] * STEP }, BELOW);
    else if (zoom) this.zoom(zoom);
    else this.fit();
  }
}
