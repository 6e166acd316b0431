import { html } from "../vendor/preact.js";
import { t } from "../strings/index.js";

export default function Account() {
  return html`<h1>${t("account.title")}</h1>`;
}
