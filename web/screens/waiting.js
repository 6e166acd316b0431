// A table that has not started: who sits there, who is invited, and the link to pass on. The table's screen shows it
// while the game is open; `onStart` is called when it no longer is.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { NotFound } from "signalbox-client";
import { share } from "../chance.js";
import { useFrame } from "../frame.js";
import { announce } from "../parts/announce.js";
import { Deed, useDeed, Wrong } from "../parts/deed.js";
import { Text } from "../parts/fields.js";
import { clockText, nameOf } from "../parts/games.js";
import { Failure, useLoaded, Waiting } from "../parts/load.js";
import { navigate } from "../router.js";
import { session, useSession } from "../session.js";
import { setTitle } from "../title.js";
import { t, titleOf } from "../strings/index.js";

const EVERY = 3000; // milliseconds between two looks: an open table has no stream for those who hold only its link

/** @typedef {import("signalbox-client").Game} Game */
/** @typedef {import("signalbox-client").GameSummary} Summary */

/** The table, as a member or by the code of its link.
 * @param {string} id @param {string} code @param {AbortSignal} signal @returns {Promise<Game | Summary>} */
async function read(id, code, signal) {
  const { games } = session.client;
  try {
    return await games.get(id, { signal });
  } catch (error) {
    if (!code || !(error instanceof NotFound)) throw error;
    return games.getInvite(id, code, { signal });
  }
}

/** @param {{ id: string, query: URLSearchParams, onStart?: () => void }} props */
export default function WaitingRoom({ id, query, onStart }) {
  const { me } = useSession();
  const code = query.get("invite") ?? "";
  const { value: game, error, again, change } = useLoaded((signal) => read(id, code, signal), [id, code, me?.id]);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || again(), EVERY);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (game) setTitle(() => game.name || t("lobby.table_of", { game: titleOf(game.ruleset) }));
    if (game && game.status !== "open") onStart?.();
  }, [game?.status]);
  if (error && (!game || error instanceof NotFound)) return html`<${Failure} error=${error} again=${again} />`;
  if (!game) return html`<${Waiting} />`;
  return html`<${Room} game=${game} code=${code} notInvited=${query.get("not_invited") ?? ""}
    change=${change} again=${again} />`;
}

/** @param {{ game: Game | Summary, code: string, notInvited: string, change: (game: Game) => void,
 *   again: () => void }} props */
