// Every event of a game on one line: a slider, buttons for single steps and turns, the same by keys, and autoplay.
import { html, useEffect, useLayoutEffect, useState } from "../vendor/preact.js";
import { moved } from "../model/story.js";
import { t } from "../strings/index.js";

/** @typedef {import("../model/story.js").Story} Story */

const PACES = { slow: 2000, normal: 1000, fast: 350 }; // milliseconds an event
const BUTTONS = [["Home", "|‹", "to_start"], ["PageUp", "«", "turn_back"], ["ArrowLeft", "‹", "back"]];
const MORE = [["ArrowRight", "›", "forward"], ["PageDown", "»", "turn_forward"], ["End", "›|", "to_end"]];

/** Whether moving pictures are unwelcome: autoplay then goes from turn to turn, and slowly. */
const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @typedef {(to: number | ((at: number) => number)) => void} Move to an event; by a function if from where the
 *   reader is by then */

/** @param {{ story: Story, at: number, told: string, onMove: Move }} props */
export function Slider({ story, at, told, onMove }) {
  const [isPlaying, setPlaying] = useState(false);
  const [pace, setPace] = useState(/** @type {keyof typeof PACES} */ ("normal"));
  const go = (/** @type {string} */ key) => onMove((now) => moved(story, now, key) ?? now);
  usePlay(isPlaying, isCalm() ? PACES.slow : PACES[pace], at, () => {
    if (at >= story.last) setPlaying(false);
    else go(isCalm() ? "PageDown" : "ArrowRight");
  });
  const play = () => {
    if (!isPlaying && at >= story.last) onMove(1);
    setPlaying(!isPlaying);
  };
  useKeys(story, go, play);
  const button = (/** @type {string[]} */ [key, sign, name]) =>
    html`<button class="step" title=${t(`replay.${name}`)} aria-label=${t(`replay.${name}`)}
      onClick=${() => go(key ?? "")}
      disabled=${moved(story, at, key ?? "") === at}><span aria-hidden="true">${sign}</span></button>`;
  return html`<div class="slider">
    <input type="range" min="1" max=${story.last} value=${at} aria-label=${t("replay.moment")} aria-valuetext=${told}
      onInput=${(/** @type {any} */ { currentTarget }) => onMove(Number(currentTarget.value))} />
    <div class="steps">
      ${BUTTONS.map(button)}
      <button class="main play" aria-pressed=${isPlaying} onClick=${play}>
        ${t(isPlaying ? "replay.pause" : "replay.play")}
      </button>
      ${MORE.map(button)}
      <label class="pace"><span>${t("replay.pace")}</span>
        <select value=${pace} onChange=${(/** @type {any} */ { currentTarget }) => setPace(currentTarget.value)}>
          ${Object.keys(PACES).map((name) => html`<option value=${name}>${t(`replay.pace_${name}`)}</option>`)}
        </select>
      </label>
    </div>
    <p class="keys">${t("replay.keys")}</p>
  </div>`;
}

/** @param {boolean} isPlaying @param {number} pause @param {number} at @param {() => void} step */
function usePlay(isPlaying, pause, at, step) {
  useEffect(() => {
    if (!isPlaying) return undefined;
    const next = setTimeout(step, pause);
    return () => clearTimeout(next);
  }, [isPlaying, pause, at]);
}

/** Keys work wherever the focus is, except where they mean something else, and as soon as the slider is seen.
 * @param {Story} story @param {(key: string) => void} go @param {() => void} play */
function useKeys(story, go, play) {
  useLayoutEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTaken(event)) return;
      if (event.key === " ") play();
      else if (moved(story, 1, event.key) === undefined) return;
      else go(event.key);
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
}

/** @param {KeyboardEvent} event */
function isTaken({ target, key }) {
  const place = /** @type {Element} */ (target);
  if (place.closest?.("select, textarea, dialog, .board, input:not([type=range])")) return true;
  return key === " " && Boolean(place.closest?.("button, a, summary"));
}
