import { html } from "../vendor/preact.js";
import { t } from "../strings/index.js";

export default function Proof() {
  return html`<h1>${t("proof.title")}</h1>`;
}
