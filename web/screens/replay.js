import { html } from "../vendor/preact.js";
import { t } from "../strings/index.js";

export default function Replay() {
  return html`<h1>${t("replay.title")}</h1>`;
}
