// A game looked at again, event by event. After the end every hand is open; before it, only what the reader may see.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { Board } from "../board/map.js";
import { useFrame } from "../frame.js";
import { boardOf, weightOf } from "../model/board.js";
import { pointsOf } from "../model/scores.js";
import { caption, pictureAt, storyOf, turnAt, within } from "../model/story.js";
import { wordsOf } from "../model/words.js";
import { Chart } from "../parts/chart.js";
import { Failure, useLoaded, Waiting } from "../parts/load.js";
import { Slider } from "../parts/slider.js";
import { Standings } from "../parts/standings.js";
import { useReceipts } from "../receipts.js";
import { Link, navigate } from "../router.js";
import { useSession } from "../session.js";
import { t } from "../strings/index.js";
import { setTitle } from "../title.js";

/** @typedef {import("signalbox-client").Client} Client */
/** @typedef {import("signalbox-client").Game} Game */

const REST = 120; // milliseconds without a move before a moment is asked for
const AHEAD = [1, -1, 2]; // neighbours that are asked for beforehand
const ALL = "all";

/** @param {{ id: string, query: URLSearchParams }} props */
export default function Replay({ id, query }) {
  const { client } = useSession();
  const { value, error, again } = useLoaded((signal) => read(client, id, signal), [client, id]);
  useReceipts(client, value?.game);
  useEffect(() => setTitle(() => t("replay.title")), []);
  if (error) return html`<${Failure} error=${error} again=${again} />`;
  if (!value) return html`<${Waiting} />`;
  if (!value.story.turns.length) return html`<${TooEarly} id=${id} />`;
  return html`<${Player} ...${value} query=${query} client=${client} />`;
}

/** What stays the same however the reader moves.
 * @param {Client} client @param {string} id @param {AbortSignal} signal */
async function read(client, id, signal) {
  const game = await client.games.get(id, { signal });
  const open = isOpen(game);
  const [diff, ruleset] = await Promise.all([
    client.games.diff(id, { to: String(game.version), open, signal }),
    client.rulesets.get(game.ruleset, { signal }),
  ]);
  return { game, story: storyOf(diff), points: pointsOf(diff.events, game.seats.length), board: boardOf(ruleset) };
}

/** Whether nothing is hidden any more. @param {Game} game */
const isOpen = ({ status }) => status === "finished" || status === "archived";

/** @param {{ id: string }} props */
const TooEarly = ({ id }) => html`<h1>${t("replay.title")}</h1>
  <p>${t("replay.too_early")}</p><p><${Link} to=${`/games/${id}`}>${t("replay.to_table")}<//></p>`;

/** @param {Awaited<ReturnType<typeof read>> & { query: URLSearchParams, client: Client }} props */
function Player({ game, story, points, board, query, client }) {
  const [at, setAt] = useAddress(game, story, query);
  useFrame("replay");
  const words = useMemo(() => wordsOf(board, game, t), [board, game]);
  const names = game.seats.map((one) => words.seat(one.seat));
  const seat = query.get("seat") ?? ALL;
  const { view, drawn, error, again } = useMoment(client, game, story, at);
  const look = (/** @type {string} */ wish) => navigate(address(game.id, at, wish), { replace: true });
  const shown = (/** @type {number} */ one) => isOpen(game) ? seat === ALL || seat === String(one) : one === game.seat;
  const weight = useWeight(board, view?.seats.filter((one) => shown(one.seat)) ?? []);
  const told = caption(story, at, words, shown);
  return html`<div class="replay">
    <header><h1>${t("replay.of", { ruleset: words.title })}</h1>
      <p class="paths">
        <${Link} to=${`/games/${game.id}`}>${t("replay.to_table")}<//>
        <${Link} to=${`/games/${game.id}/proof`}>${t("replay.to_proof")}<//>
      </p></header>
    <div class="replay-stage">
      <${Board} game=${game} at=${drawn} view=${view ?? null} wraps=${board.wraps} whole weight=${weight}
        label=${t("map.board_of", { title: words.title })} />
    </div>
    <div class="controls">
      <p class="caption">
        <span class="place">${t("replay.place", { at, last: story.last, turn: turnAt(story, at) })}</span>
        <span class="sentence" lang=${told.lang}>${told.text}</span></p>
      ${error && html`<${Failure} error=${error} again=${again} />`}
      <${Slider} story=${story} at=${at} told=${told.text} onMove=${setAt} />
    </div>
    <aside aria-label=${t("replay.seats")}>
      ${isOpen(game) && html`<${Eyes} names=${names} seat=${seat} onChoose=${look} />`}
      <${Chart} points=${points} names=${names} columns=${story.columns} last=${story.last} at=${at} onMove=${setAt} />
      ${view && html`<${Standings} view=${view} board=${board} words=${words} shown=${shown} />`}
    </aside>
  </div>`;
}

