// The end of a game: who has won, and every line of every score with its rule.
import { html } from "../vendor/preact.js";
import { Link, navigate } from "../router.js";
import { session } from "../session.js";
import { Deed } from "./deed.js";
import { SeatMark } from "./faces.js";

/** @typedef {import("../screens/table_state.js").Table} Table */

/** @param {{ table: Table }} props */
export function Result({ table }) {
  const { game, board, words } = table;
  const { t } = words;
  const { seats = [], winners = [] } = game.view ?? {};
  const again = async () => navigate(`/games/${(await session.client.games.rematch(game.id)).id}`);
  const called = (/** @type {string} */ what) => scored(what, table);
  const ranked = [...seats].sort((a, b) => b.score - a.score);
  const names = winners.map(words.seat).join(", ");
  return html`<section class="zone result" aria-label=${t("table.result")}>
    <h2>${winners.length ? t("table.won", { winners: names, count: winners.length }) : t("table.closed")}</h2>
    ${ranked.map((one) => html`<details key=${one.seat} open=${one.seat === game.seat || winners.includes(one.seat)}>
      <summary>
        <${SeatMark} seat=${one.seat} /> <span class="sitter">${words.seat(one.seat)}</span>${" "}
        <strong>${t("table.points", { count: one.score })}</strong>
      </summary>
      <table><tbody>
        ${(one.sheet ?? []).map((line, nth) => html`<tr key=${nth}>
          <th scope="row">${called(line.what)}</th><td>${line.points}</td>
          <td><a href=${`${session.origin}/docs/rules/${board.ruleset.game}#${line.rule}`}>${line.rule}</a></td></tr>`)}
      </tbody></table>
    </details>`)}
    <p class="result-links">
      <${Link} class="button" to=${`/games/${game.id}/replay`}>${t("table.replay")}<//>
      <${Link} class="button" to=${`/games/${game.id}/proof`}>${t("table.proof")}<//>
      ${game.rematch
        ? html`<${Link} class="button main" to=${`/games/${game.rematch}`}>${t("table.to_rematch")}<//>`
        : game.seat !== undefined && !game.test &&
          html`<${Deed} class="main" send=${again}>${t("table.rematch")}<//>`}
    </p>
  </section>`;
}

/** What a line counts: a ticket, a place with its noun, or a noun alone. @param {string} what @param {Table} table */
function scored(what, { board, words }) {
  if (board.tickets.has(what)) return words.ticket(what);
  const [noun = "", place = ""] = what.split(" ", 2);
  const key = `table.score_${noun.replaceAll("-", "_")}`;
  const named = words.t(key) === key ? noun : words.t(key);
  return [named, board.places.has(place) ? words.place(place) : place].filter(Boolean).join(" ");
}
