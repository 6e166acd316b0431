// All seats at a moment of a replay: points, counts, and after the end what they held.
import { html } from "../vendor/preact.js";
import { counted } from "../model/game.js";
import { standing } from "../model/tickets.js";
import { number, t } from "../strings/index.js";
import { SeatMark } from "./faces.js";

/** @typedef {import("signalbox-client").SeatView} SeatView */
/** @typedef {import("signalbox-client").View} View */
/** @typedef {import("../model/board.js").Board} Board */
/** @typedef {import("../model/words.js").Words} Words */

/** @param {{ view: View, board: Board, words: Words, shown: (seat: number) => boolean }} props */
export function Standings({ view, board, words, shown }) {
  return html`<ul class="standings">${view.seats.map((one) => html`
    <li key=${one.seat} class=${one.seat === view.turn ? "on-turn" : ""}>
      <p class="standing"><${SeatMark} seat=${one.seat} /><strong>${words.seat(one.seat)}</strong>
        ${view.winners.includes(one.seat) && html`<span class="won">${t("replay.won")}</span>`}
        <span class="points">${t("replay.points", { count: one.score })}</span></p>
      <p class="counts">${counts(one, words)}</p>
      ${shown(one.seat) && html`<${Held} seat=${one} view=${view} board=${board} words=${words} />`}
    </li>`)}</ul>`;
}

/** @param {SeatView} seat @param {Words} words */
function counts({ cards, tickets_held: tickets, pieces }, words) {
  const held = Object.values(cards).reduce((sum, count) => sum + count, 0);
  const parts = [t("replay.cards", { count: held }), t("replay.tickets", { count: tickets }), words.pieces(pieces)];
  return parts.filter(Boolean).join(" · ");
}

/** @param {{ seat: SeatView, view: View, board: Board, words: Words }} props */
function Held({ seat, view, board, words }) {
  const cards = [...counted(seat.hand ?? [])];
  const tickets = seat.tickets ?? [];
  return html`<div class="held">
    ${cards.length > 0 &&
    html`<ul class="held-cards" aria-label=${t("replay.hand")}>${cards.map(([card, count]) => html`
      <li key=${card} data-color=${board.cards.get(card)?.color ?? "wild"}>
        <b>${number(count)}</b> ${words.card(card)}
      </li>`)}</ul>`}
    ${tickets.length > 0 && html`<ul aria-label=${t("replay.tickets_held")}>${tickets.map((id) => html`
      <li key=${id}>${words.ticket(id)} <b>${number(board.tickets.get(id)?.points ?? 0)}</b>
        ${isDone(id, seat, view, board) &&
        html`${" "}<span class="done">✓<span class="unseen"> ${t("table.done")}</span></span>`}
      </li>`)}</ul>`}
  </div>`;
}

/** @param {string} id @param {SeatView} seat @param {View} view @param {Board} board */
function isDone(id, { seat }, { claims }, board) {
  const ticket = board.tickets.get(id);
  return ticket && standing(ticket, { board, claims, closed: new Set(), seat }).done;
}
