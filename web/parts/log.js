// What happened, in sentences; the newest is in sight.
import { html, useEffect, useMemo, useRef } from "../vendor/preact.js";
import { sentence } from "../model/sentences.js";

const TURN = "turn_began"; // who acts is seen from what they do

/** @param {{ table: import("../screens/table_state.js").Table }} props */
export function Log({ table }) {
  const { events, words, hasEarlier, readEarlier } = table;
  const { t } = words;
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const last = events.at(-1)?.seq;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [last]);
  const lines = useMemo(() => linesOf(events, words), [events, words]);
  return html`<section class="zone log" aria-label=${t("table.log")}>
    <h2>${t("table.log")}</h2>
    <div class="log-lines" ref=${list} tabindex="0" role="group" aria-label=${t("table.log")}>
      ${hasEarlier && html`<button type="button" class="quiet" onClick=${readEarlier}>${t("table.earlier")}</button>`}
      <ol>${lines.map(({ seq, text }) => html`<li key=${seq}>${text}</li>`)}</ol>
    </div>
  </section>`;
}

/** @param {import("signalbox-client").Event[]} events @param {import("../model/words.js").Words} words */
const linesOf = (events, words) =>
  events
    .filter(({ type }) => type !== TURN)
    .map((event) => ({ seq: event.seq, text: sentence(event, words) }))
    .filter(({ text }) => text);
