// What has just happened, for those who do not see it: a live region that reads out the newest sentence.
import { html, useEffect, useState } from "../vendor/preact.js";

const SAID = "signalbox:said";

/** @param {string} text */
export function announce(text) {
  dispatchEvent(new CustomEvent(SAID, { detail: text }));
}

export function Announcer() {
  const [text, setText] = useState("");
  useEffect(() => {
    const said = (/** @type {Event} */ event) => setText(/** @type {CustomEvent<string>} */ (event).detail);
    addEventListener(SAID, said);
    return () => removeEventListener(SAID, said);
  }, []);
  return html`<div class="announcer" role="status" aria-live="polite">${text}</div>`;
}
