// Proof of a game: one button, and an answer in plain words. A file can be checked instead.
import { NotFound } from "signalbox-client";
import { NoExport, printable } from "signalbox-client/verify";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { useFrame } from "../frame.js";
import { announce } from "../parts/announce.js";
import { Failure, useLoaded, Waiting } from "../parts/load.js";
import { Verdict } from "../parts/verdict.js";
import { proved, provedFiles } from "../prove.js";
import { kept, useReceipts } from "../receipts.js";
import { Link } from "../router.js";
import { useSession } from "../session.js";
import { moment, t, titleOf } from "../strings/index.js";
import { setTitle } from "../title.js";
import { playersOf } from "../model/people.js";

/** @typedef {import("signalbox-client").Game} Game */
/** @typedef {import("../prove.js").Proof} Proof */
/** @typedef {{ busy?: boolean, proof?: Proof, at?: Date, file?: string, error?: any }} State */

/** @param {{ id: string }} props */
export default function ProofScreen({ id }) {
  const { client } = useSession();
  const { value: game, error, again } = useLoaded((signal) => client.games.get(id, { signal }), [client, id]);
  useReceipts(client, game);
  useFrame("proof");
  useEffect(() => setTitle(() => t("proof.title")), []);
  if (error instanceof NotFound) return html`<div class="proof"><${Gone} id=${id} /><${Desk} /></div>`;
  if (error) return html`<${Failure} error=${error} again=${again} />`;
  if (!game) return html`<${Waiting} />`;
  return html`<div class="proof"><${About} game=${game} /><${Desk} game=${game} /></div>`;
}

/** @param {{ game: Game }} props */
function About({ game }) {
  const day = moment(game.created_at, { dateStyle: "long" });
  const facts = { ruleset: titleOf(game.ruleset), day, players: playersOf(game).join(", ") };
  return html`<h1>${t("proof.title")}</h1>
    <p class="lead">${t("proof.about", facts)}</p>
    <p>${t("proof.why")}</p>
    <p class="paths no-print">
      <${Link} to=${`/games/${game.id}`}>${t("proof.to_table")}<//>
      <${Link} to=${`/games/${game.id}/replay`}>${t("proof.to_replay")}<//>
    </p>`;
}

/** A game that the server does not show (any more), though it may have signed for it. @param {{ id: string }} props */
function Gone({ id }) {
  const before = kept(id);
  const values = before && { version: before.receipt.version, at: moment(before.receipt.at) };
  return html`<h1>${t("proof.title")}</h1>
    <div class="failure" role="alert">
      <p><strong>${t("proof.gone")}</strong></p>
      <p>${values ? t("proof.gone_signed", values) : t("proof.gone_unknown")}</p>
    </div>`;
}

/** The button, the files and the answer. @param {{ game?: Game }} props */
function Desk({ game }) {
  const { client } = useSession();
  const [state, setState] = useState(/** @type {State} */ ({}));
  const answer = useRef(/** @type {HTMLElement | null} */ (null));
  /** @param {Promise<Proof>} work @param {string} [file] */
  const run = async (work, file) => {
    setState({ busy: true, file });
    try {
      setState({ proof: await work, at: new Date(), file });
    } catch (error) {
      setState({ error, file });
    }
  };
  const read = (/** @type {FileList | null | undefined} */ files) =>
    files?.length && run(provedFiles(files), Array.from(files, ({ name }) => name).join(", "));
  useEffect(() => {
    if (state.proof) announce(t(`proof.${state.proof.look}`)), answer.current?.querySelector("h2")?.focus();
  }, [state.proof]);
  return html`<div class="desk no-print" onDragOver=${(/** @type {DragEvent} */ event) => event.preventDefault()}
      onDrop=${(/** @type {DragEvent} */ event) => (event.preventDefault(), read(event.dataTransfer?.files))}>
      ${game &&
      html`<button class="main big" disabled=${state.busy}
        onClick=${() => run(proved(client, game.id, game.seat !== undefined))}>${t("proof.prove")}</button>`}
      <label class="file">
        <span>${t("proof.open_file")}</span>
        <input type="file" multiple disabled=${state.busy}
          onChange=${(/** @type {any} */ { currentTarget }) => read(currentTarget.files)} />
        <small>${t("proof.file_means")}</small>
      </label>
    </div>
    <div ref=${answer} aria-busy=${Boolean(state.busy)}>
      ${state.busy && html`<p class="waiting" role="status">${t("proof.busy")}</p>`}
      ${state.error && html`<${Unread} error=${state.error} file=${state.file} />`}
      ${state.proof && html`<${Answer} ...${state} game=${state.file ? undefined : game?.id} />`}
    </div>`;
}

/** @param {{ error: any, file?: string }} props */
function Unread({ error, file }) {
  if (!(error instanceof NoExport)) return html`<${Failure} error=${error} />`;
  return html`<div class="failure" role="alert">
    <p><strong>${t("proof.no_export", { file })}</strong> <span lang="en">${error.message}</span></p>
  </div>`;
}

/** @param {{ proof: Proof, at: Date, file?: string, game?: string }} props */
function Answer({ proof, at, file, game }) {
  const { origin } = useSession();
  const { header } = proof;
  const facts = [
    [t("proof.fact_source"), file ?? origin],
    [t("proof.fact_game"), printable(String(header.game))],
    [t("proof.fact_version"), printable(String(header.version))],
    [t("proof.fact_hash"), printable(String(header.hash))],
    [t("proof.fact_at"), moment(at, { dateStyle: "long", timeStyle: "medium" })],
  ];
  return html`<${Verdict} proof=${proof} game=${game} />
    <h2>${t("proof.facts")}</h2>
    <dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`)}</dl>
    <p class="no-print"><button onClick=${() => print()}>${t("proof.print")}</button></p>`;
}
