// Tabs for small screens. Arrow keys, Home and End go from tab to tab; large screens show all panels at once.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";

/** Whether the screen is as a media query says, now and later. @param {string} query */
export function useMedia(query) {
  const [isSo, setSo] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const changed = () => setSo(media.matches);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, [query]);
  return isSo;
}

/** What makes an element the panel of a tab. @param {string} name @param {boolean} hasTabs */
export const panel = (name, hasTabs) =>
  hasTabs ? { id: `panel-${name}`, role: "tabpanel", "aria-labelledby": `tab-${name}` } : {};

/** @param {{ label: string, tabs: [name: string, words: string][], chosen: string,
 *   onChoose: (name: string) => void }} props */
export function Tabs({ label, tabs, chosen, onChoose }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const press = (/** @type {KeyboardEvent} */ event) => {
    const [at, last] = [tabs.findIndex(([name]) => name === chosen), tabs.length - 1];
    /** @type {Record<string, number>} */
    const ways = { ArrowLeft: at ? at - 1 : last, ArrowRight: at < last ? at + 1 : 0, Home: 0, End: last };
    const [name] = tabs[ways[event.key] ?? -1] ?? [];
    if (!name) return;
    event.preventDefault();
    onChoose(name);
    /** @type {HTMLElement | null | undefined} */ (list.current?.querySelector(`#tab-${name}`))?.focus();
  };
  return html`<div class="table-tabs" role="tablist" aria-label=${label} ref=${list} onKeyDown=${press}>
    ${tabs.map(([name, words]) => html`<button type="button" role="tab" key=${name} id=${`tab-${name}`}
      aria-controls=${`panel-${name}`} aria-selected=${name === chosen} tabindex=${name === chosen ? 0 : -1}
      onClick=${() => onChoose(name)}>${words}</button>`)}
  </div>`;
}
