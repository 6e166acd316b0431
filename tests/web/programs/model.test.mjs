// The page's model of a game, without a page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { held, scales } from "../../../web/board/pan.js";
import { hitAt } from "../../../web/board/hits.js";
import { boardOf } from "../../../web/model/board.js";
import { choicesOf, keeping } from "../../../web/model/choices.js";
import { after, counted, isMyTurn, mine, newest, pictured } from "../../../web/model/game.js";
import { pointsOf, scoreAt } from "../../../web/model/scores.js";
import { sentence } from "../../../web/model/sentences.js";
import { isRun, standing } from "../../../web/model/tickets.js";
import { wordsOf } from "../../../web/model/words.js";
import en from "../../../web/strings/en.js";
import pl from "../../../web/strings/pl.js";

const route = (id, a, b, length, color = "red") => ({ id, a, b, length, color, kind: "bus", pair_spaces: 0, wraps: false });
const face = (id, more = {}) => ({ id, color: id, is_wild: false, spaces: 1, harbour: false, ...more });
const board = boardOf({
  places: ["a", "b", "c", "d"].map((id) => ({ id, name: id.toUpperCase() })),
  routes: [route("ab", "a", "b", 2), route("bc", "b", "c", 1), route("ac", "a", "c", 4), route("cd", "c", "d", 2, "gray")],
  tickets: [
    { id: "t1", places: ["a", "c"], points: 5 },
    { id: "tour", places: ["a", "c", "d"], points: 9, points_any_order: 6 },
  ],
  piles: [{ id: "transport", cards: [face("red"), face("blue"), face("anchored", { color: "red", harbour: true }), { ...face("wild"), color: undefined, is_wild: true }] }],
  kinds: [{ id: "bus" }],
  pieces: [{ id: "train" }, { id: "ship" }],
});
const game = { id: "g", version: 7, seat: 0, to_act: [0], status: "playing", seats: [{ player: "ada" }, { bot: "greedy" }], view: { claims: {}, seats: [{ seat: 0, hand: ["red"] }] } };
const told = (strings) => (key, values = {}) => {
  const [section, name] = key.split(".");
  const entry = strings[section]?.[name];
  if (entry === undefined) return key;
  const words = typeof entry === "string" ? entry : entry[values.of] ?? (values.count === 1 ? entry.one : entry.other);
  return (words ?? "").replace(/{(\w+)}/g, (_, word) => String(values[word] ?? ""));
};
const words = wordsOf(board, game, told(en));

test("an older answer never replaces a newer one", () => {
  assert.equal(newest(game, { ...game, version: 6 }), game);
  assert.equal(newest(game, { ...game, version: 8 }).version, 8);
  assert.equal(newest(game, { ...game, id: "other", version: 1 }).id, "other");
  assert.equal(after(game, { version: 9, hash: "", status: "playing", to_act: [1] }).to_act[0], 1);
  assert.equal(after(game, { version: 5, hash: "", status: "playing", to_act: [1] }), game);
});

test("it knows its own seat and its turn", () => {
  assert.deepEqual(mine(game).hand, ["red"]);
  assert.ok(isMyTurn(game));
  assert.ok(!isMyTurn({ ...game, seat: undefined }));
  assert.ok(!isMyTurn({ ...game, seats: [{ stand_in: "planner" }] }));
  assert.deepEqual([...counted(["a", "b", "b"])], [["b", 2], ["a", 1]]);
  assert.notEqual(pictured({ claims: { ab: 0 } }), pictured({ claims: {} }));
});

