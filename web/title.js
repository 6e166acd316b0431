// The title of the page: the screen's own words, after a sign that it is the reader's turn somewhere.
import { t } from "./strings/index.js";

let own = "";
let turns = 0;

/** @param {string} words of the screen */
export function setTitle(words) {
  own = words;
  show();
}

/** @param {number} count games that wait for the reader */
export function setTurns(count) {
  turns = count;
  show();
}

function show() {
  const name = own ? `${own} · Signalbox` : "Signalbox";
  document.title = turns ? `(${turns}) ${t("common.my_turn")} – ${name}` : name;
}
