// Kinds of notices, to be ticked.
import { html } from "../vendor/preact.js";
import { Check } from "./fields.js";
import { t } from "../strings/index.js";

/** @param {{ legend: string, all: readonly string[], value: readonly string[],
 *   onValue: (kinds: string[]) => void }} props */
export function Kinds({ legend, all, value, onValue }) {
  const toggle = (/** @type {string} */ kind, /** @type {boolean} */ wish) =>
    onValue(all.filter((one) => (one === kind ? wish : value.includes(one))));
  return html`<fieldset>
    <legend>${legend}</legend>
    ${all.map((kind) => html`<${Check} label=${t(`account.kind_${kind.replace(".", "_")}`)}
      value=${value.includes(kind)} onValue=${(/** @type {boolean} */ wish) => toggle(kind, wish)} />`)}
  </fieldset>`;
}
