// Tables in a list: who sits there, whose turn it is, how much time is left.
import { html, useEffect, useState } from "../vendor/preact.js";
import { Link } from "../router.js";
import { ago, duration, number, t, titleOf } from "../strings/index.js";

/** @typedef {import("signalbox-client").GameSummary} Summary */
/** @typedef {import("signalbox-client").TableSeat} Seat */

const SECOND = 1000;
const DAY = 86400;

/** The name of whoever sits there. @param {Seat} seat */
export function nameOf({ player, bot, taken, is_bot, held }) {
  if (bot) return t("lobby.bot", { name: bot });
  if (player) return is_bot ? t("lobby.bot", { name: player }) : player;
  if (taken) return t("lobby.deleted");
  return held ? t("lobby.held") : t("lobby.free");
}

/** The current time in milliseconds, once a second. */
export function useNow() {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** @param {{ deadline: string }} props */
export function TimeLeft({ deadline }) {
  const seconds = (new Date(deadline).getTime() - useNow()) / SECOND;
  if (seconds <= 0) return html`<span class="late">${t("lobby.time_up")}</span>`;
  return html`<span class=${seconds < 60 ? "late" : ""}>${t("lobby.time_left", { time: duration(seconds) })}</span>`;
}

/** A clock in words. @param {import("signalbox-client").Clock} clock */
export function clockText({ per_action, bank, increment }) {
  if (per_action) return t("lobby.clock_action", { time: duration(per_action) });
  if (bank) return t("lobby.clock_bank", { time: duration(bank), more: duration(increment ?? 0) });
  return t("lobby.clock_none");
}

/** @param {{ game: Summary, children?: any }} props */
export function GameCard({ game, children }) {
  const { id, name, ruleset, seats, my_turn } = game;
  const title = titleOf(ruleset, game.ruleset_title);
  return html`<li class=${`card ${my_turn ? "mine" : ""}`} data-game=${id}>
    <div class=${`stripe ${ruleset.split("@")[0]}`} aria-hidden="true"></div>
    <div class="about">
      <h3><${Link} to=${`/games/${id}`}>${name || title}<//></h3>
      <p class="seated">
        ${name && html`<span class="chair soft">${title}</span>`}${seats.map((seat) => Chair(game, seat))}
      </p>
      <p class="soft state">${stateText(game)}</p>
    </div>
    ${children && html`<div class="deeds">${children}</div>`}
  </li>`;
}

/** @param {Summary} game @param {Seat} seat */
function Chair({ to_act, scores, winners, status }, seat) {
  const [acts, won] = [status === "playing" && to_act.includes(seat.seat), winners?.includes(seat.seat)];
  const kind = [seat.taken ? "" : "free", acts ? "acts" : "", won ? "won" : ""].join(" ");
  const score = scores ? `: ${number(scores[seat.seat] ?? 0)}` : "";
  return html`<span class=${`chair ${kind}`}>${won ? "★ " : ""}${nameOf(seat)}${score}</span>`;
}

/** @param {Summary} game */
function stateText({ status, to_act, seats, deadline, my_turn, clock, finished_at, moved_at }) {
  if (status === "open") return clockText(clock);
  if (status === "finished") return t("lobby.finished", { time: ago(finished_at ?? moved_at) });
  if (status === "scoring") return t("lobby.counting");
  const waits = seats.filter(({ seat }) => to_act.includes(seat)).map(nameOf);
  const others = waits.length ? t("lobby.waits_for", { names: waits.join(", ") }) : "";
  const turn = my_turn ? html`<strong>${t("common.my_turn")}</strong>` : others;
  return html`${turn}${turn && deadline ? " · " : ""}${deadline && html`<${TimeLeft} deadline=${deadline} />`}`;
}

/** Games that wait for the reader first, those with little time before others. @param {Summary[]} games */
export function inOrder(games) {
  const late = Date.now() + 365 * DAY * SECOND;
  const time = (/** @type {Summary} */ { deadline }) => (deadline ? new Date(deadline).getTime() : late);
  const rank = (/** @type {Summary} */ { my_turn, status }) => (my_turn ? 0 : status === "open" ? 2 : 1);
  const newer = (/** @type {Summary} */ one, /** @type {Summary} */ other) => (one.moved_at < other.moved_at ? 1 : -1);
  return [...games].sort((a, b) => rank(a) - rank(b) || time(a) - time(b) || newer(a, b));
}
