// The title of the page: the screen's own words, after the number of games that wait for the reader.
import { t } from "./strings/index.js";

// The reader's own move brings no notice: the tab in which it is made tells the others.
const channel = new BroadcastChannel("signalbox-turns");
channel.onmessage = ({ data: { game, isMine } }) => note(game, isMine);

let own = () => "";
/** @type {Set<string>} games that wait for the reader, as the server lists them */
let waiting = new Set();
/** @type {Map<string, boolean>} whether those wait that are shown: a list that was asked for earlier is older */
const shown = new Map();

/** @param {() => string} words of the screen, in the language of the moment */
export function setTitle(words) {
  own = words;
  showTitle();
}

/** @param {Iterable<string>} games that wait for the reader */
export function setTurns(games) {
  waiting = new Set(games);
  showTitle();
}

/** What a table knows before any notice, until it calls what is returned.
 * @param {string} game @param {boolean} isMine @returns {() => void} */
export function setTurn(game, isMine) {
  shown.set(game, isMine);
  note(game, isMine);
  channel.postMessage({ game, isMine });
  return () => void shown.delete(game);
}

/** @param {string} game @param {boolean} isMine */
function note(game, isMine) {
  waiting[isMine ? "add" : "delete"](game);
  showTitle();
}

export function showTitle() {
  const words = own();
  const name = words ? `${words} · Signalbox` : "Signalbox";
  const count = [...new Set([...waiting, ...shown.keys()])].filter((game) => shown.get(game) ?? true).length;
  const title = count ? `(${count}) ${t("common.my_turn")} – ${name}` : name;
  if (document.title !== title) document.title = title; // the browser is not troubled with each event
}
