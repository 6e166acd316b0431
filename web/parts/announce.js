// What has just happened, for those who do not see it. Each sentence is an element of its own, so that none replaces
// another that has not been read out, and the same sentence is read again when it happens again.
import { html, useLayoutEffect, useState } from "../vendor/preact.js";

const SAID = "signalbox:said";
const STAYS = 15000; // milliseconds: long enough to be read out after others

/** @typedef {{ text: string, lang?: string }} Words in the reader's language, or in that of `lang` */
/** @typedef {Words & { id: number }} Said */

let count = 0;

/** @param {string | Words} words */
export function announce(words) {
  const { text, lang } = typeof words === "string" ? { text: words, lang: undefined } : words;
  if (text) dispatchEvent(new CustomEvent(SAID, { detail: { id: (count += 1), text, lang } }));
}

export function Announcer() {
  const [queue, setQueue] = useState(/** @type {Said[]} */ ([]));
  useLayoutEffect(() => { // from the moment it is there: an effect would begin a frame later
    const said = (/** @type {Event} */ event) => {
      const { detail } = /** @type {CustomEvent<Said>} */ (event);
      setQueue((known) => [...known, detail]);
      setTimeout(() => setQueue((known) => known.filter(({ id }) => id !== detail.id)), STAYS);
    };
    addEventListener(SAID, said);
    return () => removeEventListener(SAID, said);
  }, []);
  return html`<div class="announcer" role="log" aria-live="polite" aria-relevant="additions">
    ${queue.map(({ id, text, lang }) => html`<p key=${id} lang=${lang}>${text}</p>`)}
  </div>`;
}
