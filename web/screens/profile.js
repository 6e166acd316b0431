import { html } from "../vendor/preact.js";
import { t } from "../strings/index.js";

export default function Profile() {
  return html`<h1>${t("profile.title")}</h1>`;
}
