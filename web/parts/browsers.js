// The browsers that show the reader's notices while no page is open. This one can become one of them.
import { html, useState } from "../vendor/preact.js";
import { Deed, useDeed, Wrong } from "./deed.js";
import { Text } from "./fields.js";
import { Failure, useLoaded, Waiting } from "./load.js";
import { useSession } from "../session.js";
import { moment, t } from "../strings/index.js";

/** @param {{ onSubscribed: () => void }} props to subscribe a browser turns pushes on */
export function Browsers({ onSubscribed }) {
  const { client } = useSession();
  const { value, error, again } = useLoaded((signal) => client.me.listPushSubscriptions({ limit: 100, signal }), []);
  const subscribed = () => {
    again();
    onSubscribed();
  };
  return html`<h3>${t("account.browsers")}</h3>
    <p class="soft">${t("account.browsers_hint")}</p>
    ${error && !value ? html`<${Failure} error=${error} again=${again} />` : !value && html`<${Waiting} />`}
    <ul class="rows">
      ${value?.items.map(
        ({ id, description, created_at }) => html`<li key=${id}>
          <div>
            <strong>${description || "–"}</strong>
            <small>${t("account.since", { time: moment(created_at, { dateStyle: "medium" }) })}</small>
          </div>
          <${Deed} class="danger" aria-label=${t("account.remove_named", { name: description })}
            send=${() => client.me.deletePushSubscription(id).finally(again)}>${t("account.remove")}<//>
        </li>`,
      )}
    </ul>
    ${value && !value.items.length && html`<p class="none">${t("account.no_browsers")}</p>`}
    <${ThisBrowser} onSubscribed=${subscribed} />`;
}

/** @param {{ onSubscribed: () => void }} props */
function ThisBrowser({ onSubscribed }) {
  const { client, origin } = useSession();
  const [description, setDescription] = useState("");
  const [isRefused, setRefused] = useState(false);
  const { isSending, error, run } = useDeed(async () => {
    const isAllowed = (await Notification.requestPermission()) === "granted";
    setRefused(!isAllowed);
    if (!isAllowed) return;
    await client.me.createPushSubscription({ ...(await subscription(client)), description });
    setDescription("");
    onSubscribed();
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    run();
  };
  if (!canSubscribe(origin)) return html`<p class="soft">${t("account.no_pushes_here")}</p>`;
  return html`<form class="hook-form" onSubmit=${submit}>
    <${Text} label=${t("account.browser_name")} hint=${t("account.browser_name_hint")} maxlength="100"
      value=${description} onValue=${setDescription} />
    <button disabled=${isSending}>${t("account.subscribe")}</button>
    ${isRefused && html`<p class="wrong" role="alert">${t("account.notify_refused")}</p>`}
    <${Wrong} error=${error} />
  </form>`;
}

/** The service worker is a file of the server, so only a page of the server can have it. @param {string} origin */
const canSubscribe = (origin) =>
  origin === location.origin && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** What the push service of this browser gives us. @param {import("signalbox-client").Client} client
 * @returns {Promise<any>} */
async function subscription(client) {
  const { public_key } = await client.server.pushKey();
  await navigator.serviceWorker.register("/push-worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
  return made.toJSON();
}
