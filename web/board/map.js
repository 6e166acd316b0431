// The board: the server's picture as the ground, moved by the reader, with marks laid over it.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { taken } from "../ahead.js";
import { Failure } from "../parts/load.js";
import { session } from "../session.js";
import { t } from "../strings/index.js";
import { pictured } from "../model/game.js";
import { hitAt } from "./hits.js";
import { thinOut } from "./labels.js";
import { change, copiesOf, LAYERS } from "./layers.js";
import { layMarks, newClaims } from "./marks.js";
import { Plane } from "./pan.js";
import { pictureOf } from "./picture.js";

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./picture.js").Point} Point */
/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("signalbox-client").Game} Game */
/** @typedef {import("signalbox-client").View} View */

const THINNED = 1.12; // names are laid out again when the scale has changed so much
const REST = 150; // milliseconds without a change before a newer picture is asked for

/**
 * @typedef {object} Props
 * @property {Game} game
 * @property {number | string} [at] the number of an event: the board as it was then
 * @property {View | null} [view] the table to be shown; by default that of the game; null while it is not known
 * @property {Mark[]} [marks]
 * @property {boolean} [wraps] whether the map goes on at its other edge
 * @property {boolean} [whole] whether all of the map is seen first, on a small screen as well
 * @property {string} [label] what a screen reader says
 * @property {(place: string) => number} [weight] names of more weight stay when there is no room for all
 * @property {{ route?: string, place?: string }} [focus] brought into sight
 * @property {(id: string) => void} [onRoute]
 * @property {(id: string) => void} [onPlace]
 * @property {(id: string | undefined) => void} [onHover]
 * @property {(picture: Picture) => void} [onPicture]
 * @property {any} [children] laid over the frame
 */

/** @param {Props} props */
export function Board({
  game, at, view = game.view, marks = [], wraps = false, whole = false, label, weight, focus,
  onRoute, onPlace, onHover, onPicture, children,
}) {
  const { picture, error, again } = usePicture(game, at, view, wraps);
  const [frame, plane, svg] = [useRef(null), useRef(null), useRef(null)];
  const calls = useRef({ onRoute, onPlace, onHover, useful: { routes: new Set(), places: new Set() } });
  const useful = useMemo(() => usefulOf(marks), [marks]);
  calls.current = { onRoute, onPlace, onHover, useful };
  const motion = useMotion(picture, { wraps, whole }, { frame, plane, svg }, calls, weight);
  useLayoutEffect(() => {
    if (!picture || !svg.current) return;
    const claims = newClaims(picture, view?.claims ?? {});
    layMarks(picture, [...claims, ...marks], copiesOf(svg.current, "under"), copiesOf(svg.current, "over"));
  }, [picture, marks, view]);
  useEffect(() => void (picture && onPicture?.(picture)), [picture]);
  useEffect(() => {
    const spot = picture && spotOf(picture, focus);
    if (spot) motion.current?.show(spot);
  }, [focus?.route, focus?.place]);
  const { x, y, width, height } = picture?.box ?? { x: 0, y: 0, width: 1200, height: 820 };
  const copies = wraps ? [0, 1, 2] : [0];
  return html`<div class="board" role="group" aria-label=${label ?? t("map.board")} aria-describedby="board-keys"
    tabindex="0" ref=${frame}>
    <div class="plane" ref=${plane}>
      <svg ref=${svg} viewBox=${`${x} ${y} ${width * copies.length} ${height}`} width=${width * copies.length}
        height=${height} aria-hidden="true"
        class=${wraps ? "wraps" : ""} font-family="Verdana, 'DejaVu Sans', sans-serif" fill="#1c1c1c">
        ${LAYERS.flatMap((name) => copies.map((nth) => html`<g class=${`layer ${name}`} key=${`${name}-${nth}`}
          id=${nth ? undefined : `board-${name}`} transform=${nth ? `translate(${nth * width})` : undefined}></g>`))}
      </svg>
    </div>
    <span class="unseen" id="board-keys">${t("map.keys")}</span>
    <div class="board-buttons">
      <button type="button" onClick=${() => motion.current?.zoom(1.4)} aria-label=${t("map.zoom_in")}>+</button>
      <button type="button" onClick=${() => motion.current?.zoom(1 / 1.4)} aria-label=${t("map.zoom_out")}>−</button>
      <button type="button" onClick=${() => motion.current?.fit()} aria-label=${t("map.fit")}>⤢</button>
    </div>
    ${error && html`<div class="board-failure"><${Failure} error=${error} again=${again} /></div>`}
    ${children}
  </div>`;
}

