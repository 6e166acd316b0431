// The best players of a game.
import { html, useEffect, useState } from "../vendor/preact.js";
import { Failure, useLoaded, Waiting } from "../parts/load.js";
import { More, usePages } from "../parts/pages.js";
import { Link } from "../router.js";
import { useSession } from "../session.js";
import { number, t, titleOf } from "../strings/index.js";
import { setTitle } from "../title.js";

/** @typedef {import("signalbox-client").RankedPlayer} RankedPlayer */
/** @typedef {"people" | "bots"} Kind */

const KINDS = /** @type {Kind[]} */ (["people", "bots"]);
const ONE_DIGIT = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** @param {{ ruleset?: string }} props */
export default function LeaderboardScreen({ ruleset }) {
  const { client } = useSession();
  const { value, error, again } = useLoaded((signal) => client.leaderboards.list({ signal }), [client]);
  const [kind, setKind] = useState(/** @type {Kind} */ ("people"));
  useEffect(() => setTitle(() => t("leaderboard.title")), []);
  if (error) return html`<${Failure} error=${error} again=${again} />`;
  if (!value) return html`<${Waiting} />`;
  const shown = ruleset?.replace(/@.*/, "") ?? value.items[0]?.ruleset;
  if (!shown) return html`<h1>${t("leaderboard.title")}</h1><p class="soft">${t("leaderboard.empty")}</p>`;
  return html`<div class="leaderboard">
    <h1>${t("leaderboard.title")}</h1>
    <nav class="game-tabs" aria-label=${t("leaderboard.by_game")}>${value.items.map((one) => html`
      <${Link} key=${one.ruleset} to=${`/leaderboard/${one.ruleset}`}
        aria-current=${one.ruleset === shown ? "page" : undefined}>${titleOf(one.ruleset, one.title)}<//>`)}</nav>
    <fieldset class="kinds"><legend class="unseen">${t("leaderboard.who")}</legend>${KINDS.map((one) => html`
      <label>
        <input type="radio" name="kind" checked=${one === kind} onChange=${() => setKind(one)} />${" "}
        ${t(`leaderboard.${one}`)}
      </label>`)}</fieldset>
    <${Ranking} key=${`${shown} ${kind}`} ruleset=${shown} kind=${kind} />
  </div>`;
}

/** @param {{ ruleset: string, kind: Kind }} props */
function Ranking({ ruleset, kind }) {
  const { client, me } = useSession();
  const read = (/** @type {string | undefined} */ cursor, /** @type {AbortSignal} */ signal) =>
    client.leaderboards.get(ruleset, { kind, cursor, limit: 50, signal });
  const pages = usePages(read, [client, ruleset, kind]);
  if (pages.isWhole && !pages.items.length) return html`<p class="soft">${t("leaderboard.empty")}</p>`;
  return html`<div class="wide"><table>
      <thead><tr>
        <th class="number">${t("leaderboard.rank")}</th><th>${t("leaderboard.player")}</th>
        <th class="number">${t("leaderboard.rating")}</th>
        <th class="number">${t("leaderboard.games")}</th><th class="number">${t("leaderboard.wins")}</th></tr></thead>
      <tbody>${pages.items.map((one) => html`<tr key=${one.player ?? one.bot}
          aria-current=${me && one.player === me.name ? "true" : undefined}>
        <td class="number">${number(one.rank)}</td><td>${called(one)}</td>
        <td class="number">
          <strong>${number(one.rating, ONE_DIGIT)}</strong>${" "}
          <small title=${t("leaderboard.deviation")}>± ${number(one.deviation, ONE_DIGIT)}</small>
        </td>
        <td class="number">${number(one.games)}</td><td class="number">${number(one.wins)}</td></tr>`)}</tbody>
    </table></div>
    <${More} pages=${pages} />
    <p class="soft note">${t("leaderboard.means")}</p>`;
}

/** @param {RankedPlayer} one */
function called({ player, bot }) {
  if (player) return html`<${Link} to=${`/players/${encodeURIComponent(player)}`}>${player}<//>`;
  return html`${bot} <span class="tag">${t("leaderboard.built_in")}</span>`;
}
