// Cards and the signs of seats. Colours always come with a word or a shape.
import { html } from "../vendor/preact.js";

/** @typedef {import("../model/board.js").Board} Board */
/** @typedef {import("../model/words.js").Words} Words */

/** The same shapes as in the server's pictures. */
const SHAPES = [
  "M12 3a9 9 0 1 0 .01 0Z",
  "M4 4h16v16H4Z",
  "M12 3l10 17H2Z",
  "M12 2l9 10-9 10L3 12Z",
  "M12 2l2.9 6.6 7.1.6-5.4 4.7 1.7 7L12 17.2 5.7 20.900l1.700-7L2 9.200l7.100-.6Z",
  "M9 2h6v7h7v6h-7v7H9v-7H2V9h7Z",
  "M7 3h10l5 9-5 9H7l-5-9Z",
];

/** @param {{ seat: number }} props */
export const SeatMark = ({ seat }) =>
  html`<svg class="seat-mark" data-owner=${seat % 6} viewBox="0 0 24 24" aria-hidden="true">
    <path d=${SHAPES[seat % SHAPES.length]} />
  </svg>`;

/** A card, face up. @param {{ id: string, board: Board, words: Words, count?: number }} props */
export function Face({ id, board, words, count }) {
  const card = board.cards.get(id);
  const several = board.ruleset.piles.length > 1;
  const color = card?.is_wild ? "wild" : card?.color;
  return html`<span class="face" data-color=${color} data-pile=${several ? card?.pile : undefined}>
    <span class="face-sign" aria-hidden="true">${signOf(card)}</span>
    <span class="face-name" aria-hidden="true">${words.short(id)}</span><span class="unseen">${words.card(id)}</span>
    ${count && count > 1 && html`<span class="face-count">×${count}</span>`}
  </span>`;
}

/** @param {import("../model/board.js").Card | undefined} card */
function signOf(card) {
  if (!card || card.is_wild) return "★";
  return `${card.spaces > 1 ? "●●" : "●"}${card.harbour ? " ⚓" : ""}`;
}

/** The cards of a payment in one row. @param {{ cards: string[], board: Board, words: Words }} props */
export const Cards = ({ cards, board, words }) =>
  html`<span class="faces small" role="img" aria-label=${words.cards(cards)}>
    ${cards.map((id, nth) => html`<${Face} id=${id} board=${board} words=${words} key=${nth} />`)}
  </span>`;
