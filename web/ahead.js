// What the first screen will ask for, requested while its modules still load: a table waits for three answers.
import { session } from "./session.js";

const FRESH = 5000; // milliseconds after which an answer that nobody took is asked for again

/** @type {Map<string, Promise<any>>} */
const asked = new Map();

/** By the name of a screen. @type {Record<string, (params: Record<string, string>) => Promise<unknown>>} */
const SCREENS = {
  async table({ id = "" }) {
    const { games, rulesets } = session.client;
    const { ruleset } = await ask(`game ${id}`, games.get(id));
    return Promise.all([ask(`ruleset ${ruleset}`, rulesets.get(ruleset)), ask(`picture ${id}`, games.draw(id))]);
  },
};

/** @template T @param {string} name @param {Promise<T>} answer */
function ask(name, answer) {
  asked.set(name, answer);
  setTimeout(() => asked.delete(name), FRESH);
  return answer;
}

/** Call it once, at the start. @param {import("./router.js").Route} route */
export function askAhead({ name, params }) {
  SCREENS[name]?.(params).catch(() => {}); // `taken` asks again
}

/** The answer, if it is on its way and was not taken before; otherwise that of `call`.
 * @template T @param {string} name @param {() => Promise<T>} call @returns {Promise<T>} */
export function taken(name, call) {
  const answer = asked.get(name);
  asked.delete(name);
  return answer ? answer.catch(call) : call();
}
