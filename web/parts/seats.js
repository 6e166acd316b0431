// Everybody at the table: score, pieces, cards, tickets, whose turn it is and how long is left.
import { html, useEffect, useState } from "../vendor/preact.js";
import { duration, number } from "../strings/index.js";
import { SeatMark } from "./faces.js";
import { Gift } from "./gift.js";

/** @typedef {import("../screens/table_state.js").Table} Table */

/** The time now, every second. The clock of a test table stands still. @param {string | undefined} still */
function useNow(still) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return still ? Date.parse(still) : now;
}

/** @param {{ table: Table }} props */
export function Seats({ table }) {
  const { game, words } = table;
  const { t } = words;
  const now = useNow(game.now);
  return html`<section class="zone seats" aria-label=${t("table.players")}>
    <h2>${t("table.players")}</h2>
    <ul>
      ${game.seats.map((one) => {
        const seen = game.view?.seats.find(({ seat }) => seat === one.seat);
        const isActing = game.to_act.includes(one.seat);
        return html`<li key=${one.seat} class=${isActing ? "acting" : ""} aria-current=${isActing ? "true" : undefined}>
          <${SeatMark} seat=${one.seat} />
          <span class="sitters"><span class="sitter">${words.seat(one.seat)}</span>
            ${one.seat === game.seat && html`<b>${t("table.you")}</b>`}</span>
          ${seen &&
          html`<span class="seat-score" aria-hidden="true">${number(seen.score)}</span>
            <span class="unseen">${t("table.points", { count: seen.score })}</span>`}
          ${seen && html`<span class="seat-counts">${countsOf(seen, words)}</span>`}
          ${isActing &&
          html`<span class="seat-clock">${clockOf(one, now, t)} <${Gift} table=${table} seat=${one} /></span>`}
          ${(one.stand_in ?? one.cover) &&
          html`<span class="seat-clock">${t("table.stand_in", { bot: one.stand_in ?? one.cover })}</span>`}
          ${one.away_until && Date.parse(one.away_until) > now &&
          html`<span class="seat-clock">${t("table.away")}</span>`}
        </li>`;
      })}
    </ul>
  </section>`;
}

/** That it is the turn of a seat, and how long is left.
 * @param {import("signalbox-client").TableSeat} seat @param {number} now
 * @param {import("../model/words.js").Translate} t */
function clockOf({ deadline }, now, t) {
  const left = deadline ? [duration((Date.parse(deadline) - now) / 1000)] : [];
  return [t("table.to_move"), ...left].join(" · ");
}

/** @param {import("signalbox-client").SeatView} seen @param {import("../model/words.js").Words} words */
function countsOf(seen, words) {
  const { t } = words;
  const cards = Object.values(seen.cards).reduce((sum, count) => sum + count, 0);
  const parts = [t("table.cards", { count: cards }), t("table.ticket_count", { count: seen.tickets_held })];
  const pieces = words.pieces(seen.pieces);
  if (pieces) parts.push(pieces);
  if (seen.goods) parts.push(t("table.goods", { count: seen.goods }));
  return parts.join(" · ");
}
