import { html } from "../vendor/preact.js";
import { t } from "../strings/index.js";

export default function Lobby() {
  return html`<h1>${t("lobby.title")}</h1>`;
}
