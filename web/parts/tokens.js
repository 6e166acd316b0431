// Personal tokens: what programs of one's own use. They are made on the server's page, which asks for the password.
import { html } from "../vendor/preact.js";
import { Deed } from "./deed.js";
import { Failure, useLoaded, Waiting } from "./load.js";
import { useSession } from "../session.js";
import { ago, moment, t } from "../strings/index.js";

export function Tokens() {
  const { client, me, origin } = useSession();
  const { value, error, again } = useLoaded((signal) => client.me.listTokens({ limit: 100, signal }), []);
  return html`<section class="panel">
    <h2>${t("account.tokens")}</h2>
    <p class="soft">${t("account.tokens_hint")}</p>
    ${error && !value ? html`<${Failure} error=${error} again=${again} />` : !value && html`<${Waiting} />`}
    <ul class="rows">
      ${value?.items.map(
        (token) => html`<li key=${token.id}>
          <div>
            <strong>${token.name}</strong>${" "}
            ${token.id === me?.token.id && html`<span class="tag">${t("account.this_page")}</span>`}
            <small lang="en">${token.scopes.join(", ")}</small>
            <small>${lifeOf(token)}</small>
          </div>
          ${token.id !== me?.token.id &&
          html`<${Deed} class="danger" aria-label=${t("account.end_named", { name: token.name })}
            send=${() => client.me.revokeToken(token.id).finally(again)}>${t("account.end")}<//>`}
        </li>`,
      )}
    </ul>
    ${value && !value.items.length && html`<p class="none">${t("account.no_tokens")}</p>`}
    <p><a class="button" href=${`${origin}/account/tokens`}>${t("account.new_token")}</a></p>
  </section>`;
}

/** @param {import("signalbox-client").Token} token */
const lifeOf = ({ created_at, last_used_at, expires_at }) =>
  [
    t("account.made", { time: moment(created_at, { dateStyle: "medium" }) }),
    last_used_at ? t("account.used", { time: ago(last_used_at) }) : t("account.unused"),
    ...(expires_at ? [t("account.ends", { time: moment(expires_at) })] : []),
  ].join(" · ");
