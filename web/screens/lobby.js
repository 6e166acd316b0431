// The lobby: my games, invitations, open tables, and games to watch. It keeps itself up to date.
import { html, useEffect } from "../vendor/preact.js";
import { share } from "../chance.js";
import { GameCard, inOrder } from "../parts/games.js";
import { Deed } from "../parts/deed.js";
import { Failure, useLoaded, Waiting } from "../parts/load.js";
import { useNews } from "../news.js";
import { Link, navigate } from "../router.js";
import { useSession } from "../session.js";
import { setTitle, setTurns } from "../title.js";
import { moment, t, titleOf } from "../strings/index.js";

const EVERY = 5000; // milliseconds between two looks at what no notice tells
const RUNNING = /** @type {const} */ (["open", "playing", "scoring"]);

/** @typedef {import("signalbox-client").GameSummary} Summary */
/** @typedef {import("signalbox-client").Client} Client */

/** @param {Client} client @param {boolean} isMember @param {AbortSignal} signal */
async function read(client, isMember, signal) {
  const none = { items: [] };
  const [mine, invitations, open, playing, finished] = await Promise.all([
    isMember ? client.me.listGames({ status: [...RUNNING], limit: 100, signal }) : none,
    isMember ? client.me.listInvitations({ signal }) : none,
    client.games.list({ status: ["open"], open_seats: true, limit: 20, signal }),
    client.games.list({ status: ["playing"], limit: 12, signal }),
    client.games.list({ status: ["finished"], limit: 30, signal }),
  ]);
  const own = new Set(mine.items.map(({ id }) => id));
  const others = (/** @type {Summary[]} */ games) => games.filter(({ id }) => !own.has(id));
  return {
    mine: inOrder(mine.items),
    invitations: invitations.items,
    open: others(open.items),
    playing: others(playing.items).slice(0, 6),
    finished: closest(finished.items).slice(0, 6),
  };
}

/** Worth watching first: people at the table, and a close end. @param {Summary[]} games */
function closest(games) {
  const margin = (/** @type {Summary} */ { scores = [] }) => {
    const [best = 0, second = 0] = [...scores].sort((one, other) => other - one);
    return best - second;
  };
  const people = (/** @type {Summary} */ { seats }) => seats.filter(({ is_bot }) => !is_bot).length;
  return [...games].sort((one, other) => people(other) - people(one) || margin(one) - margin(other));
}

export default function Lobby() {
  const { client, me, signIn } = useSession();
  const { value, error, again } = useLoaded((signal) => read(client, Boolean(me), signal), [me?.id]);
  useEffect(() => setTitle(() => t("lobby.title")), []);
  useEffect(() => {
    if (value) setTurns(value.mine.filter(({ my_turn }) => my_turn).map(({ id }) => id));
  }, [value]);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || again(), EVERY);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, []);
  useNews(again, []);
  return html`<div class="lobby">
    <div class="top">
      <h1>${t("lobby.title")}</h1>
      ${me && html`<${Link} class="button main" to="/tables/new">${t("lobby.new_table")}<//>`}
    </div>
    ${!me && html`<${Welcome} signIn=${signIn} />`}
    ${error && !value ? html`<${Failure} error=${error} again=${again} />` : !value && html`<${Waiting} />`}
    ${value && html`<${Lists} ...${value} again=${again} />`}
  </div>`;
}

/** @param {{ signIn: () => void }} props */
const Welcome = ({ signIn }) => html`<section class="welcome">
  <p class="lead">${t("lobby.welcome")}</p>
  <p>
    <button class="main" onClick=${signIn}>${t("lobby.sign_in_or_up")}</button>
  </p>
  <p class="soft">${t("lobby.watch_freely")}</p>
</section>`;

/** @param {Awaited<ReturnType<typeof read>> & { again: () => void }} props */
function Lists({ mine, invitations, open, playing, finished, again }) {
  const { me } = useSession();
  return html`
    ${invitations.length > 0 &&
    html`<section>
      <h2>${t("lobby.invitations")}</h2>
      <ul class="cards">
        ${invitations.map((one) => html`<${Invited} key=${one.game} invitation=${one} again=${again} />`)}
      </ul>
    </section>`}
    ${me &&
    html`<section>
      <h2>${t("lobby.mine")}</h2>
      <${Cards} games=${mine} none=${t("lobby.no_mine")} />
      <p><${Link} to=${`/players/${me.name}`}>${t("lobby.my_finished")}<//></p>
    </section>`}
    <section>
      <h2>${t("lobby.open")}</h2>
      <${Cards} games=${open} none=${t("lobby.no_open")}
        deed=${(/** @type {Summary} */ game) => html`<${Join} game=${game} again=${again} />`} />
    </section>
    ${playing.length > 0 && html`<section><h2>${t("lobby.playing")}</h2><${Cards} games=${playing} /></section>`}
    ${finished.length > 0 &&
    html`<section>
      <h2>${t("lobby.finished_games")}</h2>
      <${Cards} games=${finished} deed=${(/** @type {Summary} */ { id }) =>
        html`<${Link} class="button" to=${`/games/${id}/replay`}>${t("lobby.watch")}<//>`} />
    </section>`}
  `;
}

/** @param {{ games: Summary[], none?: string, deed?: (game: Summary) => any }} props */
function Cards({ games, none, deed }) {
  if (!games.length) return html`<p class="none">${none}</p>`;
  return html`<ul class="cards">
    ${games.map((game) => html`<${GameCard} key=${game.id} game=${game}>${deed?.(game)}<//>`)}
  </ul>`;
}

/** @param {{ game: Summary, again: () => void }} props */
function Join({ game, again }) {
  const { client, me, signIn } = useSession();
  const join = async () => {
    if (!me) return signIn();
    await client.games.takeSeat(game.id, share()).finally(again);
    navigate(`/games/${game.id}`);
  };
  const name = t("lobby.join_table", { game: game.name || titleOf(game.ruleset, game.ruleset_title) });
  return html`<${Deed} send=${join} aria-label=${name}>${t("lobby.join")}<//>`;
}

/** @param {{ invitation: import("signalbox-client").Invitation, again: () => void }} props */
function Invited({ invitation: { game, ruleset, inviter, expires_at }, again }) {
  const { client } = useSession();
  const accept = async () => {
    await client.games.takeSeat(game, share()).finally(again);
    navigate(`/games/${game}`);
  };
  const decline = () => client.me.declineInvitation(game).finally(again);
  const [name = ""] = ruleset.split("@");
  return html`<li class="card mine">
    <div class=${`stripe ${name}`} aria-hidden="true"></div>
    <div class="about">
      <h3>${t("lobby.invited_by", { name: inviter })}</h3>
      <p class="soft">${t("lobby.invited_until", { game: titleOf(ruleset), time: moment(expires_at) })}</p>
    </div>
    <div class="deeds">
      <${Deed} class="main" send=${accept}>${t("lobby.accept")}<//>
      <${Deed} send=${decline}>${t("lobby.decline")}<//>
    </div>
  </li>`;
}
