// Lists that come in pages: what is there, and a button for the rest.
import { html, useCallback, useEffect, useState } from "../vendor/preact.js";
import { useReturn } from "../connection.js";
import { t } from "../strings/index.js";
import { Failure } from "./load.js";

/**
 * @template T @typedef {object} Pages
 * @property {T[]} items
 * @property {boolean} isWhole whether there is no more
 * @property {unknown} error
 * @property {() => void} more
 */

/** @template T
 * @param {(cursor: string | undefined, signal: AbortSignal) => Promise<{ items: T[], next: string | null }>} read
 * @param {readonly unknown[]} inputs @returns {Pages<T>} */
export function usePages(read, inputs) {
  const none = /** @type {{ items: T[], next?: string | null, error?: unknown }} */ ({ items: [] });
  const [state, setState] = useState(none);
  const add = (/** @type {AbortSignal} */ signal, /** @type {T[]} */ items, /** @type {string} */ cursor) =>
    read(cursor || undefined, signal).then(
      (page) => !signal.aborted && setState({ items: [...items, ...page.items], next: page.next }),
      (error) => !signal.aborted && setState((before) => ({ ...before, error })),
    );
  useEffect(() => {
    const control = new AbortController();
    setState({ items: [] });
    add(control.signal, [], "");
    return () => control.abort();
  }, inputs);
  const more = useCallback(() => void add(new AbortController().signal, state.items, state.next ?? ""), [state]);
  useReturn(Boolean(state.error), more);
  return { items: state.items, isWhole: state.next === null, error: state.error, more };
}

/** @param {{ pages: Pages<any> }} props */
export function More({ pages }) {
  if (pages.error) return html`<${Failure} error=${pages.error} again=${pages.more} />`;
  if (!pages.items.length || pages.isWhole) return null;
  return html`<p><button onClick=${pages.more}>${t("profile.more")}</button></p>`;
}
