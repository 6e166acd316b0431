// My cards, those of which I have most first.
import { html } from "../vendor/preact.js";
import { counted, mine } from "../model/game.js";
import { Face } from "./faces.js";

/** @param {{ table: import("../screens/table_state.js").Table }} props */
export function Hand({ table }) {
  const { game, board, words } = table;
  const { t } = words;
  const hand = mine(game)?.hand;
  if (!hand) return null;
  return html`<section class="zone hand" aria-label=${t("table.hand")}>
    <h2>${t("table.hand")} <small>${t("table.cards", { count: hand.length })}</small></h2>
    ${!hand.length && html`<p class="soft">${t("table.no_cards")}</p>`}
    <ul class="faces">
      ${[...counted(hand)].map(([id, count]) => html`<li key=${id}>
        <${Face} id=${id} board=${board} words=${words} count=${count} />
      </li>`)}
    </ul>
  </section>`;
}
