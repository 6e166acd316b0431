// A game looked at again: its moments, its captions, its scores; and addresses and titles.
import { document } from "./page.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { boardOf } from "../../../web/model/board.js";
import { playersOf } from "../../../web/model/people.js";
import { extent, pointsOf, scoreAt, ticks } from "../../../web/model/scores.js";
import { caption, moved, pictureAt, storyOf, turnAt, within } from "../../../web/model/story.js";
import { wordsOf } from "../../../web/model/words.js";

const { route } = await import("../../../web/router.js");
const { setTitle, setTurn, setTurns } = await import("../../../web/title.js");

const types = ["game_created", "game_started", "turn_began", "card_drawn", "turn_began", "route_claimed", "turn_began", "card_drawn", "scoring_began", "game_ended"];
const events = types.map((type, at) => ({ seq: at + 1, type, public: { seat: 0, pile: "transport" } }));
const story = storyOf({ to: 10, events, sentences: events.map(({ seq }) => ({ seq, text: `No. ${seq}.` })) });

test("keys lead from event to event and from turn to turn, and never out of the game", () => {
  const led = (at, ...keys) => keys.reduce((seq, key) => moved(story, seq, key), at);
  assert.deepEqual([led(4, "ArrowRight"), led(4, "ArrowLeft"), led(4, "Home"), led(4, "End")], [5, 3, 1, 10]);
  assert.deepEqual([led(1, "ArrowLeft"), led(10, "ArrowRight")], [1, 10]);
  assert.deepEqual([led(1, "PageDown"), led(3, "PageDown"), led(4, "PageDown"), led(8, "PageDown")], [3, 5, 5, 10]);
  assert.deepEqual([led(6, "PageUp"), led(5, "PageUp"), led(3, "PageUp")], [5, 3, 1]);
  assert.equal(moved(story, 4, "x"), undefined);
  assert.deepEqual([within(story, 99999), within(story, -3), within(story, NaN), within(story, 4.7)], [10, 1, 1, 4]);
});

test("a moment has its turn, and the last picture that looks different", () => {
  assert.deepEqual([1, 2, 3, 5, 10].map((at) => turnAt(story, at)), [0, 0, 1, 2, 3]);
  assert.deepEqual([1, 2, 5, 6, 9, 10].map((at) => pictureAt(story, at)), [1, 2, 2, 6, 6, 10]);
  assert.deepEqual(story.columns, [3, 5, 7, 9]);
});

test("a caption tells no hand that is not shown, and takes the server's words if it has none", () => {
  const board = boardOf({ places: [], routes: [], tickets: [], kinds: [], pieces: [], piles: [{ id: "transport", cards: [{ id: "red", color: "red", spaces: 1 }] }] });
  const words = wordsOf(board, { seats: [{ player: "ada" }] }, (key, values = {}) => (key === "events.card_drawn" ? JSON.stringify(values) : key));
  const drawn = { seq: 1, type: "card_drawn", public: { seat: 0, pile: "transport" }, private: { card: "red" } };
  const of = (event, shown) => caption(storyOf({ to: 1, events: [event], sentences: [{ seq: 1, text: "Told." }] }), 1, words, shown).text;
  const seats = [];
  assert.notEqual(of(drawn, (seat) => seats.push(seat) > 0), of(drawn, () => false));
  assert.deepEqual(seats, [0]);
  assert.equal(caption(story, 99, words, () => true).text, "");
});

test("a chart has room for every score, and round numbers beside it", () => {
  const scored = [{ seq: 6, public: { seat: 0, points: 7 } }, { seq: 10, public: { seat: 0, total: -3 } }];
  const seats = pointsOf(scored, 2);
  assert.deepEqual(seats, [[[1, 0], [6, 7], [10, -3]], [[1, 0]]]);
  assert.deepEqual([1, 2, 6, 9, 10].map((at) => scoreAt(seats[0], at)), [0, 0, 7, 7, -3]);
  assert.deepEqual([extent(seats), extent([[]])], [[-3, 10], [0, 10]]);
  assert.deepEqual(ticks(-3, 10, 5), [0, 5, 10]);
  assert.deepEqual(ticks(0, 130, 5), [0, 50, 100]);
});

test("twins are told apart by a number", () => {
  const seats = [{ player: "ada" }, { bot: "greedy" }, { bot: "greedy" }, { seat: 3 }];
  assert.deepEqual(playersOf({ seats }), ["ada", "greedy 1", "greedy 2", "#4"]);
});

test("every address has a screen, and a stray % breaks nothing", () => {
  const led = (address) => {
    Object.assign(location, { href: new URL(address, "http://localhost").href });
    const { name, params } = route();
    return [name, ...Object.values(params)].join(" ");
  };
  const screens = {
    "/": "lobby", "/tables/new": "new_table", "/games/7": "table 7", "/games/7/": "table 7", "/games/7/replay?at=3": "replay 7",
    "/games/7/proof": "proof 7", "/players/m%C3%A9": "profile mé", "/players/50%": "profile 50%", "/leaderboard": "leaderboard",
    "/leaderboard/world": "leaderboard world", "/settings": "account", "/games": "missing", "/games/7/8": "missing",
  };
  assert.deepEqual(Object.fromEntries(Object.keys(screens).map((address) => [address, led(address)])), screens);
});

test("the title counts the games that wait, and a table that is shown knows better than an older list", () => {
  setTitle(() => "Lobby");
  assert.equal(document.title, "Lobby · Signalbox");
  setTurns(["a", "b"]);
  assert.match(document.title, /^\(2\) .* – Lobby · Signalbox$/);
  const leave = setTurn("a", false);
  setTurns(["a", "b"]);
  assert.match(document.title, /^\(1\) /);
  setTurns([]);
  const away = setTurn("c", true);
  assert.match(document.title, /^\(1\) /);
  leave();
  away();
  setTurns([]);
  assert.equal(document.title, "Lobby · Signalbox");
});