/** @param {Mark[]} marks */
function usefulOf(marks) {
  const legal = marks.filter(({ kind }) => kind === "legal");
  const routes = new Set(legal.flatMap(({ routes = [] }) => [...routes]));
  const places = new Set(legal.flatMap(({ places = [] }) => [...places]));
  return { routes, places };
}

/** @param {Picture} picture @param {{ route?: string, place?: string }} [focus] */
function spotOf(picture, focus) {
  const line = focus?.route ? picture.lanes.get(focus.route)?.parts[0] : undefined;
  return line ? middleOf(line) : focus?.place ? picture.places.get(focus.place) : undefined;
}

/** @param {Point[]} line @returns {Point} */
function middleOf(line) {
  const [[ax, ay], [bx, by]] = /** @type {[Point, Point]} */ ([line[(line.length - 1) >> 1], line[line.length >> 1]]);
  return [(ax + bx) / 2, (ay + by) / 2];
}

/** The newest picture. It is asked for when something that it shows has changed and the table has come to rest: the
 * marks show a move at once, and a bot may answer it. The picture that is there stays until then. While the server is
 * away it is asked again, and the banner says so.
 * @param {Game} game @param {number | string | undefined} at @param {View | null | undefined} view
 * @param {boolean} wraps
 * @returns {{ picture: Picture | null, error?: unknown, again: () => void }} */
function usePicture(game, at, view, wraps) {
  const [state, setState] = useState(/** @type {{ picture: Picture | null, error?: unknown }} */ ({ picture: null }));
  const [count, setCount] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const options = { at: at === undefined ? undefined : String(at), signal };
    const draw = () => session.client.games.draw(game.id, options);
    const ask = () =>
      (at === undefined ? taken(`picture ${game.id}`, draw) : draw()).then(
        (text) => signal.aborted || setState({ picture: pictureOf(text, wraps) }),
        (error) => signal.aborted || setState(({ picture }) => ({ picture, error })),
      );
    const resting = setTimeout(ask, state.picture && at === undefined ? REST : 0);
    return () => {
      control.abort();
      clearTimeout(resting);
    };
  }, [game.id, at ?? pictured(view), wraps, count]);
  return { ...state, again: () => setCount(count + 1) };
}

/** Puts the picture into its layers and lets it be moved.
 * @param {Picture | null} picture @param {{ wraps: boolean, whole: boolean }} manner
 * @param {Record<"frame" | "plane" | "svg", { current: any }>} parts
 * @param {{ current: any }} calls @param {((place: string) => number) | undefined} weight */
function useMotion(picture, { wraps, whole }, parts, calls, weight) {
  const motion = useRef(/** @type {Plane | null} */ (null));
  /** @type {{ picture: Picture | null, scale: number, width: number }} */
  const none = { picture: null, scale: 1, width: 0 };
  const shown = useRef(none);
  const rank = useRef(weight);
  rank.current = weight;
  const label = (/** @type {number} */ k, /** @type {number} */ width) => {
    Object.assign(shown.current, { scale: k, width });
    const { picture } = shown.current;
    if (picture) thinOut(picture, copiesOf(parts.svg.current, "names"), k, width, rank.current ?? (() => 0));
  };
  useLayoutEffect(() => {
    if (!picture) return;
    for (const name of /** @type {const} */ (["ground", "map", "names"])) {
      change(copiesOf(parts.svg.current, name), shown.current.picture?.[name] ?? [], picture[name]);
    }
    shown.current.picture = picture;
    if (motion.current) label(shown.current.scale, shown.current.width); // before, nobody knows the scale
  }, [picture, weight]);
  useLayoutEffect(() => {
    if (!picture) return;
    const hit = (/** @type {any} */ point, /** @type {number} */ reach) =>
      point && shown.current.picture ? hitAt(shown.current.picture, point, reach, calls.current.useful) : undefined;
    const plane = new Plane(parts.frame.current, parts.plane.current, {
      box: picture.box,
      wraps,
      whole,
      onTap: (point, reach) => {
        const found = hit(point, reach);
        if (found) (found.kind === "route" ? calls.current.onRoute : calls.current.onPlace)?.(found.id);
      },
      onHover: (point, reach) => {
        const found = hit(point, reach);
        parts.frame.current.classList.toggle("over", Boolean(found && calls.current.onRoute));
        calls.current.onHover?.(found?.kind === "route" ? found.id : undefined);
      },
      onScale: (k, width) => Math.max(k / shown.current.scale, shown.current.scale / k) > THINNED && label(k, width),
    });
    motion.current = plane;
    label(plane.place.k, plane.room.width);
    return () => plane.close();
  }, [picture === null, wraps]);
  return motion;
}
