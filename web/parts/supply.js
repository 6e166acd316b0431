// The market and the piles. A card or a pile that can be drawn is a button that draws.
import { html } from "../vendor/preact.js";
import { inOrder } from "../model/words.js";
import { Face } from "./faces.js";

/** @typedef {import("../screens/table_state.js").Table} Table */

const TICKETS = "tickets"; // the pile of tickets, in every game

/** @param {{ table: Table, onPick: (actions: any[], title: string) => void,
 *   onAsk: (actions: any[], title: string) => void }} props */
export function Supply({ table, onPick, onAsk }) {
  const { game, board, words, choices } = table;
  const { t } = words;
  if (!game.view) return null;
  const { market, piles } = game.view;
  return html`<section class="zone supply" aria-label=${t("table.market")}>
    <h2>${t("table.market")}</h2>
    <ul class="faces">
      ${market.map((id, slot) => {
        const actions = id ? choices.market.get(id) : undefined;
        const face = id
          ? html`<${Face} id=${id} board=${board} words=${words} />`
          : html`<span class="face empty">${t("table.empty")}</span>`;
        return html`<li key=${slot}>
          <button type="button" class="bare" disabled=${!actions || table.isBusy}
            onClick=${() => actions && onPick(actions, words.card(id ?? ""))}
            aria-label=${id ? t("table.take", { card: words.card(id) }) : t("table.empty")}>${face}</button>
        </li>`;
      })}
    </ul>
    <h2 class="unseen">${t("table.piles")}</h2>
    <ul class="faces piles">
      ${inOrder(piles, board.ruleset.piles).map(([id, count]) => {
        const tickets = choices.others.filter(({ type }) => type === "draw_tickets");
        const actions = choices.piles.get(id) ?? (id === TICKETS ? tickets : []);
        const press = () => (id === TICKETS ? onAsk : onPick)(actions, words.pile(id));
        return html`<li key=${id}>
          <button type="button" class="bare" disabled=${!actions.length || table.isBusy} onClick=${press}
            aria-label=${t("table.draw_from", { pile: words.pile(id), left: count })}>
            <span class="face back" data-pile=${id}>
              <span class="face-count">${count}</span><span class="face-name">${words.pile(id)}</span>
            </span>
          </button>
        </li>`;
      })}
    </ul>
  </section>`;
}
