// Dialogs for a decision: choose one of several ways, look at what follows, send it.
import { html, useState } from "../vendor/preact.js";
import { keeping } from "../model/choices.js";
import { mine } from "../model/game.js";
import { Dialog } from "./dialog.js";
import { Cards } from "./faces.js";
import { Preview } from "./preview.js";
import { stateOf, TicketWords } from "./tickets.js";

/** @typedef {import("../screens/table_state.js").Table} Table */
/** @typedef {{ title: string, actions: any[], about?: string, route?: string }} Question */

const MANY = 8; // more ways than these are chosen with a slider

/** One of several ways.
 * @param {{ table: Table, question: Question, closed: Set<string>, onClose: () => void }} props */
export function Decide({ table, question, closed, onClose }) {
  const { words, act, isBusy } = table;
  const { t } = words;
  const [nth, setNth] = useState(0);
  const { actions, title, about } = question;
  const action = actions[Math.min(nth, actions.length - 1)];
  const send = () => act(action); // a new version of the game closes the dialog
  const Ways = actions.length > MANY && !action.cards ? Slider : Radios;
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <form method="dialog" onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), send())}>
      ${about && html`<p class="soft">${about}</p>`}
      ${actions.length > 1 &&
      html`<${Ways} table=${table} actions=${actions} nth=${nth} onChoose=${setNth} legend=${title} />`}
      <div class="sheet-foot">
        <button type="button" class="quiet" onClick=${onClose}>${t("table.cancel")}</button>
        <button type="submit" class="main" disabled=${isBusy}>${t(`actions.${action.type}`)}</button>
      </div>
      <${Preview} table=${table} action=${action} closed=${closed} />
    </form>
  <//>`;
}

/** @param {{ table: Table, action: any }} props */
function Way({ table, action }) {
  const { board, words } = table;
  if (action.cards) return html`<${Cards} cards=${action.cards} board=${board} words=${words} />`;
  return html`<span>${wayOf(action, table)}</span>`;
}

/** A way to act in words. @param {any} action @param {Table} table */
function wayOf(action, { words }) {
  const { t } = words;
  if (action.refill) return t("table.refill", { pile: words.pile(action.refill) });
  if (action.give) return t("table.give", { count: action.count, piece: words.piece(action.give) });
  const counts = Object.entries(action).filter(([, value]) => typeof value === "number");
  return counts.map(([name, value]) => `${value} × ${t(`actions.${name}`)}`).join(", ") || t(`actions.${action.type}`);
}

/** @param {{ table: Table, actions: any[], nth: number, onChoose: (nth: number) => void, legend: string }} props */
function Radios({ table, actions, nth, onChoose, legend }) {
  return html`<fieldset class="ways">
    <legend class="unseen">${legend}</legend>
    ${actions.map((action, at) => html`<label key=${at} class=${at === nth ? "chosen" : ""}>
      <input type="radio" name="way" checked=${at === nth} onChange=${() => onChoose(at)} />
      <${Way} table=${table} action=${action} />
    </label>`)}
  </fieldset>`;
}

/** @param {{ table: Table, actions: any[], nth: number, onChoose: (nth: number) => void, legend: string }} props */
function Slider({ table, actions, nth, onChoose, legend }) {
  const words = wayOf(actions[nth], table);
  return html`<div class="ways slider">
    <output>${words}</output>
    <input type="range" aria-label=${legend} aria-valuetext=${words}
      min="0" max=${actions.length - 1} step="1" value=${nth}
      onInput=${(/** @type {any} */ event) => onChoose(Number(event.currentTarget.value))} />
  </div>`;
}

/** Which of the tickets on offer to keep.
 * @param {{ table: Table, title: string, closed: Set<string>, onClose: () => void,
 *   onShow: (id: string | undefined) => void }} props */
export function Keep({ table, title, closed, onClose, onShow }) {
  const { words, act, isBusy, choices, game } = table;
  const { t } = words;
  const [chosen, setChosen] = useState(/** @type {Set<string>} */ (new Set()));
  const { offer = [], keep = 1, tickets = [] } = mine(game) ?? {};
  const held = tickets.map((id) => `${words.ticket(id)} (${stateOf(table, id, closed)})`).join("; ");
  const action = keeping(choices.keeps, chosen);
  const turn = (/** @type {string} */ id) =>
    setChosen(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]));
  const send = () => action && act(action);
  return html`<${Dialog} title=${title} name="keep" onClose=${onClose}>
    <form method="dialog" onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), send())}>
      <p>${t("table.keep_at_least", { count: keep, of: offer.length })}</p>
      ${held && html`<p class="soft">${t("table.held", { tickets: held })}</p>`}
      <fieldset class="ways">
        <legend class="unseen">${title}</legend>
        ${offer.map((id) => html`<label key=${id} class=${`ticket ${chosen.has(id) ? "chosen" : ""}`}
          onMouseEnter=${() => onShow(id)} onMouseLeave=${() => onShow(undefined)}>
          <input type="checkbox" checked=${chosen.has(id)} onChange=${() => turn(id)}
            onFocus=${() => onShow(id)} onBlur=${() => onShow(undefined)} />
          <${TicketWords} table=${table} id=${id} closed=${closed} />
        </label>`)}
      </fieldset>
      <div class="sheet-foot">
        <button type="submit" class="main" disabled=${!action || isBusy}>${t("actions.keep_tickets")}</button>
      </div>
      ${action && html`<${Preview} table=${table} action=${action} closed=${closed} />`}
    </form>
  <//>`;
}
