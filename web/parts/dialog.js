// A dialog with a title. It stands beside the map unless it is modal; Escape closes it, and the focus goes back.
import { html, useEffect, useRef } from "../vendor/preact.js";
import { t } from "../strings/index.js";

let count = 0;

/** @param {{ title: any, onClose: () => void, modal?: boolean, name?: string, children?: any }} props */
export function Dialog({ title, onClose, modal = false, name = "", children }) {
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const id = useRef(`dialog-${(count += 1)}`);
  useEffect(() => {
    const [dialog, before] = [place.current, document.activeElement];
    if (modal) dialog?.showModal();
    else dialog?.show();
    const first = dialog?.querySelector("input, .glowing button, .sheet-foot .main:not(:disabled)");
    if (first instanceof HTMLElement) first.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const cancel = (/** @type {Event} */ event) => {
    event.preventDefault();
    onClose();
  };
  const key = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && !modal && cancel(event);
  return html`<dialog class=${`sheet ${name}`} ref=${place} aria-labelledby=${id.current}
    onCancel=${cancel} onKeyDown=${key}>
    <div class="sheet-head">
      <h2 id=${id.current}>${title}</h2>
      <button type="button" class="quiet close" aria-label=${t("table.close")} onClick=${onClose}>×</button>
    </div>
    ${children}
  </dialog>`;
}
