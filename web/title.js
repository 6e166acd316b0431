// The title of the page: the screen's own words, after the number of games that wait for the reader.
import { t } from "./strings/index.js";

let own = () => "";
/** @type {Set<string>} */
let waiting = new Set();

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

/** What a table knows before any notice. @param {string} game @param {boolean} isMine */
export function setTurn(game, isMine) {
  waiting[isMine ? "add" : "delete"](game);
  showTitle();
}

export function showTitle() {
  const words = own();
  const name = words ? `${words} · Signalbox` : "Signalbox";
  document.title = waiting.size ? `(${waiting.size}) ${t("common.my_turn")} – ${name}` : name;
}
