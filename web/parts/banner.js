// A line across the page while the server is away, and one for a sign-in that failed.
import { html, useEffect, useState } from "../vendor/preact.js";
import { useConnection } from "../connection.js";
import { onSignInFailed } from "../session.js";
import { t } from "../strings/index.js";

/** @param {{ failure?: { message?: string } }} props */
export function Banner({ failure }) {
  const isThere = useConnection();
  const [error, setError] = useState(failure);
  useEffect(() => onSignInFailed(setError), []);
  return html`<div class="banners" role="alert">
    ${!isThere && html`<p class="banner">${t("common.offline")}</p>`}
    ${error &&
    html`<p class="banner">${t("common.sign_in_failed")} <span lang="en">${error.message}</span></p>`}
  </div>`;
}
