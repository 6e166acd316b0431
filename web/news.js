// What concerns the reader in all their games, as it happens. One tab listens and tells the others: browsers have few
// connections to one server. The title counts the games that wait; a notice and a sound come if they were asked for.
import { useEffect } from "./vendor/preact.js";
import { announce } from "./parts/announce.js";
import { navigate } from "./router.js";
import { noteEnd, session } from "./session.js";
import { preference } from "./settings.js";
import { setTurns } from "./title.js";
import { t } from "./strings/index.js";

/** @typedef {import("signalbox-client").Notice} Notice */

const NEWS = "signalbox:news";
const AGAIN = 5000; // milliseconds, after a failure that the client could not mend
const TURN = "game.your_turn";
const MEANWHILE = 300; // milliseconds in which another tab says that the reader looks at the game
const channel = new BroadcastChannel("signalbox-news");
/** @type {Set<string>} games that other tabs show just now */
const seen = new Set();

/** Listens as long as somebody is signed in. @param {AbortSignal} signal */
export async function listen(signal) {
  channel.onmessage = ({ data }) => (data.seen ? seen.add(data.seen) : tell(data));
  countTurns();
  if (!session.me) return;
  if (!navigator.locks) return follow(signal);
  const alone = navigator.locks.request("signalbox-news", { signal }, () => follow(signal));
  await alone.catch(() => {}); // signed out meanwhile
}

/** @param {AbortSignal} signal */
async function follow(signal) {
  while (!signal.aborted) {
    try {
      for await (const message of session.client.me.follow({ signal })) {
        if (message.event === "notice") pass(/** @type {Notice} */ (message.data));
      }
    } catch (error) {
      if (signal.aborted) return;
      noteEnd(error);
      await new Promise((wake) => setTimeout(wake, AGAIN));
    }
  }
}

/** @param {Notice} notice */
function pass(notice) {
  seen.clear();
  channel.postMessage(notice);
  tell(notice);
  if (notice.kind === TURN) setTimeout(call, MEANWHILE, /** @type {any} */ (notice).game);
}

/** @param {Notice} notice */
function tell(notice) {
  dispatchEvent(new CustomEvent(NEWS, { detail: notice }));
  countTurns();
  if (notice.kind !== TURN) return;
  announce(t("common.my_turn"));
  const { game } = /** @type {any} */ (notice);
  if (isShown(game)) channel.postMessage({ seen: game });
}

/** How many games wait, in the title. */
async function countTurns() {
  const { client, me } = session;
  if (!me) return setTurns([]);
  const waiting = await client.me.listGames({ turn: "mine", limit: 100 }).catch(() => undefined);
  if (waiting && client === session.client) setTurns(waiting.items.map(({ id }) => id)); // the same reader still
}

/** Whether the reader sees this game in this tab. @param {string} game */
const isShown = (game) => !document.hidden && location.pathname === `/games/${game}`;

/** Calls the reader back to a game that no tab shows, as far as they want that. @param {string} game */
function call(game) {
  if (isShown(game) || seen.has(game)) return;
  if (preference("sound")) ring();
  if (!preference("notify") || globalThis.Notification?.permission !== "granted") return;
  try {
    show(game);
  } catch {
    // Some browsers leave notifications to service workers, which the server's page for them has.
  }
}

/** @param {string} game */
function show(game) {
  const shown = new Notification(t("common.my_turn"), { tag: game, body: "Signalbox" });
  shown.onclick = () => {
    focus();
    navigate(`/games/${game}`);
    shown.close();
  };
}

/** Two soft notes, made on the spot. */
function ring() {
  const audio = new AudioContext();
  [659, 880].forEach((frequency, place) => {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + 0.15 * place;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.08, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.4);
    tone.onended = () => place && audio.close();
  });
}

/** Calls `hear` with every notice. @param {(notice: Notice) => void} hear @param {readonly unknown[]} inputs */
export function useNews(hear, inputs) {
  useEffect(() => {
    const heard = (/** @type {Event} */ event) => hear(/** @type {CustomEvent<Notice>} */ (event).detail);
    addEventListener(NEWS, heard);
    return () => removeEventListener(NEWS, heard);
  }, inputs);
}