/** Names of places on the tickets that are seen stay longest.
 * @param {import("../model/board.js").Board} board @param {import("signalbox-client").SeatView[]} seats */
function useWeight(board, seats) {
  const tickets = seats.flatMap((one) => one.tickets ?? []);
  return useMemo(() => weightOf(board, tickets), [board, tickets.join(" ")]);
}

/** With whose eyes the game is seen.
 * @param {{ names: string[], seat: string, onChoose: (seat: string) => void }} props */
function Eyes({ names, seat, onChoose }) {
  const options = [
    [ALL, t("replay.all_hands")],
    ...names.map((name, at) => [String(at), t("replay.hand_of", { name })]),
    ["none", t("replay.no_hands")],
  ];
  return html`<label class="eyes"><span>${t("replay.show")}</span>
    <select value=${seat} onChange=${(/** @type {any} */ { currentTarget }) => onChoose(currentTarget.value)}>
      ${options.map(([value, words]) => html`<option value=${value}>${words}</option>`)}
    </select></label>`;
}

/** @param {string} id @param {number} at @param {string} seat */
const address = (id, at, seat) => `/games/${id}/replay?at=${at}${seat === ALL ? "" : `&seat=${seat}`}`;

/** The moment, which the address carries. It follows when the reader rests.
 * @param {Game} game @param {import("../model/story.js").Story} story
 * @param {URLSearchParams} query @returns {[number, import("../parts/slider.js").Move]} */
function useAddress(game, story, query) {
  const given = query.get("at");
  const [at, setAt] = useState(() => within(story, given ? Number(given) : isOpen(game) ? 1 : story.last));
  const written = useRef(given); // what comes back from there is old: the reader may have moved on
  useEffect(() => {
    if (given && given !== written.current) setAt(within(story, Number(given)));
  }, [given]);
  useEffect(() => {
    if (String(at) === given) return undefined;
    const resting = setTimeout(() => {
      written.current = String(at);
      navigate(address(game.id, at, query.get("seat") ?? ALL), { replace: true });
    }, REST * 2);
    return () => clearTimeout(resting);
  }, [at]);
  return [at, setAt];
}

/** The table at a moment, and the event of its picture; the last ones known while the reader is on the way.
 * @param {Client} client @param {Game} game @param {import("../model/story.js").Story} story @param {number} at */
function useMoment(client, game, story, at) {
  const known = useRef(/** @type {Map<number, Promise<Game>>} */ (new Map()));
  const drawn = pictureAt(story, at);
  const first = /** @type {{ view?: Game["view"], drawn: number, error?: unknown }} */ ({ drawn });
  const [shown, setShown] = useState(first);
  const [count, setCount] = useState(0);
  const ask = (/** @type {number} */ seq) => {
    const found = known.current.get(seq) ?? client.games.get(game.id, { at: String(seq), open: isOpen(game) });
    known.current.set(seq, found);
    found.catch(() => known.current.delete(seq)); // to be asked again
    return found;
  };
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const show = (/** @type {Game} */ { view }) => {
      if (signal.aborted) return;
      setShown({ view, drawn: pictureAt(story, at) });
      for (const step of AHEAD) ask(within(story, at + step));
    };
    const fail = (/** @type {unknown} */ error) => signal.aborted || setShown((before) => ({ ...before, error }));
    const pause = known.current.has(at) ? 0 : REST;
    const resting = setTimeout(() => ask(at).then(show, fail), pause);
    return () => {
      control.abort();
      clearTimeout(resting);
    };
  }, [client, game, at, count]);
  return { ...shown, again: () => setCount(count + 1) };
}
