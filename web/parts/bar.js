// What I have to do now, in one line, and what cannot be pointed at on the table.
import { html, useEffect, useState } from "../vendor/preact.js";
import { isMyTurn, isOver } from "../model/game.js";
import { Dialog } from "./dialog.js";
import { Failure } from "./load.js";
import { Refusal } from "./refusal.js";
import { stateOf } from "./route_info.js";

/** @typedef {import("../screens/table_state.js").Table} Table */

/**
 * @param {{ table: Table, title: string, closed: Set<string>, isAside: boolean, onBack: () => void,
 *   onAsk: (actions: any[], title: string) => void, onRoute: (id: string) => void, onPlace: (id: string) => void,
 *   onPoint: (id: string | undefined) => void }} props
 */
export function Bar({ table, title, closed, isAside, onBack, onAsk, onRoute, onPlace, onPoint }) {
  const { game, board, words, choices, problem, setProblem, hasMoved, setMoved, error, again, isBusy } = table;
  const { t } = words;
  const [list, setList] = useState(/** @type {"routes" | "harbours" | "all" | null} */ (null));
  // What it lists may be possible no longer.
  useEffect(() => setList((shown) => (shown === "all" ? shown : null)), [game.version]);
  const isMine = isMyTurn(game) && !isOver(game);
  const waiting = game.to_act.map(words.seat).join(", ");
  const waits = game.status === "playing" && waiting;
  const others = waits ? t("table.waits_for", { seat: waiting }) : t(`table.status_${game.status}`);
  const turnsLeft = isOver(game) ? undefined : game.view?.turns_left;
  const said = [
    isBusy ? t("table.sending") : isMine ? title : others,
    ...(turnsLeft === undefined ? [] : [t("table.turns_left", { count: turnsLeft })]),
  ].join(" · ");
  const routes = t("table.routes", { count: choices.routes.size });
  const harbours = t("table.harbours", { count: choices.harbours.size });
  return html`<div class=${`bar ${isMine ? "mine" : ""}`} aria-busy=${isBusy}>
    <p class="bar-words" role="status">${said}</p>
    <button type="button" class="skip" onClick=${() => setList("all")}>${t("table.all_routes")}</button>
    <div class="bar-buttons">
      ${isAside && html`<button type="button" class="main" onClick=${onBack}>${t("table.decide")}</button>`}
      ${choices.routes.size > 0 &&
      html`<button type="button" onClick=${() => setList("routes")}>${routes}</button>`}
      ${choices.harbours.size > 0 &&
      html`<button type="button" onClick=${() => setList("harbours")}>${harbours}</button>`}
      ${[...choices.exchanges].map(([piece, actions]) => {
        const name = t("table.exchange", { piece: words.piece(piece) });
        return html`<button type="button" key=${piece} onClick=${() => onAsk(actions, name)}>${name}</button>`;
      })}
      ${choices.others.map((action) => {
        const name = t(`actions.${action.type}`);
        return html`<button type="button" key=${action.type} onClick=${() => onAsk([action], name)}>${name}</button>`;
      })}
    </div>
    ${hasMoved &&
    html`<div class="bar-problem">
      <p class="refusal" role="alert">${t("table.moved_on")}</p>
      <button type="button" class="quiet" onClick=${() => setMoved(false)}>${t("table.close")}</button>
    </div>`}
    ${error && html`<${Failure} error=${error} again=${again} />`}
    ${problem &&
    html`<div class="bar-problem">
      <${Refusal} problem=${problem} board=${board} />
      <button type="button" class="quiet" onClick=${() => setProblem(null)}>${t("table.close")}</button>
    </div>`}
    ${list === "routes" &&
    html`<${List} title=${routes} ids=${[...choices.routes.keys()]} name=${words.route} onPoint=${onPoint}
      onChoose=${(/** @type {string} */ id) => (setList(null), onRoute(id))}
      onClose=${() => (setList(null), onPoint(undefined))} />`}
    ${list === "all" &&
    html`<${List} title=${t("table.all_routes")} ids=${[...board.routes.keys()]} onPoint=${onPoint}
      name=${(/** @type {string} */ id) => `${words.route(id)}: ${stateOf(table, id, closed)}`}
      onChoose=${(/** @type {string} */ id) => (setList(null), onRoute(id))}
      onClose=${() => (setList(null), onPoint(undefined))} />`}
    ${list === "harbours" &&
    html`<${List} title=${harbours} ids=${[...choices.harbours.keys()]} name=${words.place}
      onChoose=${(/** @type {string} */ id) => (setList(null), onPlace(id))} onClose=${() => setList(null)} />`}
  </div>`;
}

/** What is on the map, as a list: all that glows, or all.
 * @param {{ title: string, ids: string[], name: (id: string) => string, onChoose: (id: string) => void,
 *   onClose: () => void, onPoint?: (id: string | undefined) => void }} props */
function List({ title, ids, name, onChoose, onClose, onPoint = () => {} }) {
  const sorted = ids.map((id) => ({ id, words: name(id) })).sort((a, b) => a.words.localeCompare(b.words));
  return html`<${Dialog} title=${title} onClose=${onClose} name="list">
    <ul class="glowing">
      ${sorted.map(({ id, words }) => html`<li key=${id}>
        <button type="button" class="quiet" onClick=${() => onChoose(id)}
          onFocus=${() => onPoint(id)} onMouseEnter=${() => onPoint(id)}>${words}</button>
      </li>`)}
    </ul>
  <//>`;
}
