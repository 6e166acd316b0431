// A route that cannot be claimed now, and why: the server says it in its own words.
import { html, useEffect, useState } from "../vendor/preact.js";
import { mine } from "../model/game.js";
import { Dialog } from "./dialog.js";
import { Refusal } from "./refusal.js";

/** @typedef {import("../screens/table_state.js").Table} Table */

/** @param {{ table: Table, id: string, onClose: () => void }} props */
export function RouteInfo({ table, id, onClose }) {
  const { game, board, words, look } = table;
  const { t } = words;
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [route, owner] = [board.routes.get(id), game.view?.claims[id]];
  const isAsked = game.seat !== undefined && game.status === "playing" && owner === undefined;
  useEffect(() => {
    if (!isAsked) return undefined;
    const control = new AbortController();
    const { signal } = control;
    const found = (/** @type {unknown} */ problem) => signal.aborted || setProblem(problem);
    const action = { type: "claim_route", route: id, cards: attempt(table, id) };
    look(action, signal).then(() => found(null), found);
    return () => control.abort();
  }, [id, game.version]);
  if (!route) return null;
  return html`<${Dialog} title=${words.ends(id)} onClose=${onClose}>
    <p>${words.route(id)} · ${t("table.points", { count: route.points })}</p>
    <p>${owner === undefined ? t("table.free") : t("table.owned", { seat: words.seat(owner) })}</p>
    ${isAsked && problem && html`<${Refusal} problem=${problem} board=${board} />`}
  <//>`;
}

/** The cards of the hand that come closest. @param {Table} table @param {string} id */
function attempt({ game, board }, id) {
  const route = board.routes.get(id);
  const isFitting = (/** @type {string} */ card) => [route?.color, undefined].includes(board.cards.get(card)?.color);
  const fitting = (mine(game)?.hand ?? []).filter(isFitting);
  return fitting.slice(0, route?.length ?? 0);
}
