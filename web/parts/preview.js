// What would follow from an action: the server is asked before it is sent.
import { html, useEffect, useState } from "../vendor/preact.js";
import { keyOf } from "../model/choices.js";
import { sentences } from "../model/sentences.js";
import { standing } from "../model/tickets.js";
import { mine } from "../model/game.js";
import { Refusal } from "./refusal.js";

/** @typedef {import("../screens/table_state.js").Table} Table */

/** @param {{ table: Table, action: any, closed?: Set<string> }} props */
export function Preview({ table, action, closed = new Set() }) {
  const { words, look, board, game } = table;
  const { t } = words;
  const [seen, setSeen] = useState(/** @type {{ key: string, events?: any[], problem?: any } | null} */ (null));
  const key = `${game.version} ${keyOf(action)}`;
  useEffect(() => {
    const control = new AbortController();
    look(action, control.signal).then(
      (events) => control.signal.aborted || setSeen({ key, events }),
      (problem) => control.signal.aborted || setSeen({ key, problem }),
    );
    return () => control.abort();
  }, [key]);
  if (!seen) return html`<p class="preview" aria-busy="true">${t("table.looking")}</p>`;
  if (seen.problem) return html`<${Refusal} problem=${seen.problem} board=${board} />`;
  const lines = [...sentences(seen.events ?? [], words), ...completed(table, action, closed)];
  return html`<div class="preview" role="status" aria-busy=${seen.key !== key}>
    <h3>${t("table.follows")}</h3>
    <ul>${lines.map((line, nth) => html`<li key=${nth}>${line}</li>`)}</ul>
  </div>`;
}

/** The tickets that the route of this action would complete.
 * @param {Table} table @param {any} action @param {Set<string>} closed */
function completed({ game, board, words }, action, closed) {
  if (!action.route || game.seat === undefined) return [];
  const [seat, claims] = [game.seat, game.view?.claims ?? {}];
  const isDone = (/** @type {string} */ id, /** @type {Record<string, number>} */ known) => {
    const ticket = board.tickets.get(id);
    return ticket && standing(ticket, { board, claims: known, closed, seat }).done;
  };
  const after = { ...claims, [action.route]: seat };
  const done = (mine(game)?.tickets ?? []).filter((id) => !isDone(id, claims) && isDone(id, after));
  return done.map((id) => words.t("table.completes", { ticket: words.ticket(id) }));
}
