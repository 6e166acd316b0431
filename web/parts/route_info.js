// A route that cannot be claimed now, and why: the server says it in its own words.
import { html, useEffect, useState } from "../vendor/preact.js";
import { mine } from "../model/game.js";
import { Dialog } from "./dialog.js";
import { Refusal } from "./refusal.js";

/** @typedef {import("../screens/table_state.js").Table} Table */

/** @param {{ table: Table, id: string, closed: Set<string>, onClose: () => void }} props */
export function RouteInfo({ table, id, closed, onClose }) {
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
    <p>${stateOf(table, id, closed)}</p>
    ${isAsked && problem && html`<${Refusal} problem=${problem} board=${board} />`}
  <//>`;
}

/** Whose it is. @param {Table} table @param {string} id @param {Set<string>} closed */
export function stateOf({ game, words: { t, seat } }, id, closed) {
  const owner = game.view?.claims[id];
  if (owner !== undefined) return t("table.owned", { seat: seat(owner) });
  return t(closed.has(id) ? "table.closed_twin" : "table.free");
}

/** The cards of the hand that come closest: in the colour of the route, and of its own pile if it has one.
 * @param {Table} table @param {string} id */
function attempt({ game, board }, id) {
  const route = board.routes.get(id);
  const { piece } = board.ruleset.kinds.find((kind) => kind.id === route?.kind) ?? {};
  const hasPile = board.ruleset.piles.some((pile) => pile.id === piece);
  const isFitting = (/** @type {string} */ card) => {
    const face = board.cards.get(card);
    return face?.is_wild || (face?.color === route?.color && (!hasPile || face?.pile === piece));
  };
  return (mine(game)?.hand ?? []).filter(isFitting).slice(0, route?.length ?? 0);
}
