// More time for an opponent who has to act.
import { html, useState } from "../vendor/preact.js";
import { isOver } from "../model/game.js";
import { session } from "../session.js";
import { duration } from "../strings/index.js";
import { Dialog } from "./dialog.js";
import { Select } from "./fields.js";

const GIFTS = [60, 300, 3600, 86400, 259200, 604800]; // seconds

/** @param {{ table: import("../screens/table_state.js").Table, seat: import("signalbox-client").TableSeat }} props */
export function Gift({ table, seat: { seat, deadline, is_bot } }) {
  const { game, words, operate, isBusy } = table;
  const { t } = words;
  const [seconds, setSeconds] = useState(0); // 0: not asked for
  if (game.seat === undefined || seat === game.seat || is_bot || !deadline || isOver(game)) return null;
  const usual = game.clock.per_action ?? game.clock.bank ?? 0;
  const first = GIFTS.findLast((one) => one <= usual) ?? GIFTS[0] ?? 0;
  const title = t("table.give_time", { seat: words.seat(seat) });
  const give = () => {
    setSeconds(0);
    operate((key) => session.client.games.giveTime(game.id, { seat, seconds, ...key }));
  };
  return html`<button type="button" class="quiet gift" disabled=${isBusy} aria-label=${title}
      onClick=${() => setSeconds(first)}>${t("table.give_more")}</button>
    ${seconds > 0 && html`<${Dialog} modal title=${title} onClose=${() => setSeconds(0)}>
      <${Select} label=${t("table.give_how_much")} value=${String(seconds)}
        choices=${GIFTS.map((one) => [String(one), duration(one)])}
        onValue=${(/** @type {string} */ wish) => setSeconds(Number(wish))} />
      <div class="sheet-foot">
        <button type="button" class="quiet" onClick=${() => setSeconds(0)}>${t("table.cancel")}</button>
        <button type="button" class="main" onClick=${give}>${t("table.give_more")}</button>
      </div>
    <//>`}`;
}
