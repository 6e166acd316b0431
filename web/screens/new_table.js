import { html } from "../vendor/preact.js";
import { t } from "../strings/index.js";

export default function NewTable() {
  return html`<h1>${t("lobby.new_title")}</h1>`;
}
