import { html } from "../vendor/preact.js";
import { t } from "../strings/index.js";

export default function Table() {
  return html`<h1>${t("table.title")}</h1>`;
}
