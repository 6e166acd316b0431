// Days on which a player is away and their clock stands, as far as the clock of the table has them.
import { html, useState } from "../vendor/preact.js";
import { session } from "../session.js";
import { moment, number } from "../strings/index.js";
import { Dialog } from "./dialog.js";
import { Select } from "./fields.js";

/** @param {{ table: import("../screens/table_state.js").Table }} props */
export function Vacation({ table }) {
  const { game, words, operate, isBusy } = table;
  const { t } = words;
  const [days, setDays] = useState(0); // 0: not asked for
  const { vacation_days: left = 0, away_until = "" } = game.seats[game.seat ?? -1] ?? {};
  const { games } = session.client;
  if (Date.parse(away_until) > (game.now ? Date.parse(game.now) : Date.now())) {
    return html`<p>${t("table.on_vacation", { until: moment(away_until) })}</p>
      <button type="button" disabled=${isBusy} onClick=${() => operate((key) => games.endVacation(game.id, key))}>
        ${t("table.come_back")}
      </button>`;
  }
  if (!left) return null;
  const begin = () => (setDays(0), operate((key) => games.beginVacation(game.id, { days, ...key })));
  const choices = Array.from({ length: left }, (_, nth) => [String(nth + 1), number(nth + 1)]);
  return html`<button type="button" class="quiet" disabled=${isBusy} onClick=${() => setDays(1)}>
      ${t("table.vacation")}
    </button>
    ${days > 0 && html`<${Dialog} modal title=${t("table.vacation")} onClose=${() => setDays(0)}>
      <p>${t("table.vacation_about", { count: left })}</p>
      <${Select} label=${t("table.vacation_days")} value=${String(days)} choices=${choices}
        onValue=${(/** @type {string} */ wish) => setDays(Number(wish))} />
      <div class="sheet-foot">
        <button type="button" class="quiet" onClick=${() => setDays(0)}>${t("table.cancel")}</button>
        <button type="button" class="main" onClick=${begin}>${t("table.vacation")}</button>
      </div>
    <//>`}`;
}
