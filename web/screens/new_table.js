// A new table: which game, who sits there, how fast, and who may come.
import { newKey } from "signalbox-client";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { share } from "../chance.js";
import { useFrame } from "../frame.js";
import { announce } from "../parts/announce.js";
import { saidOf, useDeed, Wrong } from "../parts/deed.js";
import { Choice, Select, Text } from "../parts/fields.js";
import { Failure, useLoaded, Waiting } from "../parts/load.js";
import { SignInFirst } from "../parts/sign_in_first.js";
import { navigate } from "../router.js";
import { useSession } from "../session.js";
import { setTitle } from "../title.js";
import { duration, has, number, t, titleOf } from "../strings/index.js";

const PERSON = "person";
const PACES = [0, 60, 300, 900, 3600, 86400, 259200, 604800]; // seconds for each decision; 0: no clock
const [DAY, VACATIONS] = [86400, [0, 7, 14, 30]]; // days for which each player may be away, if a move may take days
const SEATS = 2; // at first

/** @typedef {import("signalbox-client").Client} Client */
/** @typedef {{ game: string, seats: number, others: string[], pace: string, vacation: string, visibility: string,
 *   name: string, invited: string, options: Record<string, string> }} Wish */

/** @param {Client} client @param {AbortSignal} signal */
async function read(client, signal) {
  const [{ items: rulesets }, { items: bots }] = await Promise.all([
    client.rulesets.list({ signal }),
    client.bots.list({ signal }),
  ]);
  const newest = rulesets.filter(({ is_newest }) => is_newest);
  const details = await Promise.all(newest.map(({ id }) => client.rulesets.get(id, { signal })));
  return { rulesets: details, bots };
}

export default function NewTable() {
  const { client, me } = useSession();
  const { value, error, again } = useLoaded((signal) => read(client, signal), []);
  useEffect(() => setTitle(() => t("lobby.new_title")), []);
  return html`<h1>${t("lobby.new_title")}</h1>
    ${!me
      ? html`<${SignInFirst} />`
      : error
        ? html`<${Failure} error=${error} again=${again} />`
        : value
          ? html`<${Form} ...${value} />`
          : html`<${Waiting} />`}`;
}

/** @param {{ rulesets: import("signalbox-client").Ruleset[], bots: import("signalbox-client").Bot[] }} props */
function Form({ rulesets, bots }) {
  const { client } = useSession();
  const [wish, setWish] = useState(/** @type {Wish} */ ({
    game: rulesets[0]?.game ?? "", seats: SEATS, others: [PERSON], pace: String(DAY), vacation: "0",
    visibility: "public", name: "", invited: "", options: {},
  }));
  const change = (/** @type {Partial<Wish>} */ part) => setWish((before) => ({ ...before, ...part }));
  const ruleset = rulesets.find(({ game }) => game === wish.game);
  const { fewest, most } = ruleset?.seats ?? { fewest: SEATS, most: SEATS };
  const seats = Math.min(Math.max(wish.seats, fewest), most);
  const others = chairs(wish.others, seats);
  const options = Object.fromEntries(Object.entries(wish.options).filter(([, chosen]) => isPossible(chosen, seats)));
  const sent = useRef({ body: "", key: "" });
  useFrame("form");
  const { isSending, error, run } = useDeed(async () => {
    const body = bodyOf({ ...wish, seats, others, options });
    if (sent.current.body !== JSON.stringify(body)) sent.current = { body: JSON.stringify(body), key: newKey() };
    navigate(await opened(client, { ...body, idempotency_key: sent.current.key }, wish.invited));
  });
  if (!ruleset) return null;
  const hasPeople = others.includes(PERSON);
  const levels = [[PERSON, t("lobby.person")], ...bots.map(({ name }) => [name, levelOf(name)])];
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    run();
  };
  return html`<form class="form" onSubmit=${submit}>
    <${Choice}
      legend=${t("lobby.which_game")} name="game" value=${wish.game}
      choices=${rulesets.map((one) => [one.game, titleOf(one.game, one.title), seatsText(one.seats)])}
      onValue=${(/** @type {string} */ game) => change({ game, options: {} })}
    />
    <fieldset>
      <legend>${t("lobby.who_sits")}</legend>
      <${Select}
        label=${t("lobby.seats")} value=${String(seats)} choices=${range(ruleset.seats)}
        onValue=${(/** @type {string} */ count) =>
          change({ seats: Number(count), others: chairs(others, Number(count)) })}
      />
      <ol class="seats">
        <li>
          <span class="seat-name">${t("lobby.seat", { seat: 1 })}</span><span class="you">${t("lobby.you")}</span>
        </li>
        ${others.map(
          (kind, place) => html`<li>
            <${Select}
              label=${t("lobby.seat", { seat: place + 2 })} value=${kind} choices=${levels}
              onValue=${(/** @type {string} */ chosen) => change({ seats, others: others.with(place, chosen) })}
            />
          </li>`,
        )}
      </ol>
    </fieldset>
    <fieldset>
      <legend>${t("lobby.pace")}</legend>
      <${Select}
        label=${t("lobby.time_each")} value=${wish.pace} hint=${t("lobby.pace_hint")}
        choices=${PACES.map((seconds) => [String(seconds), seconds ? duration(seconds) : t("lobby.clock_none")])}
        onValue=${(/** @type {string} */ pace) => change({ pace })}
      />
      ${Number(wish.pace) >= DAY &&
      html`<${Select}
        label=${t("lobby.vacation")} value=${wish.vacation} hint=${t("lobby.vacation_hint")}
        choices=${VACATIONS.map((days) => [String(days), days ? duration(days * DAY) : t("lobby.vacation_none")])}
        onValue=${(/** @type {string} */ vacation) => change({ vacation })}
      />`}
    </fieldset>
    ${hasPeople &&
    html`<${Choice}
        legend=${t("lobby.who_may_come")} name="visibility" value=${wish.visibility}
        choices=${[
          ["public", t("lobby.visibility_public"), t("lobby.hint_public")],
          ["private", t("lobby.visibility_private"), t("lobby.hint_private")],
        ]}
        onValue=${(/** @type {string} */ visibility) => change({ visibility })}
      />
      <${Text} label=${t("lobby.invite_names")} hint=${t("lobby.invite_hint")} value=${wish.invited} autocomplete="off"
        onValue=${(/** @type {string} */ invited) => change({ invited })} />`}
    <details>
      <summary>${t("lobby.more")}</summary>
      <${Text} label=${t("lobby.table_name")} hint=${t("lobby.table_name_hint")}
        value=${wish.name} maxlength="60" autocomplete="off"
        onValue=${(/** @type {string} */ name) => change({ name })} />
      ${ruleset.options.map(
        ({ name, choices, default: usual, text }) => html`<${Select}
          label=${has(`lobby.option_${name}`) ? t(`lobby.option_${name}`) : text} value=${options[name] ?? usual}
          choices=${choices.filter((one) => isPossible(one, seats)).map((one) => [one, choiceText(name, one)])}
          onValue=${(/** @type {string} */ chosen) => change({ options: { ...wish.options, [name]: chosen } })}
        />`,
      )}
    </details>
    <div class="deeds">
      <button class="main" disabled=${isSending}>
        ${hasPeople ? t("lobby.open_table") : t("lobby.open_and_start")}
      </button>
      <${Wrong} error=${error} />
    </div>
  </form>`;
}

