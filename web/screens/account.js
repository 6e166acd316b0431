// Settings: how the page looks and calls, the account, and what is sent, and what acts for it: tokens, apps, webhooks.
import { html, useEffect, useState } from "../vendor/preact.js";
import { Apps } from "../parts/apps.js";
import { Check, Select } from "../parts/fields.js";
import { Notifications } from "../parts/notifications.js";
import { SignInFirst } from "../parts/sign_in_first.js";
import { Tokens } from "../parts/tokens.js";
import { Webhooks } from "../parts/webhooks.js";
import { useSession } from "../session.js";
import { usePreference } from "../settings.js";
import { setTitle } from "../title.js";
import { LANGUAGES, moment, t } from "../strings/index.js";

const PAGES = ["name", "password", "passkeys", "sessions", "email", "calendar", "delete"];

export default function Account() {
  const { me } = useSession();
  useEffect(() => setTitle(() => t("account.title")), []);
  return html`<h1>${t("account.title")}</h1>
    <div class="account">
      <${Page} />
      ${me
        ? html`<${Overview} /><${Notifications} /><${Tokens} /><${Apps} /><${Webhooks} />`
        : html`<section class="panel"><h2>${t("account.account")}</h2><${SignInFirst} /></section>`}
    </div>`;
}

/** What this browser remembers. */
function Page() {
  const [language, setLanguage] = usePreference("language");
  const [theme, setTheme] = usePreference("theme");
  const [sound, setSound] = usePreference("sound");
  const [notify, setNotify] = usePreference("notify");
  const [isRefused, setRefused] = useState(false);
  const ask = async (/** @type {boolean} */ wish) => {
    const isAllowed = !wish || (await globalThis.Notification?.requestPermission()) === "granted";
    setRefused(!isAllowed);
    setNotify(wish && isAllowed);
  };
  return html`<section class="panel">
    <h2>${t("account.page")}</h2>
    <div class="pair">
      <${Select} label=${t("account.language")} value=${language} onValue=${setLanguage}
        choices=${[["", t("account.as_browser")], ...Object.entries(LANGUAGES)]} />
      <${Select} label=${t("account.theme")} value=${theme} onValue=${setTheme}
        choices=${[["", t("account.as_browser")], ["light", t("account.light")], ["dark", t("account.dark")]]} />
    </div>
    <${Check} label=${t("account.notify")} value=${notify} onValue=${ask} />
    ${isRefused && html`<p class="wrong" role="alert">${t("account.notify_refused")}</p>`}
    <${Check} label=${t("account.sound")} value=${sound} onValue=${setSound} />
    <p class="soft">${t("account.page_hint")}</p>
  </section>`;
}

/** The account itself is kept on the server's own pages, which ask for the password again where it matters. */
function Overview() {
  const { me, origin } = useSession();
  if (!me) return null;
  return html`<section class="panel">
    <h2>${t("account.account")}</h2>
    <p>
      <strong>${me.name}</strong>${" "}
      <span class="soft">${t("account.since", { time: moment(me.created_at, { dateStyle: "medium" }) })}</span>
    </p>
    <ul class="links">
      ${PAGES.map((page) => html`<li><a href=${`${origin}/account/${page}`}>${t(`account.page_${page}`)}</a></li>`)}
    </ul>
  </section>`;
}