test("actions are sorted by what a player points at, payments by their price", () => {
  const claims = [["wild", "wild"], ["anchored", "red"], ["red", "wild"], ["red", "red"]].map((cards) => ({ type: "claim_route", route: "ab", cards }));
  const choices = choicesOf([...claims, { type: "draw_card", pile: "transport" }, { type: "pass" }, { type: "juggle" }], board, []);
  assert.deepEqual(choices.routes.get("ab").map(({ cards }) => cards.join(" ")), ["red red", "anchored red", "red wild", "wild wild"]);
  assert.deepEqual([...choices.piles.keys()], ["transport"]);
  assert.deepEqual(choices.others.map(({ type }) => type), ["pass", "juggle"]); // what a new game brings is offered, too
});

test("of equal payments the colour of which most is held comes first", () => {
  const claims = ["red", "blue"].map((card) => ({ type: "claim_route", route: "cd", cards: [card, card] }));
  const choices = choicesOf(claims, board, ["blue", "blue", "blue", "red", "red"]);
  assert.deepEqual(choices.routes.get("cd").map(({ cards }) => cards[0]), ["blue", "red"]);
});

test("tickets are kept in the combinations that the server lists", () => {
  const keeps = [{ tickets: ["t1"] }, { tickets: ["t1", "t2"] }];
  assert.equal(keeping(keeps, new Set(["t2", "t1"])), keeps[1]);
  assert.equal(keeping(keeps, new Set(["t2"])), undefined);
});

test("a ticket knows the shortest way that is missing", () => {
  const ground = { board, claims: {}, seat: 0, closed: new Set() };
  const ticket = board.tickets.get("t1");
  assert.deepEqual(standing(ticket, ground), { done: false, possible: true, missing: ["ab", "bc"], spaces: 3 });
  assert.deepEqual(standing(ticket, { ...ground, claims: { ab: 1 } }).missing, ["ac"]);
  assert.deepEqual(standing(ticket, { ...ground, closed: new Set(["ab"]) }).missing, ["ac"]);
  assert.deepEqual(standing(ticket, { ...ground, claims: { ab: 0 } }).missing, ["bc"]);
  assert.ok(standing(ticket, { ...ground, claims: { ab: 0, bc: 0 } }).done);
  assert.ok(!standing(ticket, { ...ground, claims: { ab: 1, ac: 1 } }).possible);
  assert.deepEqual(standing(board.tickets.get("tour"), ground), { done: false, possible: true, missing: ["ab", "bc", "cd"], spaces: 5 });
});

test("a tour is met in its order by one run, with no route twice", () => {
  const own = (...ids) => ({ board, claims: Object.fromEntries(ids.map((id) => [id, 0])), seat: 0, closed: new Set() });
  const late = { places: ["a", "d", "c"] }; // D lies behind C
  assert.ok(isRun(["a", "c", "d"], own("ab", "bc", "cd")));
  assert.ok(standing(late, own("ab", "bc", "cd")).done && !isRun(late.places, own("ab", "bc", "cd")));
  assert.ok(isRun(["b", "a", "c", "d"], own("ab", "bc", "ac", "cd")));
  assert.ok(!isRun(["a", "c", "d"], own("ab", "bc")));
});

test("things have names, events have sentences, and secrets only for those who know them", () => {
  assert.equal(words.route("ab"), "A – B, 2 red");
  assert.equal(words.cards(["red", "red", "wild"]), "2 × red, 1 × wild");
  assert.equal(sentence({ type: "route_claimed", public: { seat: 0, route: "ab", cards: ["red"], points: 1 } }, words), "ada claimed A – B with red: 1 point.");
  assert.equal(sentence({ type: "card_drawn", public: { seat: 1, pile: "transport" } }, words), "Bot greedy 2 drew from the pile: cards.");
  assert.equal(sentence({ type: "card_drawn", public: { seat: 0, pile: "transport" }, private: { card: "red" } }, words), "ada drew from the pile: red.");
  assert.equal(sentence({ type: "pile_shuffled", public: {} }, words), ""); // no news for people
});