function Room({ game, code, notInvited, change, again }) {
  const { client, me, signIn } = useSession();
  useFrame("form");
  const { id, seats, clock, host, visibility } = game;
  const [isHost, mine] = [me?.name === host, seats.find(({ player }) => me && player === me.name)];
  const free = seats.filter(({ taken }) => !taken);
  const invite = "invite_code" in game ? game.invite_code : undefined;
  const begin = async () => change(await client.games.start(id, mine && !mine.client_seed ? share() : {}));
  const join = async () => {
    if (!me) return signIn();
    change(await client.games.takeSeat(id, { ...share(), ...(code && { invite_code: code }) }));
  };
  const leave = async () => {
    await client.games.leaveSeat(id);
    navigate("/");
  };
  const title = titleOf(game.ruleset, "ruleset_title" in game ? game.ruleset_title : undefined);
  return html`<div class="room">
    <h1>${game.name || t("lobby.table_of", { game: title })}</h1>
    <p class="soft">${title} · ${clockText(clock)} · ${t(`lobby.visibility_${visibility}`)}</p>
    ${notInvited && html`<p class="wrong" role="alert">${t("lobby.not_invited", { names: notInvited })}</p>`}
    <section class="panel">
      <h2>${free.length ? t("lobby.waiting_for", { count: free.length }) : t("lobby.all_here")}</h2>
      <ol class="chairs">
        ${seats.map((seat) => html`<${Chair} key=${seat.seat} game=${game} seat=${seat} isHost=${isHost}
          change=${change} />`)}
      </ol>
      <div class="deeds">
        ${isHost &&
        html`<${Deed} class="main" disabled=${free.length > 0} send=${begin}>${t("lobby.start")}<//>`}
        ${!mine && free.length > 0 && html`<${Deed} class="main" send=${join}>${t("lobby.join")}<//>`}
        ${mine && html`<${Deed} send=${leave}>${t("lobby.leave")}<//>`}
        ${!isHost && mine && html`<p class="soft">${t("lobby.host_starts", { name: host })}</p>`}
      </div>
    </section>
    ${isHost &&
    html`<section class="panel">
      <h2>${t("lobby.bring_people")}</h2>
      ${(visibility !== "private" || invite) && html`<${PassOn} address=${addressOf(id, invite)} />`}
      <${InviteByName} id=${id} again=${again} />
    </section>`}
  </div>`;
}

/** @param {string} id @param {string} [code] */
const addressOf = (id, code) => `${location.origin}/games/${id}${code ? `?invite=${encodeURIComponent(code)}` : ""}`;

/** @param {{ game: Game | Summary, seat: import("signalbox-client").TableSeat, isHost: boolean,
 *   change: (game: Game) => void }} props */
function Chair({ game, seat, isHost, change }) {
  const { client, me } = useSession();
  const isOther = seat.taken && seat.player !== me?.name;
  const clear = async () => change(await client.games.clearSeat(game.id, seat.seat));
  return html`<li class=${seat.taken ? "taken" : "free"}>
    <span class="seat-name">${t("lobby.seat", { seat: seat.seat + 1 })}</span>
    <span class="name">
      ${nameOf(seat)}${seat.player === me?.name && me ? html` <small>${t("lobby.you")}</small>` : ""}
    </span>
    ${isHost && isOther &&
    html`<${Deed} class="quiet" send=${clear} aria-label=${t("lobby.clear_seat", { seat: seat.seat + 1 })}>
      ${t("lobby.clear")}
    <//>`}
  </li>`;
}

/** @param {{ address: string }} props */
function PassOn({ address }) {
  const [isCopied, setCopied] = useState(false);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const copy = async () => {
    if (!(await isCopiedTo(address, place.current?.querySelector("input")))) return;
    setCopied(true);
    announce(t("lobby.copied"));
  };
  return html`<div class="pass-on" ref=${place}>
    <${Text} label=${t("lobby.link")} hint=${t("lobby.link_hint")} value=${address} readonly onValue=${() => {}}
      onFocus=${(/** @type {any} */ { target }) => target.select()} />
    <${Deed} send=${copy}>${isCopied ? t("lobby.copied") : t("lobby.copy")}<//>
  </div>`;
}

/** Without HTTPS there is no clipboard for pages; the text is then selected, which older browsers copy and people can.
 * @param {string} text @param {HTMLInputElement | null | undefined} field */
async function isCopiedTo(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select();
    return document.execCommand("copy");
  }
}

/** @param {{ id: string, again: () => void }} props */
function InviteByName({ id, again }) {
  const { client } = useSession();
  const [name, setName] = useState("");
  const [count, setCount] = useState(0);
  const { value } = useLoaded((signal) => client.games.listInvitations(id, { signal }), [count]);
  const { isSending, error, run } = useDeed(async () => {
    await client.games.invite(id, name.trim());
    announce(t("lobby.was_invited", { name: name.trim() }));
    setName("");
    setCount(count + 1);
    again();
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (name.trim()) run();
  };
  const open = value?.items.filter(({ status }) => status === "open" || status === "declined") ?? [];
  return html`<form class="pass-on" onSubmit=${submit}>
      <${Text} label=${t("lobby.invite_name")} value=${name} onValue=${setName} autocomplete="off" maxlength="24" />
      <button disabled=${isSending}>${t("lobby.invite")}</button>
    </form>
    <${Wrong} error=${error} />
    ${open.length > 0 &&
    html`<ul class="invited">
      ${open.map(({ player, status }) => html`<li>${player} <small>${t(`lobby.invitation_${status}`)}</small></li>`)}
    </ul>`}`;
}
