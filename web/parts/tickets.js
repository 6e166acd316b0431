// My tickets: what they ask, and how far they are. The one that is pointed at shows its missing stretch on the map.
import { html } from "../vendor/preact.js";
import { mine } from "../model/game.js";
import { isRun, standing } from "../model/tickets.js";

/** @typedef {import("../screens/table_state.js").Table} Table */

/** The map as the reader has it. @param {Table} table @param {Set<string>} closed */
const groundOf = ({ game, board }, closed) =>
  ({ board, claims: game.view?.claims ?? {}, closed, seat: game.seat ?? -1 });

/** How a ticket stands for the reader. @param {Table} table @param {string} id @param {Set<string>} closed */
export function standingOf(table, id, closed) {
  const ticket = table.board.tickets.get(id);
  return ticket && standing(ticket, groundOf(table, closed));
}

/** How far it is, in words. @param {Table} table @param {string} id @param {Set<string>} closed */
export function stateOf(table, id, closed) {
  const { t } = table.words;
  const [ticket, ground] = [table.board.tickets.get(id), groundOf(table, closed)];
  if (!ticket) return "";
  const { done, possible, spaces } = standing(ticket, ground);
  if (!done) return possible ? t("table.missing", { count: spaces }) : t("table.impossible");
  return t(ticket.is_tour && !isRun(ticket.places, ground) ? "table.done_any_order" : "table.done");
}

/** What is worth how much, and what is missing. @param {{ table: Table, id: string, closed: Set<string> }} props */
export function TicketWords({ table, id, closed }) {
  const { board, words } = table;
  const { t } = words;
  const [ticket, state] = [board.tickets.get(id), standingOf(table, id, closed)];
  if (!ticket || !state) return null;
  const points = ticket.points_any_order === undefined ? ticket.points : `${ticket.points}/${ticket.points_any_order}`;
  const worth = t("table.points_and_penalty", { points, penalty: ticket.penalty });
  return html`<span class="ticket-points" title=${worth} aria-hidden="true">${points}</span>
    <span class="unseen">${worth}</span>
    <span class="ticket-places">${words.ticket(id)}</span>
    <span class=${`ticket-state ${state.done ? "done" : ""}`}>
      ${state.done ? "✓ " : ""}${stateOf(table, id, closed)}
    </span>`;
}

/** @param {{ table: Table, closed: Set<string>, onShow: (id: string | undefined) => void }} props */
export function Tickets({ table, closed, onShow }) {
  const { game, words } = table;
  const { t } = words;
  const held = mine(game)?.tickets;
  if (!held) return null;
  return html`<section class="zone tickets" aria-label=${t("table.tickets")}>
    <h2>${t("table.tickets")}</h2>
    ${!held.length && html`<p class="soft">${t("table.no_tickets")}</p>`}
    <ul>
      ${held.map((id) => html`<li key=${id}>
        <button type="button" class="bare ticket"
          onMouseEnter=${() => onShow(id)} onMouseLeave=${() => onShow(undefined)}
          onFocus=${() => onShow(id)} onBlur=${() => onShow(undefined)} onClick=${() => onShow(id)}>
          <${TicketWords} table=${table} id=${id} closed=${closed} />
        </button>
      </li>`)}
    </ul>
  </section>`;
}
