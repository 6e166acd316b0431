// A line across the page while the server is away, and one for a sign-in that failed.
import { html } from "../vendor/preact.js";
import { useConnection } from "../connection.js";
import { t } from "../strings/index.js";

/** @param {{ failure?: { message?: string } }} props */
export function Banner({ failure }) {
  const isThere = useConnection();
  return html`<div class="banners" role="alert">
    ${!isThere && html`<p class="banner">${t("common.offline")}</p>`}
    ${failure && html`<p class="banner">${t("common.sign_in_failed", { reason: failure.message })}</p>`}
  </div>`;
}
