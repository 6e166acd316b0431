// Words, numbers and times in the language of the reader.
import { preference } from "../settings.js";

/** @typedef {{ one: string, few?: string, many?: string, other: string }} Plurals */
/** @typedef {{ card: string, route: string, piece: string }} Genders of a colour, by what has it */
/** @typedef {string | Plurals | Genders} Entry */
/** @typedef {Record<string, Record<string, Entry>>} Strings */

export const LANGUAGES = /** @type {const} */ ({ en: "English", pl: "Polski" });
const SECONDS = { day: 86400, hour: 3600, minute: 60, second: 1 };

/** @type {Strings} */
let strings = {};
let language = "en";
let locale = "en"; // the language as it is spoken where the reader is, for numbers and times
/** @type {Map<string, any>} */
const formats = new Map();

/** The reader's choice, or the first language of the browser that there is; English otherwise. */
export function languageNow() {
  const wishes = [preference("language"), ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wishes.find((tag) => tag in LANGUAGES) ?? "en";
}

export async function chooseLanguage() {
  language = languageNow();
  strings = (language === "pl" ? await import("./pl.js") : await import("./en.js")).default;
  locale = navigator.languages.find((tag) => tag.slice(0, 2) === language) ?? language;
  document.documentElement.lang = language;
}

/** The words for `section.key`, with `{name}` replaced. An entry with plural forms goes by `count`, one
 * with forms for nouns by `of`.
 * @param {string} key @param {Record<string, unknown>} [values] @returns {string} */
export function t(key, values = {}) {
  const [section = "", name = ""] = key.split(".", 2);
  const entry = strings[section]?.[name];
  if (entry === undefined) return key;
  return formOf(entry, values).replace(/{(\w+)}/g, (_, word) => shown(values[word]));
}

/** @param {Entry} entry @param {Record<string, unknown>} values */
function formOf(entry, { of, count }) {
  if (typeof entry === "string") return entry;
  if ("card" in entry) return entry[/** @type {keyof Genders} */ (of ?? "card")];
  return plural(Number(count), entry);
}

/** @param {string} key */
export const has = (key) => t(key) !== key;

/** What a game is called: as the reader's language has it, or else the server.
 * @param {string} ruleset such as london@1 @param {string} [title] */
export function titleOf(ruleset, title) {
  const [game = ""] = ruleset.split("@");
  return has(`games.${game}`) ? t(`games.${game}`) : title ?? game;
}

/** One of the browser's formats. It is kept: to make one takes much longer than to use it, and a table has hundreds of
 * numbers.
 * @template F @param {new (tag: string, options?: any) => F} Format @param {string} tag @param {object} [options]
 * @returns {F} */
function formatOf(Format, tag, options) {
  const key = `${Format.name} ${tag} ${JSON.stringify(options)}`;
  if (!formats.has(key)) formats.set(key, new Format(tag, options));
  return formats.get(key);
}

/** The form that goes with a number. @param {number} count @param {Plurals} forms */
export function plural(count, forms) {
  const form = /** @type {keyof typeof forms} */ (formatOf(Intl.PluralRules, language).select(count));
  return forms[form] ?? forms.other;
}

/** @param {unknown} value */
const shown = (value) => (typeof value === "number" ? number(value) : String(value ?? ""));

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export const number = (value, options) => formatOf(Intl.NumberFormat, locale, options).format(value);

/** A date and time. @param {string | number | Date} value @param {Intl.DateTimeFormatOptions} [options] */
export const moment = (value, options = { dateStyle: "medium", timeStyle: "short" }) =>
  formatOf(Intl.DateTimeFormat, locale, options).format(new Date(value));

/** A stretch of time in its largest two units, such as "2 days 3 hours". @param {number} seconds */
export function duration(seconds) {
  let left = Math.max(0, Math.round(seconds));
  const parts = [];
  for (const [unit, size] of Object.entries(SECONDS)) {
    const count = Math.floor(left / size);
    left -= count * size;
    const isShown = count || (unit === "second" && !parts.length);
    if (isShown) parts.push(number(count, { style: "unit", unit, unitDisplay: "long" }));
    else if (parts.length) break;
    if (parts.length === 2) break;
  }
  return parts.join(" ");
}

/** How long ago, such as "3 hours ago". @param {string | number | Date} value */
export function ago(value) {
  const seconds = (new Date(value).getTime() - Date.now()) / 1000;
  const [unit, size] = Object.entries(SECONDS).find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1];
  const format = formatOf(Intl.RelativeTimeFormat, locale, { numeric: "auto" });
  return format.format(Math.round(seconds / size), /** @type {Intl.RelativeTimeFormatUnit} */ (unit));
}
