// Apps that act for the reader. One click ends what they were allowed.
import { html } from "../vendor/preact.js";
import { Deed } from "./deed.js";
import { Failure, useLoaded, Waiting } from "./load.js";
import { session, useSession } from "../session.js";
import { app as OWN } from "../settings.js";
import { ago, moment, t } from "../strings/index.js";

export function Apps() {
  const { client, origin } = useSession();
  const { value, error, again } = useLoaded((signal) => client.me.listApps({ limit: 100, signal }), []);
  return html`<section class="panel">
    <h2>${t("account.apps")}</h2>
    <p class="soft">${t("account.apps_hint")}</p>
    ${error && !value ? html`<${Failure} error=${error} again=${again} />` : !value && html`<${Waiting} />`}
    <ul class="rows">
      ${value?.items.map(
        (one) => html`<li key=${one.id}>
          <div>
            <strong>${one.name}</strong> ${one.id === OWN && html`<span class="tag">${t("account.this_page")}</span>`}
            <small>
              ${one.owner ? t("account.app_of", { name: one.owner }) : t("account.app_of_server")} ·${" "}
              <span lang="en">${one.scopes.join(", ")}</span>
            </small>
            <small>${lifeOf(one)}</small>
          </div>
          <${Deed} class="danger" aria-label=${t("account.end_named", { name: one.name })}
            send=${() => (one.id === OWN ? session.signOut() : client.me.endApp(one.id).finally(again))}>
            ${one.id === OWN ? t("common.sign_out") : t("account.end")}
          <//>
        </li>`,
      )}
    </ul>
    ${value && !value.items.length && html`<p class="none">${t("account.no_apps")}</p>`}
    <p><a class="button" href=${`${origin}/account/apps`}>${t("account.own_apps")}</a></p>
  </section>`;
}

/** @param {import("signalbox-client").AllowedApp} app */
const lifeOf = ({ allowed_at, last_used_at }) =>
  [
    t("account.allowed", { time: moment(allowed_at, { dateStyle: "medium" }) }),
    ...(last_used_at ? [t("account.used", { time: ago(last_used_at) })] : []),
  ].join(" · ");
