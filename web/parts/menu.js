// What a player can do besides playing: leave the game to a bot, take it back, pause.
import { html, useState } from "../vendor/preact.js";
import { isOver } from "../model/game.js";
import { session } from "../session.js";
import { moment } from "../strings/index.js";
import { Dialog } from "./dialog.js";

/** @typedef {import("../screens/table_state.js").Table} Table */

const DAYS = 7; // of a pause

/** @param {{ table: Table, isCareful: boolean, onCareful: (wish: boolean) => void }} props */
export function Menu({ table, isCareful, onCareful }) {
  const { game, words, operate } = table;
  const { t } = words;
  const [isResigning, setResigning] = useState(false);
  if (game.seat === undefined || game.status !== "playing" || isOver(game)) return null;
  const { games } = session.client;
  const own = game.seats[game.seat];
  const resign = async () => (setResigning(false), operate(() => games.resign(game.id)));
  return html`<section class="zone menu" aria-label=${t("table.menu")}>
    ${isPaused(game) && html`<p>${t("table.paused", { until: moment(game.paused_until ?? "") })}</p>`}
    ${game.pause_proposal && html`<p>${t("table.pause_proposed", { seat: words.seat(game.pause_proposal.seat), count: game.pause_proposal.days })}</p>`}
    <label class="menu-check"><input type="checkbox" checked=${isCareful} onChange=${() => onCareful(!isCareful)} /> ${t("table.careful")}</label>
    <div class="menu-buttons">
      ${game.pause_proposal && !game.pause_proposal.agreed.includes(game.seat) && html`<button type="button" onClick=${() => operate(() => games.agreeToPause(game.id))}>${t("table.agree")}</button>`}
      ${(game.pause_proposal || isPaused(game)) && html`<button type="button" onClick=${() => operate(() => games.endPause(game.id))}>${t("table.end_pause")}</button>`}
      ${!game.pause_proposal && !isPaused(game) && hasClock(game) && html`<button type="button" class="quiet" onClick=${() => operate(() => games.proposePause(game.id, { days: DAYS }))}>${t("table.propose_pause", { count: DAYS })}</button>`}
      ${own?.stand_in
        ? html`<button type="button" class="main" onClick=${() => operate(() => games.takeSeatBack(game.id))}>${t("table.take_back")}</button>`
        : html`<button type="button" class="quiet danger" onClick=${() => setResigning(true)}>${t("table.resign")}</button>`}
    </div>
    ${isResigning && html`<${Dialog} modal title=${t("table.resign")} onClose=${() => setResigning(false)}>
      <p>${t("table.resign_about")}</p>
      <div class="sheet-foot">
        <button type="button" class="quiet" onClick=${() => setResigning(false)}>${t("table.cancel")}</button>
        <button type="button" class="main danger" onClick=${resign}>${t("table.resign")}</button>
      </div>
    <//>`}
  </section>`;
}

/** @param {import("signalbox-client").Game} game */
const isPaused = (game) => game.paused_until !== undefined && Date.parse(game.paused_until) > Date.now();
/** @param {import("signalbox-client").Game} game */
const hasClock = (game) => game.clock.per_action !== undefined || game.clock.bank !== undefined;
