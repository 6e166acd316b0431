// Addresses of the page: each leads to a screen, which is loaded when it is first asked for.
import { html, useEffect, useState } from "./vendor/preact.js";

/** @typedef {{ name: string, path: string, params: Record<string, string>, query: URLSearchParams, load: () =>
 *   Promise<any> }} Route */

/** @type {[string, RegExp, () => Promise<any>][]} */
const ROUTES = [
  ["lobby", /^\/$/, () => import("./screens/lobby.js")],
  ["new_table", /^\/tables\/new$/, () => import("./screens/new_table.js")],
  ["replay", /^\/games\/(?<id>[^/]+)\/replay$/, () => import("./screens/replay.js")],
  ["proof", /^\/games\/(?<id>[^/]+)\/proof$/, () => import("./screens/proof.js")],
  ["table", /^\/games\/(?<id>[^/]+)$/, () => import("./screens/table.js")],
  ["profile", /^\/players\/(?<player>[^/]+)$/, () => import("./screens/profile.js")],
  ["leaderboard", /^\/leaderboard(?:\/(?<ruleset>[^/]+))?$/, () => import("./screens/leaderboard.js")],
  ["account", /^\/settings$/, () => import("./screens/account.js")],
];

const MOVED = "signalbox:moved";

/** @returns {Route} */
export function route() {
  const path = location.pathname.replace(/(?<=.)\/$/, "");
  const query = new URLSearchParams(location.search);
  for (const [name, pattern, load] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return { name, path, query, load, params: decoded(found.groups ?? {}) };
  }
  return { name: "missing", path, query, params: {}, load: () => import("./screens/missing.js") };
}

/** @param {Record<string, string>} groups */
function decoded(groups) {
  const present = Object.entries(groups).filter(([, value]) => value !== undefined);
  try {
    return Object.fromEntries(present.map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return Object.fromEntries(present); // a stray % in an address
  }
}

/** Goes to an address of this page; `replace` leaves no trace in the history.
 * @param {string} path @param {{ replace?: boolean }} [options] */
export function navigate(path, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  dispatchEvent(new Event(MOVED));
}

/** The current address; the component is drawn again when it changes. */
export function useRoute() {
  const [current, setCurrent] = useState(route);
  useEffect(() => {
    const moved = () => setCurrent(route());
    addEventListener(MOVED, moved);
    addEventListener("popstate", moved);
    return () => {
      removeEventListener(MOVED, moved);
      removeEventListener("popstate", moved);
    };
  }, []);
  return current;
}

/** A link inside the page. Other clicks than a plain one are the browser's.
 * @param {{ to: string, children?: any, [more: string]: any }} props */
export function Link({ to, children, ...more }) {
  const follow = (/** @type {MouseEvent} */ event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return html`<a href=${to} onClick=${follow} ...${more}>${children}</a>`;
}