/** @param {Omit<Wish, "invited">} wish */
function bodyOf({ game, seats, others, pace, vacation, visibility, name, options }) {
  const bots = others.filter((kind) => kind !== PERSON);
  const hasVacation = Number(pace) >= DAY && Number(vacation) > 0;
  return {
    ruleset: game,
    seats,
    bots,
    options,
    visibility: /** @type {any} */ (others.includes(PERSON) ? visibility : "public"),
    ...(name.trim() && { name: name.trim() }),
    ...(Number(pace) && {
      clock: { per_action: Number(pace), ...(hasVacation && { vacation_days: Number(vacation) }) },
    }),
  };
}

/** Opens it, invites, and starts it if nobody has to come. Once there is a table, what fails can be done again there.
 * @param {Client} client @param {string} invited @returns {Promise<string>} its address
 * @param {ReturnType<typeof bodyOf> & { idempotency_key: string }} body the same key opens the same table */
async function opened(client, body, invited) {
  const { id } = await client.games.create(body);
  const hasPeople = body.bots.length < body.seats - 1;
  if (!hasPeople) await client.games.start(id, share()).catch((error) => announce(saidOf(error)));
  const names = hasPeople ? invited.split(/[\s,;]+/).filter(Boolean) : [];
  const refused = await Promise.all(names.map((one) => client.games.invite(id, one).then(() => "", () => one)));
  const unknown = refused.filter(Boolean).join(", ");
  return `/games/${id}${unknown && `?not_invited=${encodeURIComponent(unknown)}`}`;
}

/** One entry for each other seat. @param {string[]} kinds @param {number} seats */
const chairs = (kinds, seats) => Array.from({ length: seats - 1 }, (_, place) => kinds[place] ?? PERSON);

/** @param {import("signalbox-client").SeatRange} seats @returns {[string, string][]} */
function range({ fewest, most }) {
  const counts = Array.from({ length: most - fewest + 1 }, (_, more) => fewest + more);
  return counts.map((count) => [String(count), number(count)]);
}

/** @param {import("signalbox-client").SeatRange} seats */
const seatsText = ({ fewest, most }) => t("lobby.players", { fewest, most });

/** @param {string} bot */
const levelOf = (bot) => (has(`lobby.level_${bot}`) ? t(`lobby.level_${bot}`) : t("lobby.bot", { name: bot }));

/** A choice that names a seat needs that seat. @param {string} choice @param {number} seats */
const isPossible = (choice, seats) => !/^\d+$/.test(choice) || Number(choice) < seats;

/** @param {string} option @param {string} choice */
function choiceText(option, choice) {
  if (/^\d+$/.test(choice)) return t("lobby.seat", { seat: Number(choice) + 1 });
  return has(`lobby.choice_${choice}`) ? t(`lobby.choice_${choice}`) : choice;
}
