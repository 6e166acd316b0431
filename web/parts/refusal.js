// A refusal in words, with the rule that it comes from.
import { html } from "../vendor/preact.js";
import { session } from "../session.js";
import { t } from "../strings/index.js";

/** @param {{ problem: any, board: import("../model/board.js").Board }} props */
export function Refusal({ problem, board }) {
  const rule = board.ruleset.rules.find(({ number }) => number === problem.rule);
  const link = new URL(`/docs/rules/${board.ruleset.game}#${problem.rule}`, session.origin);
  return html`<div class="refusal" role="alert">
    <p><strong>${t("table.refused")}</strong> <span lang="en">${problem.detail || problem.message}</span></p>
    ${rule &&
    html`<p class="rule">
      <a href=${String(link)} target="_blank" rel="noopener">${t("table.rule", { rule: rule.number })}</a>${" "}
      <span lang="en">${rule.text}</span>
    </p>`}
  </div>`;
}
