// The message board of a table.
import { html, useEffect, useState } from "../vendor/preact.js";
import { session, useSession } from "../session.js";
import { moment } from "../strings/index.js";
import { useLoaded } from "./load.js";

const EVERY = 20000; // milliseconds; a message is no event of the game, so the stream does not bring it

/** @param {{ table: import("../screens/table_state.js").Table }} props */
export function Messages({ table }) {
  const { game, words } = table;
  const { t } = words;
  const { me } = useSession();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const isSeated = me !== null && (game.seat !== undefined || game.host === me.name);
  const read = async (/** @type {AbortSignal} */ signal) =>
    isSeated ? (await session.client.games.listMessages(game.id, { signal })).items : [];
  const { value = [], again } = useLoaded(read, [game.id, isSeated, game.version]);
  useEffect(() => {
    const timer = setInterval(again, EVERY);
    return () => clearInterval(timer);
  }, []);
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await session.client.games.writeMessage(game.id, { text });
      setText("");
      setProblem(null);
      again();
    } catch (error) {
      setProblem(error);
    }
  };
  if (!isSeated) return null;
  return html`<section class="zone messages" aria-label=${t("table.messages")}>
    <h2>${t("table.messages")}</h2>
    <ol>
      ${value.map((one) => html`<li key=${one.number}>
        <strong>${one.player ?? t("table.somebody")}</strong> ${one.deleted ? t("table.deleted") : one.text}${" "}
        <small>${moment(one.at, { timeStyle: "short" })}</small>
      </li>`)}
    </ol>
    ${problem && html`<p class="refusal" role="alert" lang="en">${problem.detail || problem.message}</p>`}
    <form onSubmit=${send}>
      <input aria-label=${t("table.message")} placeholder=${t("table.message")} value=${text} maxlength="500"
        onInput=${(/** @type {any} */ event) => setText(event.currentTarget.value)} />
      <button type="submit" disabled=${!text.trim()}>${t("table.send")}</button>
    </form>
  </section>`;
}
