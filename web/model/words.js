// What things are called in the reader's language. `t` gives the words, so that this is tried without a page.

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("signalbox-client").Game} Game */
/** @typedef {(key: string, values?: Record<string, unknown>) => string} Translate */
/** @typedef {ReturnType<typeof wordsOf>} Words */

const DASH = " – ";

/** @param {Board} board @param {Game} game @param {Translate} t */
export function wordsOf(board, game, t) {
  /** A game may bring ids that have no word yet. @param {string} kind @param {string} id @param {object} [values] */
  const named = (kind, id, values = {}) => {
    const key = `map.${kind}_${id.replaceAll("-", "_")}`;
    return t(key) === key ? id : t(key, { ...values });
  };
  const titled = `games.${board.ruleset.game}`;
  const title = t(titled) === titled ? board.ruleset.title : t(titled);
  const hasPiles = board.ruleset.piles.length > 1;
  const place = (/** @type {string} */ id) => board.places.get(id)?.name ?? id;
  const places = (/** @type {string[]} */ ids) => ids.map(place).join(DASH);
  /** In some languages the form goes by what has the colour.
   * @param {string} id @param {"card" | "route" | "piece"} of */
  const color = (id, of) => named("color", id, { of });
  const pile = (/** @type {string} */ id) => named("pile", id);
  const piece = (/** @type {string} */ id) => named("piece", id);

  /** @param {number} number */
  function seat(number) {
    const found = game.seats[number];
    if (found?.player) return found.player;
    return found?.bot ? t("map.bot", { name: found.bot, seat: number + 1 }) : t("map.seat", { seat: number + 1 });
  }

  /** "red", or where there are several piles "red double ship". @param {string} id */
  function card(id) {
    const face = board.cards.get(id);
    if (!face || face.is_wild) return named("card", id);
    const plain = [color(face.color ?? "", hasPiles ? "piece" : "card")];
    const sort = hasPiles ? [face.spaces > 1 ? t("map.double") : "", named("sort", face.pile)] : [];
    return [...plain, ...sort, face.harbour ? t("map.with_anchor") : ""].filter(Boolean).join(" ");
  }

  /** What stands on a card; signs say the rest. @param {string} id */
  function short(id) {
    const face = board.cards.get(id);
    if (!face || face.is_wild) return named("card", id);
    if (!hasPiles) return color(face.color ?? "", "card");
    return `${color(face.color ?? "", "piece")} ${named("sort", face.pile)}`;
  }

  /** @param {string[]} ids */
  function cards(ids) {
    const kinds = [...new Set(ids)].map((id) => [ids.filter((one) => one === id).length, card(id)]);
    return kinds.map(([count, name]) => (ids.length === 1 ? name : `${count} × ${name}`)).join(", ");
  }

  /** "Baker Street – Regent's Park, 2 red". @param {string} id */
  function route(id) {
    const found = board.routes.get(id);
    if (!found) return id;
    const kind = board.ruleset.kinds.length > 1 ? t("map.of_kind", { kind: named("kind", found.kind) }) : "";
    const pairs = found.pair_spaces ? t("map.pairs", { count: found.pair_spaces }) : "";
    const spaces = t("map.spaces", { count: found.length, color: color(found.color, "route") });
    return `${places([found.a, found.b])}, ${spaces}${kind}${pairs}`;
  }

  const ends = (/** @type {string} */ id) => places([board.routes.get(id)?.a ?? id, board.routes.get(id)?.b ?? ""]);
  const ticket = (/** @type {string} */ id) => places(board.tickets.get(id)?.places ?? [id]);
  const pieces = (/** @type {Record<string, number>} */ counts) =>
    inOrder(counts, board.ruleset.pieces).map(([id, count]) => `${count} × ${piece(id)}`).join(", ");
  return { t, title, place, places, color, pile, piece, pieces, seat, card, short, cards, route, ends, ticket };
}

/** Counts in the order of the game's own list, whatever order an answer has them in; what is not on it comes last.
 * @param {Record<string, number>} counts @param {{ id: string }[]} list @returns {[string, number][]} */
export function inOrder(counts, list) {
  const order = list.map(({ id }) => id);
  const rank = (/** @type {string} */ id) => (order.includes(id) ? order.indexOf(id) : order.length);
  return Object.entries(counts).sort(([a], [b]) => rank(a) - rank(b));
}
