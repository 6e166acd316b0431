import { html } from "../vendor/preact.js";
import { t } from "../strings/index.js";
import WaitingRoom from "./waiting.js";

/** @param {{ id: string, query: URLSearchParams }} props */
export default function Table({ id, query }) {
  return html`<h1>${t("table.title")}</h1>
    <${WaitingRoom} id=${id} query=${query} />`;
}
