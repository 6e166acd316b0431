// What was checked, what that means, and what failed where: for a reader who has never seen a log.
import { html } from "../vendor/preact.js";
import { Link } from "../router.js";
import { has, t } from "../strings/index.js";

/** @typedef {import("signalbox-client").Check} Check */
/** @typedef {import("../prove.js").Proof} Proof */

const SIGNS = { passed: "✓", failed: "✗", skipped: "–" };

/** @param {{ proof: Proof, game?: string }} props `game`: its id, if moments of it can be looked at */
export function Verdict({ proof, game }) {
  const failed = proof.checks.filter(({ result }) => result === "failed").length;
  const values = { count: failed, all: proof.checks.length };
  return html`<section class="verdict ${proof.look}" aria-labelledby="verdict">
      <span class="seal" aria-hidden="true">${{ holds: "✓", fails: "✗", open: "?" }[proof.look]}</span>
      <div>
        <h2 id="verdict" tabindex="-1">${t(`proof.${proof.look}`)}</h2>
        <p>${t(`proof.${proof.look}_means`, values)}</p>
      </div>
    </section>
    <h2>${t("proof.checked_here")}</h2>
    <${Lines} checks=${proof.checks} proof=${proof} game=${game} />
    ${proof.said.length > 0 && html`<${Said} proof=${proof} game=${game} />`}`;
}

/** @param {{ proof: Proof, game?: string }} props */
function Said({ proof, game }) {
  return html`<h2>${t("proof.said_by_server")}</h2>
    <p class="soft">${t("proof.said_means")}</p>
    <${Lines} checks=${proof.said} proof=${proof} game=${game} />
    <p class="soft">${t("proof.repeat")} <code>python -m proof verify game.ndjson</code></p>`;
}

/** @param {{ checks: Check[], proof: Proof, game?: string }} props */
const Lines = ({ checks, proof, game }) => html`<ol class="checks">
  ${checks.map((check) => html`<${Line} check=${check} typeAt=${proof.typeAt} game=${game} />`)}
</ol>`;

/** @param {{ check: Check, typeAt: (seq: number) => string, game?: string }} props */
function Line({ check, typeAt, game }) {
  const { name, result, detail, values } = check;
  return html`<li class="check ${result}" data-check=${name}>
    <span class="sign" aria-hidden="true">${SIGNS[result]}</span>
    <div>
      <h3>${t(`proof.${name}`)} <span class="result">${t(`proof.${result}`)}</span></h3>
      <p>${t(has(`proof.${name}_${result}`) ? `proof.${name}_${result}` : `proof.${name}_means`)}</p>
      ${result === "failed" && html`<${Place} check=${check} typeAt=${typeAt} game=${game} />`}
      ${detail && !values && html`<p class="detail" lang="en">${detail}</p>`}
    </div>
  </li>`;
}

/** Where it failed, and the two values that differ.
 * @param {{ check: Check, typeAt: (seq: number) => string, game?: string }} props */
function Place({ check: { seq, values }, typeAt, game }) {
  const what = seq === undefined ? "" : typeAt(seq).replaceAll("_", " ");
  return html`${seq !== undefined &&
    html`<p>
      <strong>
        ${t(what ? "proof.at_event" : "proof.at_end", { seq })}${what && html` <span lang="en">${what}.</span>`}
      </strong>
      ${game && what && html` <${Link} to=${`/games/${game}/replay?at=${seq}`}>${t("proof.look_there")}<//>`}</p>`}
    ${values &&
    html`<dl class="values">
      <dt>${t("proof.stands", { name: values.name })}</dt><dd><code>${values.found}</code></dd>
      <dt>${t("proof.due")}</dt><dd><code>${values.due}</code></dd>
    </dl>`}`;
}