test("in Polish a colour agrees with what has it", () => {
  const face = (id, more) => ({ id, color: "red", is_wild: false, spaces: 1, harbour: false, ...more });
  const piles = [{ id: "train", cards: [face("train")] }, { id: "ship", cards: [face("ships", { spaces: 2 })] }];
  const polish = (ruleset) => wordsOf(boardOf({ ...board.ruleset, ...ruleset }), game, told(pl));
  assert.equal(polish({}).card("red"), "czer\u00adwona");
  assert.equal(polish({ piles }).card("train"), "czer\u00adwony wagon");
  assert.equal(polish({ piles }).card("ships"), "czer\u00adwony podwójny statek");
  assert.equal(polish({ game: "london" }).title, "Londyn");
  assert.match(polish({}).route("ab"), /^A – B, 2 \S+, czerwone$/);
});

test("pieces are counted in the game's own order, whatever order an answer has", () => {
  assert.equal(words.pieces({ tent: 1, ship: 3, train: 2 }), "2 × train, 3 × ship, 1 × tent");
});

test("a map stays in its frame, and one that wraps goes round", () => {
  const [map, frame] = [{ width: 1000, height: 500 }, { width: 500, height: 500 }];
  assert.deepEqual(scales(map, frame), { whole: 0.5, full: 1 });
  assert.deepEqual(held({ x: 40, y: 40, k: 1 }, map, frame, false), { k: 1, x: 0, y: 0 });
  assert.deepEqual(held({ x: 9, y: 9, k: 0.1 }, map, frame, false), { k: 0.5, x: 0, y: 125 });
  assert.deepEqual(held({ x: 0, y: 9, k: 0.5 }, map, frame, false, 64), { k: 0.5, x: 0, y: 61 });
  assert.deepEqual(held({ x: 0, y: 200, k: 0.5 }, map, frame, false, 64), { k: 0.5, x: 0, y: 125 });
  assert.equal(held({ x: -1010, y: 0, k: 1 }, map, frame, true).x, -10);
  assert.equal(held({ x: 10, y: 0, k: 1 }, map, frame, true).x, -990);
});

test("a finger meets the nearest line, and one that can be used before others", () => {
  const lane = (id, y) => [id, { id, state: "free", parts: [[[0, y], [100, y]]] }];
  const picture = { lanes: new Map([lane("ab", 0), lane("cd", 10)]), places: new Map([["a", [0, 0]]]) };
  const none = { routes: new Set(), places: new Set() };
  assert.deepEqual(hitAt(picture, [50, 4], 12, none), { kind: "route", id: "ab" });
  assert.deepEqual(hitAt(picture, [50, 4], 12, { ...none, routes: new Set(["cd"]) }), { kind: "route", id: "cd" });
  assert.deepEqual(hitAt(picture, [3, 0], 12, { ...none, places: new Set(["a"]) }), { kind: "route", id: "ab" });
  assert.deepEqual(hitAt(picture, [-3, 0], 12, { ...none, places: new Set(["a"]) }), { kind: "place", id: "a" });
  assert.equal(hitAt(picture, [50, 60], 12, none), undefined);
});

test("scores follow from the events: points are added, and the score sheet has the last word", () => {
  const event = (seq, type, fields) => ({ seq, type, public: fields });
  const [first, second] = pointsOf([
    event(1, "table_opened", { seats: 2 }),
    event(4, "route_claimed", { seat: 1, route: "ab", points: 4 }),
    event(6, "card_drawn", { seat: 0 }),
    event(7, "pieces_exchanged", { seat: 1, count: 2, points: -2 }),
    event(9, "seat_scored", { seat: 0, total: -5, lines: [{ points: 3 }] }),
    event(10, "seat_scored", { seat: 1, total: 0, lines: [] }),
  ], 2);

  assert.deepEqual(first, [[1, 0], [9, -5]]);
  assert.deepEqual(second, [[1, 0], [4, 4], [7, 2], [10, 0]]);
  assert.deepEqual([3, 4, 8, 99].map((at) => scoreAt(second, at)), [0, 4, 2, 0]);
});
