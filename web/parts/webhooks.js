// Webhooks: made, tested, paused and removed; what was delivered, what failed, and a second attempt.
import { html, useState } from "../vendor/preact.js";
import { Deed, useDeed, Wrong } from "./deed.js";
import { Text } from "./fields.js";
import { Kinds } from "./kinds.js";
import { Failure, useLoaded, Waiting } from "./load.js";
import { useSession } from "../session.js";
import { ago, t } from "../strings/index.js";

/** @typedef {import("signalbox-client").Webhook} Webhook */

const KINDS = /** @type {const} */ ([
  "game.your_turn", "game.started", "game.finished", "game.invitation", "deadline.near", "game.message", "game.event",
]);
const EVERY = 2000; // milliseconds between two looks at deliveries that are under way

export function Webhooks() {
  const { client } = useSession();
  const { value, error, again } = useLoaded((signal) => client.webhooks.list({ limit: 100, signal }), []);
  const [secret, setSecret] = useState("");
  const [isOpen, setOpen] = useState(false);
  const made = (/** @type {string} */ found) => {
    setSecret(found);
    setOpen(false);
    again();
  };
  return html`<section class="panel webhooks">
    <h2>${t("account.webhooks")}</h2>
    <p class="soft">${t("account.webhooks_hint")}</p>
    ${error && !value ? html`<${Failure} error=${error} again=${again} />` : !value && html`<${Waiting} />`}
    ${value?.items.map((hook) => html`<${Hook} key=${hook.id} hook=${hook} again=${again} />`)}
    ${value && !value.items.length && html`<p class="none">${t("account.no_webhooks")}</p>`}
    ${secret && html`<div class="secret" role="alert"><p>${t("account.secret")}</p><code>${secret}</code></div>`}
    <details open=${isOpen} onToggle=${(/** @type {any} */ { target }) => setOpen(target.open)}>
      <summary>${t("account.new_webhook")}</summary>
      <${NewHook} onMade=${made} />
    </details>
  </section>`;
}

/** @param {{ onMade: (secret: string) => void }} props */
function NewHook({ onMade }) {
  const { client } = useSession();
  const [url, setUrl] = useState("");
  const [kinds, setKinds] = useState(/** @type {string[]} */ (["game.your_turn"]));
  const { isSending, error, run } = useDeed(async () => {
    const { secret } = await client.webhooks.create({ url: url.trim(), kinds: /** @type {any} */ (kinds) });
    setUrl("");
    onMade(secret);
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    run();
  };
  return html`<form class="hook-form" onSubmit=${submit}>
    <${Text} label=${t("account.url")} hint=${t("account.url_hint")} type="url" required placeholder="https://"
      value=${url} onValue=${setUrl} />
    <${Kinds} legend=${t("account.kinds")} all=${KINDS} value=${kinds} onValue=${setKinds} />
    <button class="main" disabled=${isSending || !kinds.length}>${t("account.create")}</button>
    <${Wrong} error=${error} />
  </form>`;
}

/** @param {{ hook: Webhook, again: () => void }} props */
function Hook({ hook, again }) {
  const { client } = useSession();
  const { id, url, kinds, paused, paused_because, failing_since } = hook;
  const [tests, setTests] = useState(0);
  const test = async () => {
    await client.webhooks.test(id);
    setTests(tests + 1);
  };
  const reason = paused_because && paused_because !== "asked" ? `: ${t(`account.because_${paused_because}`)}` : "";
  return html`<article class="hook">
    <h3><code>${url}</code></h3>
    <p>
      <small lang="en">${kinds.join(", ")}</small>
      ${paused && html`<span class="tag warm">${t("account.paused")}${reason}</span>`}
      ${!paused && failing_since &&
      html`<span class="tag warm">${t("account.failing", { time: ago(failing_since) })}</span>`}
    </p>
    <div class="deeds">
      <${Deed} send=${test} disabled=${paused}>${t("account.test")}<//>
      <${Deed} send=${() => client.webhooks.update(id, { paused: !paused }).finally(again)}>
        ${paused ? t("account.resume") : t("account.pause")}
      <//>
      <${Deed} class="danger" aria-label=${t("account.remove_named", { name: url })}
        send=${() => client.webhooks.delete(id).finally(again)}>${t("account.remove")}<//>
    </div>
    <${Deliveries} id=${id} tests=${tests} />
  </article>`;
}

/** The newest deliveries; while one is under way the list is read again.
 * @param {{ id: string, tests: number }} props */
function Deliveries({ id, tests }) {
  const { client } = useSession();
  const { value, error, again } = useLoaded(async (signal) => {
    const found = await client.webhooks.listDeliveries(id, { limit: 10, signal });
    if (found.items.some(({ state }) => state === "pending")) setTimeout(() => signal.aborted || again(), EVERY);
    return found;
  }, [id, tests]);
  if (!value) return error ? html`<${Failure} error=${error} again=${again} />` : html`<${Waiting} />`;
  if (!value.items.length) return html`<p class="soft">${t("account.no_deliveries")}</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t("account.deliveries")}>
    <table>
      <thead>
        <tr>
          <th>${t("account.what")}</th><th>${t("account.when")}</th><th>${t("account.state")}</th>
          <th>${t("account.attempts")}</th><td></td>
        </tr>
      </thead>
      <tbody>
        ${value.items.map(
          ({ id: delivery, kind, state, attempts, created_at }) => html`<tr key=${delivery}>
            <td lang="en">${kind}</td>
            <td>${ago(created_at)}</td>
            <td><span class=${`tag ${state}`}>${t(`account.state_${state}`)}</span></td>
            <td>${attempts}</td>
            <td>
              ${state !== "pending" &&
              html`<${Deed} class="quiet" aria-label=${t("account.again_named", { name: kind })}
                send=${() => client.webhooks.replayDelivery(id, delivery).finally(again)}>${t("account.again")}<//>`}
            </td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
