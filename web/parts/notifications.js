// What the reader is sent outside the page: by e-mail, and to browsers.
import { html, useState } from "../vendor/preact.js";
import { Browsers } from "./browsers.js";
import { useDeed, Wrong } from "./deed.js";
import { Check, Choice, Select } from "./fields.js";
import { Kinds } from "./kinds.js";
import { Failure, useLoaded, Waiting } from "./load.js";
import { useSession } from "../session.js";
import { LANGUAGES, t } from "../strings/index.js";

/** @typedef {import("signalbox-client").NotificationChoicesBody} Wish */

const KINDS = Object.entries({
  game: ["your_turn", "started", "finished", "closed", "invitation", "rematch", "declined", "message"],
  friend: ["request"],
  seat: ["taken", "cleared", "timed_out", "handed_over", "resigned", "returned"],
  vacation: ["began", "ended"],
  pause: ["proposed", "declined", "began", "ending"],
  time: ["given"],
  deadline: ["near"],
  account: ["claim_requested"],
  webhook: ["paused"],
}).flatMap(([subject, happened]) => happened.map((what) => `${subject}.${what}`));

export function Notifications() {
  const { client, origin } = useSession();
  const { value, error, again } = useLoaded((signal) => client.me.getNotifications({ signal }), []);
  const [wish, setWish] = useState(/** @type {Wish} */ ({}));
  const deed = useDeed(async () => {
    await client.me.updateNotifications(wish);
    setWish({});
    again();
  });
  const set = (/** @type {any} */ change) => setWish({ ...wish, ...change });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    deed.run();
  };
  return html`<section class="panel">
    <h2>${t("account.notifications")}</h2>
    <p class="soft">${t("account.notifications_hint")}</p>
    ${error && !value ? html`<${Failure} error=${error} again=${again} />` : !value && html`<${Waiting} />`}
    ${value && html`<form class="hook-form" onSubmit=${submit}>
      ${!value.email_verified && html`<p><a href=${`${origin}/account/email`}>${t("account.no_address")}</a></p>`}
      <${Fields} choice=${{ ...value, ...wish }} set=${set} />
      <button class="main" disabled=${deed.isSending || !Object.keys(wish).length}>${t("account.save")}</button>
      <${Wrong} error=${deed.error} />
    </form>`}
    <${Browsers} onSubscribed=${again} />
  </section>`;
}

/** @param {{ choice: Wish, set: (change: Wish) => void }} props */
function Fields({ choice, set }) {
  return html`<${Choice} legend=${t("account.email")} name="email" value=${choice.email}
      choices=${["off", "each", "daily"].map((name) => [name, t(`account.email_${name}`)])}
      onValue=${(/** @type {any} */ email) => set({ email })} />
    ${choice.email === "daily" &&
    html`<${Select} label=${t("account.hour")} value=${`${choice.email_hour}`} choices=${HOURS}
      onValue=${(/** @type {string} */ hour) => set({ email_hour: Number(hour) })} />`}
    ${choice.email !== "off" && html`<${Which} legend=${t("account.email_kinds")} value=${choice.email_kinds}
      onValue=${(/** @type {any} */ email_kinds) => set({ email_kinds })} />`}
    <${Check} label=${t("account.push")} value=${choice.push}
      onValue=${(/** @type {boolean} */ push) => set({ push })} />
    ${choice.push && html`<${Which} legend=${t("account.push_kinds")} value=${choice.push_kinds}
      onValue=${(/** @type {any} */ push_kinds) => set({ push_kinds })} />`}
    <${Select} label=${t("account.time_zone")} value=${choice.time_zone} choices=${zonesWith(choice.time_zone ?? "UTC")}
      onValue=${(/** @type {string} */ time_zone) => set({ time_zone })} />
    <${Select} label=${t("account.text_language")} value=${choice.language} choices=${Object.entries(LANGUAGES)}
      onValue=${(/** @type {any} */ language) => set({ language })} />`;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => [`${hour}`, `${hour}:00`]);

/** @param {string} chosen @returns {[string, string][]} */
const zonesWith = (chosen) => {
  const names = new Set([chosen, "UTC", ...Intl.supportedValuesOf("timeZone")]);
  return [...names].sort().map((name) => [name, name.replaceAll("_", " ")]);
};

/** All kinds are null: also those to come.
 * @param {{ legend: string, value?: string[] | null, onValue: (kinds: string[] | null) => void }} props */
function Which({ legend, value, onValue }) {
  return html`<details>
    <summary>${legend}</summary>
    <${Kinds} legend=${legend} all=${KINDS} value=${value ?? KINDS}
      onValue=${(/** @type {string[]} */ kinds) => onValue(kinds.length === KINDS.length ? null : kinds)} />
  </details>`;
}
