// A player: ratings, results, how the reader has done against them, and all their games.
import { html, useEffect } from "../vendor/preact.js";
import { playersOf } from "../model/people.js";
import { Failure, useLoaded, Waiting } from "../parts/load.js";
import { More, usePages } from "../parts/pages.js";
import { Link } from "../router.js";
import { useSession } from "../session.js";
import { moment, number, t, titleOf } from "../strings/index.js";
import { setTitle } from "../title.js";

/** @typedef {import("signalbox-client").GameSummary} GameSummary */
/** @typedef {import("signalbox-client").Profile} Profile */
/** @typedef {import("signalbox-client").Result} Result */

const DAY = /** @type {const} */ ({ dateStyle: "medium" });

/** @param {{ player: string }} props */
export default function ProfileScreen({ player }) {
  const { client, me } = useSession();
  const read = (/** @type {AbortSignal} */ signal) => client.players.get(player, { signal });
  const { value: profile, error, again } = useLoaded(read, [client, player]);
  useEffect(() => setTitle(() => player), [player]);
  if (error) return html`<${Failure} error=${error} again=${again} />`;
  if (!profile) return html`<${Waiting} />`;
  return html`<div class="profile">
    <h1>${profile.name}${profile.is_bot && html` <span class="tag">${t("profile.program")}</span>`}</h1>
    <p class="soft">${t("profile.since", { day: moment(profile.created_at, DAY) })}</p>
    <${Ratings} profile=${profile} />
    ${me && me.name !== profile.name && html`<${Between} opponent=${profile.name} />`}
    <${Results} results=${profile.results} />
    <${History} player=${profile.name} />
  </div>`;
}

/** @param {{ profile: Profile }} props */
function Ratings({ profile: { ratings } }) {
  if (!ratings.length) return html`<h2>${t("profile.ratings")}</h2><p class="soft">${t("profile.unrated")}</p>`;
  return html`<h2>${t("profile.ratings")}</h2>
    <ul class="ratings">${ratings.map((one) => html`<li key=${one.ruleset}>
      <${Link} to=${`/leaderboard/${one.ruleset}`} class="game">${titleOf(one.ruleset)}<//>
      <strong class="rating">${number(one.rating, { maximumFractionDigits: 1 })}</strong>
      <span class="soft">${t("profile.won_of", { wins: one.wins, count: one.games })}</span>
      ${one.left > 0 && html`<span class="soft">${t("profile.left", { count: one.left })}</span>`}
    </li>`)}</ul>`;
}

/** @param {{ opponent: string }} props */
function Between({ opponent }) {
  const { client } = useSession();
  const { value } = useLoaded((signal) => client.me.getStatistics({ opponent, signal }), [client, opponent]);
  if (!value) return null;
  if (!value.items.length) return html`<h2>${t("profile.between")}</h2><p class="soft">${t("profile.never_met")}</p>`;
  return html`<h2>${t("profile.between")}</h2>
    <div class="wide"><table>
      <thead><tr>
        <th>${t("profile.game")}</th><th class="number">${t("profile.games")}</th>
        <th class="number">${t("profile.ahead")}</th>
        <th class="number">${t("profile.even")}</th><th class="number">${t("profile.behind")}</th></tr></thead>
      <tbody>${value.items.map(({ ruleset, title, games, head_to_head: score }) => html`<tr key=${ruleset}>
        <th scope="row">${titleOf(ruleset, title)}</th><td class="number">${number(games)}</td>
        <td class="number">${number(score?.ahead ?? 0)}</td>
        <td class="number">${number(score?.even ?? 0)}</td>
        <td class="number">${number(score?.behind ?? 0)}</td></tr>`)}</tbody>
    </table></div>`;
}

/** @param {{ results: Result[] }} props */
function Results({ results }) {
  if (!results.length) return null;
  return html`<h2>${t("profile.results")}</h2>
    <div class="wide"><table>
      <thead><tr><th>${t("profile.day")}</th><th>${t("profile.game")}</th><th class="number">${t("profile.place")}</th>
        <th class="number">${t("profile.points")}</th><th class="number">${t("profile.rating")}</th>
        <th><span class="unseen">${t("profile.replay")}</span></th></tr></thead>
      <tbody>${results.map((one) => html`<tr key=${one.game}>
        <td>${moment(one.finished_at, DAY)}</td><td class="game">${titleOf(one.ruleset)}</td>
        <td class="number">${one.won ? html`<strong>${t("profile.won")}</strong>` : number(one.rank)}</td>
        <td class="number">${number(one.score)}</td><td class="number">${change(one)}</td>
        <td><${Link} to=${`/games/${one.game}/replay`}>${t("profile.replay")}<//></td></tr>`)}</tbody>
    </table></div>`;
}

/** How the rating changed. @param {Result} result */
function change({ rating_before: before, rating_after: after }) {
  if (before === undefined || after === undefined) return "–";
  return number(after - before, { maximumFractionDigits: 1, signDisplay: "always" });
}

/** All public games of a player, page by page. @param {{ player: string }} props */
function History({ player }) {
  const { client } = useSession();
  const read = (/** @type {string | undefined} */ cursor, /** @type {AbortSignal} */ signal) =>
    client.games.list({ player, cursor, limit: 20, signal });
  const pages = usePages(read, [client, player]);
  if (!pages.items.length && pages.isWhole) return null;
  return html`<h2>${t("profile.history")}</h2>
    <ul class="history">${pages.items.map((game) => html`<li key=${game.id}>
      <span class="soft">${moment(game.created_at, DAY)}</span>
      <${Link} to=${`/games/${game.id}${game.scores ? "/replay" : ""}`}>
        ${game.name ?? titleOf(game.ruleset, game.ruleset_title)}
      <//>
      <span>${told(game)}</span>
    </li>`)}</ul>
    <${More} pages=${pages} />`;
}

/** Who played, and with what result. @param {GameSummary} game */
function told(game) {
  const names = playersOf(game);
  if (!game.scores) return `${names.join(", ")} · ${t(`profile.${game.status}`)}`;
  return names.map((name, seat) => `${name} ${number(game.scores?.[seat] ?? 0)}`).join(", ");
}
