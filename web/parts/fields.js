// Fields of forms: a label, a control, and a hint that belongs to it.
import { html, useMemo } from "../vendor/preact.js";

let made = 0;
const useId = () => useMemo(() => `field-${(made += 1)}`, []);

/** @param {{ label: string, hint?: string, value: string, onValue: (value: string) => void,
 *   [more: string]: any }} props */
export function Text({ label, hint, value, onValue, ...more }) {
  const id = useId();
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <input id=${id} value=${value} aria-describedby=${hint ? `${id}-hint` : undefined}
      onInput=${(/** @type {any} */ { target }) => onValue(target.value)} ...${more} />
    ${hint && html`<small id=${`${id}-hint`}>${hint}</small>`}
  </div>`;
}

/** @param {{ label: string, hint?: string, value: string, choices: [string, string][],
 *   onValue: (value: string) => void, [more: string]: any }} props */
export function Select({ label, hint, value, choices, onValue, ...more }) {
  const id = useId();
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <select id=${id} aria-describedby=${hint ? `${id}-hint` : undefined}
      onChange=${(/** @type {any} */ { target }) => onValue(target.value)} ...${more}>
      ${choices.map(([key, words]) => html`<option value=${key} selected=${key === value}>${words}</option>`)}
    </select>
    ${hint && html`<small id=${`${id}-hint`}>${hint}</small>`}
  </div>`;
}

/** One of a few, each with room for words.
 * @param {{ legend: string, name: string, value: string, choices: [string, string, string?][],
 *   onValue: (value: string) => void }} props */
export function Choice({ legend, name, value, choices, onValue }) {
  return html`<fieldset class="choice">
    <legend>${legend}</legend>
    <div class="choices">
      ${choices.map(
        ([key, words, more]) => html`<label class=${key === value ? "chosen" : ""}>
          <input type="radio" name=${name} value=${key} checked=${key === value} onChange=${() => onValue(key)} />
          <span><span class="words">${words}</span>${more && html`<small>${more}</small>`}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/** @param {{ label: string, value: boolean, onValue: (value: boolean) => void, [more: string]: any }} props */
export function Check({ label, value, onValue, ...more }) {
  return html`<label class="check">
    <input type="checkbox" checked=${value}
      onChange=${(/** @type {any} */ { target }) => onValue(target.checked)} ...${more} />
    <span>${label}</span>
  </label>`;
}
