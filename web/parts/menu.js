// What a player can do besides playing: leave the game to a bot, take it back, pause, go on vacation.
import { html, useState } from "../vendor/preact.js";
import { isOver } from "../model/game.js";
import { session } from "../session.js";
import { moment } from "../strings/index.js";
import { Dialog } from "./dialog.js";
import { Vacation } from "./vacation.js";

/** @typedef {import("../screens/table_state.js").Table} Table */
/** @typedef {import("../screens/table_state.js").Operation} Operation */

const DAYS = 7; // of a pause

/** @param {{ table: Table, isCareful: boolean, onCareful: (wish: boolean) => void }} props */
export function Menu({ table, isCareful, onCareful }) {
  const { game, words, operate, isBusy } = table;
  const { t } = words;
  const [isResigning, setResigning] = useState(false);
  if (game.seat === undefined || game.status !== "playing" || isOver(game)) return null;
  const { games } = session.client;
  const [own, proposal] = [game.seats[game.seat], game.pause_proposal];
  const resign = async () => (setResigning(false), operate((key) => games.resign(game.id, key)));
  const button = (/** @type {string} */ name, /** @type {Operation} */ call, look = "") =>
    html`<button type="button" class=${look} disabled=${isBusy} onClick=${() => operate(call)}>
      ${t(`table.${name}`, { count: DAYS })}
    </button>`;
  return html`<section class="zone menu" aria-label=${t("table.menu")}>
    ${isPaused(game) && html`<p>${t("table.paused", { until: moment(game.paused_until ?? "") })}</p>`}
    ${proposal &&
    html`<p>${t("table.pause_proposed", { seat: words.seat(proposal.seat), count: proposal.days })}</p>`}
    <label class="menu-check">
      <input type="checkbox" checked=${isCareful} onChange=${() => onCareful(!isCareful)} /> ${t("table.careful")}
    </label>
    <div class="menu-buttons">
      ${proposal && !proposal.agreed.includes(game.seat) && button("agree", (key) => games.agreeToPause(game.id, key))}
      ${(proposal || isPaused(game)) && button("end_pause", (key) => games.endPause(game.id, key))}
      ${!proposal && !isPaused(game) && hasClock(game) &&
      button("propose_pause", (key) => games.proposePause(game.id, { days: DAYS, ...key }), "quiet")}
      <${Vacation} table=${table} />
      ${own?.stand_in
        ? button("take_back", (key) => games.takeSeatBack(game.id, key), "main")
        : html`<button type="button" class="quiet danger" onClick=${() => setResigning(true)}>
            ${t("table.resign")}
          </button>`}
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
