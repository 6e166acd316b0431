// The message board of a table. A notice tells of what others write, also after the end of the game.
import { html, useEffect, useState } from "../vendor/preact.js";
import { useConnection } from "../connection.js";
import { useNews } from "../news.js";
import { session, useSession } from "../session.js";
import { moment } from "../strings/index.js";
import { useDeed, Wrong } from "./deed.js";
import { useLoaded } from "./load.js";

const WRITTEN = "game.message";

/** @param {{ table: import("../screens/table_state.js").Table }} props */
export function Messages({ table }) {
  const { game, words } = table;
  const { t } = words;
  const { me } = useSession();
  const isThere = useConnection();
  const [text, setText] = useState("");
  const isSeated = me !== null && (game.seat !== undefined || game.host === me.name);
  const read = async (/** @type {AbortSignal} */ signal) =>
    isSeated ? (await session.client.games.listMessages(game.id, { signal })).items : [];
  const { value = [], again } = useLoaded(read, [game.id, isSeated, isThere]);
  useNews((notice) => notice.kind === WRITTEN && /** @type {any} */ (notice).game === game.id && again(), [game.id]);
  useEffect(() => {
    document.addEventListener("visibilitychange", again); // what was written in another tab
    return () => document.removeEventListener("visibilitychange", again);
  }, []);
  const { isSending, error, run } = useDeed(async () => {
    await session.client.games.writeMessage(game.id, { text });
    setText("");
    again();
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim()) run();
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
    <${Wrong} error=${error} />
    <form onSubmit=${submit}>
      <input aria-label=${t("table.message")} placeholder=${t("table.message")} value=${text} maxlength="500"
        onInput=${(/** @type {any} */ event) => setText(event.currentTarget.value)} />
      <button type="submit" disabled=${isSending || !text.trim()}>${t("table.send")}</button>
    </form>
  </section>`;
}
