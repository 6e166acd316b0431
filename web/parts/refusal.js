// A refusal in words, with the rule that it comes from. What failed for another reason is not called a refusal.
import { Problem, RateLimited, Unauthenticated, Unavailable } from "signalbox-client";
import { html } from "../vendor/preact.js";
import { session } from "../session.js";
import { t } from "../strings/index.js";

/** Whether the server has understood the wish and says no. @param {unknown} error */
const isRefusal = (error) =>
  error instanceof Problem && ![RateLimited, Unauthenticated, Unavailable].some((kind) => error instanceof kind);

/** @param {{ problem: any, board: import("../model/board.js").Board }} props */
export function Refusal({ problem, board }) {
  const rule = board.ruleset.rules.find(({ number }) => number === problem.rule);
  const link = new URL(`/docs/rules/${board.ruleset.game}#${problem.rule}`, session.origin);
  return html`<div class="refusal" role="alert">
    <p>
      <strong>${t(isRefusal(problem) ? "table.refused" : "common.failed")}</strong>${" "}
      <span lang="en">${problem.detail || problem.message}</span>
    </p>
    ${rule &&
    html`<p class="rule">
      <a href=${String(link)} target="_blank" rel="noopener">${t("table.rule", { rule: rule.number })}</a>${" "}
      <span lang="en">${rule.text}</span>
    </p>`}
  </div>`;
}
