// A game as a story: a sentence for each event, where turns begin, and when the board looks different.
import { detail, sentence } from "./sentences.js";

/** @typedef {import("signalbox-client").Diff} Diff */

/**
 * @typedef {object} Story
 * @property {number} last the last event
 * @property {Map<number, any>} events by seq
 * @property {Map<number, string>} sentences the server's, by seq
 * @property {number[]} turns the event with which each turn began
 * @property {number[]} columns the same, and the event with which the points were counted
 * @property {number[]} pictures the events after which the board looks different
 */

const ON_THE_BOARD = ["game_started", "route_claimed", "harbour_built", "game_ended"];

/** @param {Diff} diff of all events @returns {Story} */
export function storyOf({ to, sentences, events }) {
  const seqs = (/** @type {string[]} */ types) =>
    events.filter(({ type }) => types.includes(type)).map(({ seq }) => seq);
  return {
    last: to,
    events: new Map(events.map((event) => [event.seq, event])),
    sentences: new Map(sentences.map(({ seq, text }) => [seq, text])),
    turns: seqs(["turn_began"]),
    columns: seqs(["turn_began", "scoring_began"]),
    pictures: seqs(ON_THE_BOARD),
  };
}

/** What happened, as those who see these hands could tell. In English, as the server says it, where the page has no
 * words of its own. @returns {import("../parts/announce.js").Words}
 * @param {Story} story @param {number} at @param {import("./words.js").Words} words
 * @param {(seat: number) => boolean} shown */
export function caption({ events, sentences }, at, words, shown) {
  const event = events.get(at);
  if (!event) return { text: "" };
  const { private: hidden, ...seen } = event;
  const told = hidden && shown(event.public.seat) ? event : seen;
  const text = sentence(told, words) || detail(told, words);
  return text ? { text } : { text: sentences.get(at) ?? "", lang: "en" };
}

/** How many of these events have happened. @param {number[]} seqs in order @param {number} at */
export const happened = (seqs, at) => seqs.filter((seq) => seq <= at).length;

/** The number of the turn; 0 is the set-up. @param {Story} story @param {number} at */
export const turnAt = ({ turns }, at) => happened(turns, at);

/** The event that the picture of a moment shows. @param {Story} story @param {number} at */
export const pictureAt = ({ pictures }, at) => pictures[happened(pictures, at) - 1] ?? 1;

/** @param {Story} story @param {number} at @returns {number} an event that there is */
export const within = ({ last }, at) => Math.min(Math.max(Math.trunc(at) || 1, 1), last);

/** The event that a key leads to; undefined for keys that mean nothing here.
 * @param {Story} story @param {number} at @param {string} key @returns {number | undefined} */
export function moved(story, at, key) {
  const turn = turnAt(story, at);
  const began = story.turns[turn - 1] ?? 1;
  /** @type {Record<string, number>} */
  const ways = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageUp: began < at ? began : story.turns[turn - 2] ?? 1,
    PageDown: story.turns[turn] ?? story.last,
    Home: 1,
    End: story.last,
  };
  const to = ways[key];
  return to === undefined ? undefined : within(story, to);
}
