// The head of every screen.
import { html } from "../vendor/preact.js";
import { Link, useRoute } from "../router.js";
import { useSession } from "../session.js";
import { t } from "../strings/index.js";

export function Header() {
  const { name } = useRoute();
  const { me, origin, signIn, signOut } = useSession();
  const item = (/** @type {string} */ screen, /** @type {string} */ to, /** @type {string} */ words) =>
    html`<${Link} to=${to} aria-current=${name === screen ? "page" : undefined}>${words}<//>`;
  return html`<header class="head">
    <${Link} class="brand" to="/">Signalbox<//>
    <nav aria-label=${t("common.navigation")}>
      ${item("lobby", "/", t("common.lobby"))} ${item("leaderboard", "/leaderboard", t("common.leaderboard"))}
      <a href=${`${origin}/docs`}>${t("common.documentation")}</a>
    </nav>
    <div class="who">
      ${me
        ? html`${item("account", "/settings", me.name)}
            <button class="quiet" onClick=${signOut}>${t("common.sign_out")}</button>`
        : html`${item("account", "/settings", t("common.settings"))}
            <button class="main" onClick=${signIn}>${t("common.sign_in")}</button>`}
    </div>
  </header>`;
}
