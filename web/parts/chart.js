// The scores over a game, in step with the board: a line for each seat, and a thread at the current moment.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { extent, scoreAt, ticks } from "../model/scores.js";
import { happened } from "../model/story.js";
import { t } from "../strings/index.js";

/** @typedef {import("../model/scores.js").Point} Point */

const HEIGHT = 180;
const EDGE = { left: 34, right: 10, top: 10, bottom: 22 };
const DASHES = ["", "8 4", "2 4", "10 3 2 3", "14 4", "4 2"];

/** @param {{ points: Point[][], names: string[], columns: number[], last: number, at: number,
 *   onMove: (at: number) => void }} props */
export function Chart({ points, names, columns, last, at, onMove }) {
  const [frame, width] = useWidth();
  const [low, high] = extent(points);
  const [across, down] = [width - EDGE.left - EDGE.right, HEIGHT - EDGE.top - EDGE.bottom];
  const x = (/** @type {number} */ seq) => EDGE.left + (across * happened(columns, seq)) / Math.max(columns.length, 1);
  const y = (/** @type {number} */ score) => HEIGHT - EDGE.bottom - (down * (score - low)) / (high - low);
  const pick = (/** @type {MouseEvent} */ event) => {
    const turn = Math.round(((event.offsetX - EDGE.left) / (width - EDGE.left - EDGE.right)) * columns.length);
    onMove(turn >= columns.length ? last : columns[Math.max(turn, 1) - 1] ?? 1);
  };
  const told = names.map((name, seat) => t("replay.has", { name, count: scoreAt(points[seat] ?? [], at) })).join(" ");
  return html`<figure class="chart" ref=${frame}>
    <svg width=${width} height=${HEIGHT} role="img" aria-label=${`${t("replay.chart")} ${told}`} onClick=${pick}>
      ${ticks(low, high, 4).map((score) => html`<g key=${score}>
        <line class="grid" x1=${EDGE.left} x2=${width - EDGE.right} y1=${y(score)} y2=${y(score)} />
        <text x=${EDGE.left - 6} y=${y(score) + 4} text-anchor="end">${score}</text></g>`)}
      ${ticks(0, columns.length, Math.max(2, width / 70)).map((turn) => html`
        <text key=${turn} x=${x(columns[turn - 1] ?? 0)} y=${HEIGHT - 6} text-anchor="middle">${turn}</text>`)}
      <line class="now" x1=${x(at)} x2=${x(at)} y1=${EDGE.top} y2=${HEIGHT - EDGE.bottom} />
      ${points.map((mine, seat) => html`<path key=${`edge-${seat}`} class="edge" d=${traced(mine, last, x, y)} />`)}
      ${points.map((mine, seat) => html`<path key=${seat} class="line" data-owner=${seat % 6}
        stroke-dasharray=${DASHES[seat % 6]} d=${traced(mine, last, x, y)} />`)}
      ${points.map((mine, seat) => html`<circle key=${seat} class="dot" data-owner=${seat % 6}
        cx=${x(at)} cy=${y(scoreAt(mine, at))} r="5" />`)}
    </svg>
    <figcaption>${t("replay.chart_axis")}</figcaption>
  </figure>`;
}

/** A line in steps.
 * @param {Point[]} points @param {number} last @param {(seq: number) => number} x
 * @param {(score: number) => number} y */
function traced(points, last, x, y) {
  const steps = points.map(([seq, score], nth) => (nth ? `H${x(seq)}V${y(score)}` : `M${x(seq)} ${y(score)}`));
  return `${steps.join("")}H${x(last)}`;
}

/** @returns {[{ current: HTMLElement | null }, number]} the width of what the frame has room for */
function useWidth() {
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const [width, setWidth] = useState(320);
  useEffect(() => {
    if (!frame.current) return undefined;
    const fit = (/** @type {number} */ found) => setWidth(Math.max(200, Math.floor(found)));
    const looking = new ResizeObserver(([entry]) => entry && fit(entry.contentRect.width));
    looking.observe(frame.current);
    return () => looking.disconnect();
  }, []);
  return [frame, width];
}
