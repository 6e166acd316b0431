// What the page is told by its shell, and what its reader has chosen. Choices are kept in this browser.
import { useEffect, useState } from "./vendor/preact.js";

/** @param {string} name */
const told = (name) => document.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? "";

/** The address of the API: the shell's setting, or where the page comes from. */
export const origin = told("signalbox-api") || location.origin;
/** The app that the page signs in as. */
export const app = told("signalbox-app");

const CHANGED = "signalbox:preference";

/** @typedef {{ language: "en" | "pl" | "", theme: "light" | "dark" | "", sound: boolean, careful: boolean, notify:
 *   boolean }} Preferences */
/** @type {Preferences} Empty: as the browser says. */
const DEFAULTS = { language: "", theme: "", sound: false, careful: false, notify: false };

/** Storage may be forbidden; the page then forgets. @param {string} name @returns {any} */
export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(`signalbox.${name}`) ?? "null");
  } catch {
    return null;
  }
}

/** Null removes it. @param {string} name @param {unknown} value */
export function store(name, value) {
  try {
    if (value === null) localStorage.removeItem(`signalbox.${name}`);
    else localStorage.setItem(`signalbox.${name}`, JSON.stringify(value));
  } catch {
    // it is then forgotten with the page
  }
}

/** @template {keyof Preferences} Name @param {Name} name @returns {Preferences[Name]} */
export const preference = (name) => stored(name) ?? DEFAULTS[name];

/** @template {keyof Preferences} Name @param {Name} name @param {Preferences[Name]} value */
export function prefer(name, value) {
  store(name, value);
  dispatchEvent(new CustomEvent(CHANGED, { detail: name }));
}

/** Called when a choice has changed, here or in another tab.
 * @param {(name: string) => void} call @returns {() => void} */
export function onPreference(call) {
  const here = (/** @type {Event} */ event) => call(/** @type {CustomEvent<string>} */ (event).detail);
  const elsewhere = (/** @type {StorageEvent} */ event) =>
    event.key?.startsWith("signalbox.") && call(event.key.slice(10));
  addEventListener(CHANGED, here);
  addEventListener("storage", elsewhere);
  return () => {
    removeEventListener(CHANGED, here);
    removeEventListener("storage", elsewhere);
  };
}

/** @template {keyof Preferences} Name @param {Name} name
 * @returns {[Preferences[Name], (value: Preferences[Name]) => void]} */
export function usePreference(name) {
  const [value, setValue] = useState(() => preference(name));
  useEffect(() => onPreference((changed) => changed === name && setValue(preference(name))), [name]);
  return [value, (wish) => prefer(name, wish)];
}
