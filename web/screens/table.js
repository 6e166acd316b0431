// A table: the map, and around it what a player has on the table and in the hand.
import { html, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { useFrame } from "../frame.js";
import { usePreference } from "../settings.js";
import { setTitle, setTurn } from "../title.js";
import { t } from "../strings/index.js";
import { Board } from "../board/map.js";
import { closedIn } from "../board/picture.js";
import { weightOf } from "../model/board.js";
import { isMyTurn, isOver, mine } from "../model/game.js";
import { Bar } from "../parts/bar.js";
import { Decide, Keep } from "../parts/decide.js";
import { Hand } from "../parts/hand.js";
import { Failure, Waiting } from "../parts/load.js";
import { Log } from "../parts/log.js";
import { Menu } from "../parts/menu.js";
import { Messages } from "../parts/messages.js";
import { Result } from "../parts/result.js";
import { RouteInfo } from "../parts/route_info.js";
import { Seats } from "../parts/seats.js";
import { Supply } from "../parts/supply.js";
import { panel, Tabs, useMedia } from "../parts/tabs.js";
import { standingOf, Tickets } from "../parts/tickets.js";
import { useTable } from "./table_state.js";

/** @typedef {import("./table_state.js").Table} Table */
/** @typedef {import("../parts/decide.js").Question} Question */

const TABS = ["cards", "tickets", "players", "log", "messages"];
const OF_SEATED = ["tickets", "messages"]; // others have neither
const NARROW = "(max-width: 56rem)"; // as in style/table.css

/** @param {{ id: string, query: URLSearchParams }} props */
export default function TableScreen({ id, query }) {
  const table = useTable(id);
  const { game, board, words, error, again } = table;
  useEffect(() => {
    if (game && words) setTitle(() => game.name ?? words.title);
    return game?.seat === undefined ? undefined : setTurn(game.id, isMyTurn(game) && !isOver(game));
  }, [game?.version, words?.title]);
  const [WaitingRoom, setWaitingRoom] = useState(/** @type {any} */ (null));
  const [failure, setFailure] = useState(/** @type {unknown} */ (null));
  const isInvited = error?.status === 404 && query.has("invite"); // a private table, seen through its link
  const isWaiting = game?.status === "open" || (!game && isInvited);
  useEffect(() => {
    const arrived = (/** @type {any} */ module) => setWaitingRoom(() => module.default);
    if (isWaiting && !failure) import("./waiting.js").then(arrived, setFailure);
  }, [isWaiting, failure]);
  if (isWaiting && WaitingRoom) return html`<${WaitingRoom} id=${id} query=${query} onStart=${again} />`;
  if (isWaiting && failure) return html`<${Failure} error=${failure} again=${() => setFailure(null)} />`;
  if (isWaiting) return html`<${Waiting} />`;
  if (error && !(game && board)) return html`<${Failure} error=${error} again=${again} />`;
  if (!game || !board || !words) return html`<${Waiting} />`;
  return html`<${TableView} table=${/** @type {Table} */ (table)} />`;
}

/** @param {{ table: Table }} props */
function TableView({ table }) {
  useFrame("table");
  const { game, board, words, choices } = table;
  const [picture, setPicture] = useState(/** @type {import("../board/picture.js").Picture | undefined} */ (undefined));
  const [question, setQuestion] = useState(/** @type {Question | null} */ (null));
  const [info, setInfo] = useState(/** @type {string | null} */ (null));
  const [ticket, setTicket] = useState(/** @type {string | undefined} */ (undefined));
  // What was chosen in the list is brought into sight; what is under the mouse stays where it is.
  const [listed, setListed] = useState(/** @type {string | undefined} */ (undefined));
  const [hovered, setHovered] = useState(/** @type {string | undefined} */ (undefined));
  const pointed = hovered ?? listed;
  const [tab, setTab] = useState("cards");
  const isNarrow = useMedia(NARROW);
  const tabs = tabsOf(game).map((name) => [name, t(`table.tab_${name}`)]);
  const [isCareful, setCareful] = usePreference("careful");
  const [isAside, setAside] = useState(false);
  const closed = useMemo(() => closedIn(picture), [picture]);
  const marks = useMarks(table, closed, { ticket, pointed, chosen: question?.route });
  const weight = useWeight(table);
  const isChoosing = choices.keeps.length + choices.fleets.length > 0;
  const wasChoosing = useRef(isChoosing);
  useEffect(() => {
    const isClosing = question || (wasChoosing.current && !isChoosing);
    if (isClosing && !table.isOwn) table.setMoved(true); // so that the reader knows why
    wasChoosing.current = isChoosing;
    setQuestion(null);
    setListed(undefined);
  }, [game.view?.moment, isMyTurn(game) && game.version, isChoosing]);
  useEffect(() => setAside(false), [game.view?.moment]);
  useEffect(() => void (choices.market.size && setTab("cards")), [choices]);
  useEffect(() => void (isOver(game) && setTab("players")), [isOver(game)]);
  const ask = (/** @type {any[]} */ actions, /** @type {string} */ title, more = {}) => {
    setInfo(null);
    table.setMoved(false);
    setQuestion({ title, actions, ...more });
  };
  const askRoute = (/** @type {string} */ id) => {
    const [actions, route] = [choices.routes.get(id), board.routes.get(id)];
    if (!actions || !route) return setQuestion(null), setInfo(id);
    const about = `${words.route(id)} · ${t("table.points", { count: route.points })}`;
    ask(actions, words.ends(id), { route: id, about });
  };
  const askPlace = (/** @type {string} */ id) =>
    ask(choices.harbours.get(id) ?? [], t("table.harbour_in", { place: words.place(id) }));
  const pick = (/** @type {any[]} */ actions, /** @type {string} */ title) =>
    actions.length > 1 || isCareful ? ask(actions, title) : table.act(actions[0]);
  const title = t(`table.moment_${game.view?.moment ?? "turn"}`);
  const phase = isOver(game) ? "over" : game.status;
  return html`<div class="table" data-tab=${tab} data-phase=${phase} data-version=${game.version}>
    <h1 class="unseen">${game.name ?? words.title}</h1>
    <div class="stage">
      <${Bar} table=${table} title=${title} closed=${closed} isAside=${isAside} onBack=${() => setAside(false)}
        onAsk=${ask} onRoute=${askRoute} onPlace=${askPlace} onPoint=${setListed} />
      <${Board} game=${game} marks=${marks} wraps=${board.wraps} weight=${weight} focus=${{ route: listed }}
        label=${t("map.board_of", { title: words.title })}
        onRoute=${askRoute} onPlace=${askPlace} onHover=${setHovered} onPicture=${setPicture}>
        ${pointed &&
        html`<p class="board-tip" aria-hidden="true">
          ${words.route(pointed)}${closed.has(pointed) && ` · ${t("table.closed_twin")}`}
        </p>`}
      <//>
      ${question &&
      html`<${Decide} key=${question.title} table=${table} question=${question} closed=${closed}
        onClose=${() => setQuestion(null)} />`}
      ${info &&
      html`<${RouteInfo} key=${info} table=${table} id=${info} closed=${closed} onClose=${() => setInfo(null)} />`}
      ${choices.keeps.length > 0 && !isAside &&
      html`<${Keep} table=${table} title=${title} closed=${closed} onClose=${() => setAside(true)}
        onShow=${setTicket} />`}
      ${choices.fleets.length > 0 && !isAside &&
      html`<${Decide} table=${table} closed=${closed} onClose=${() => setAside(true)}
        question=${{ title, actions: choices.fleets, about: t("table.fleet_about") }} />`}
    </div>
    ${isNarrow && html`<${Tabs} label=${t("table.title")} tabs=${tabs} chosen=${tab} onChoose=${setTab} />`}
    ${!isOver(game) &&
    html`<div class="tray" data-name="cards" ...${panel("cards", isNarrow)}>
      <${Supply} table=${table} onPick=${pick} onAsk=${ask} />
      <${Hand} table=${table} />
    </div>`}
    <div class="table-side">
      <div data-name="players" ...${panel("players", isNarrow)}>
        ${isOver(game) && html`<${Result} table=${table} />`}
        <${Seats} table=${table} />
        <${Menu} table=${table} isCareful=${isCareful} onCareful=${setCareful} />
      </div>
      <div data-name="tickets" ...${panel("tickets", isNarrow)}>
        <${Tickets} table=${table} closed=${closed} onShow=${setTicket} />
      </div>
      <div data-name="log" ...${panel("log", isNarrow)}><${Log} table=${table} /></div>
      <div data-name="messages" ...${panel("messages", isNarrow)}><${Messages} table=${table} /></div>
    </div>
  </div>`;
}

/** What there is to be seen. @param {import("signalbox-client").Game} game */
const tabsOf = (game) =>
  TABS.filter((name) => !(isOver(game) && name === "cards") && (game.seat !== undefined || !OF_SEATED.includes(name)));

/** @param {Table} table @param {Set<string>} closed
 * @param {{ ticket?: string, pointed?: string, chosen?: string }} shown */
function useMarks(table, closed, { ticket, pointed, chosen }) {
  const { choices, board } = table;
  return useMemo(() => {
    const missing = ticket ? standingOf(table, ticket, closed) : undefined;
    return [
      { kind: "legal", routes: choices.routes.keys(), places: choices.harbours.keys() },
      { kind: "missing", routes: missing?.missing, places: ticket ? board.tickets.get(ticket)?.places : [] },
      { kind: "pointed", routes: [pointed ?? "", chosen ?? ""] },
    ].map((mark) => ({ ...mark, routes: [...(mark.routes ?? [])], places: [...(mark.places ?? [])] }));
  }, [choices, ticket, pointed, chosen, closed, table.game.version]);
}

/** Names of places on my tickets stay longest. @param {Table} table */
function useWeight({ game, board }) {
  const { tickets = [], offer = [] } = mine(game) ?? {};
  const key = [...tickets, ...offer].join(" ");
  return useMemo(() => weightOf(board, [...tickets, ...offer]), [board, key]);
}
