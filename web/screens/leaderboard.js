import { html } from "../vendor/preact.js";
import { t } from "../strings/index.js";

export default function Leaderboard() {
  return html`<h1>${t("leaderboard.title")}</h1>`;
}
