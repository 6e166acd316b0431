import { html } from "../vendor/preact.js";
import { Link } from "../router.js";
import { t } from "../strings/index.js";

export default function Missing() {
  return html`<h1>${t("common.missing")}</h1>
    <p>${t("common.missing_words")}</p>
    <p><${Link} to="/">${t("common.to_lobby")}<//></p>`;
}
