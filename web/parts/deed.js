// Something that the reader sends: once at a time, and with words if it fails.
import { html, useRef, useState } from "../vendor/preact.js";
import { announce } from "./announce.js";
import { noteEnd } from "../session.js";
import { t } from "../strings/index.js";

/** What went wrong: the server says it in English. @param {any} error @returns {import("./announce.js").Words} */
export function saidOf(error) {
  const fields = error?.errors?.map((/** @type {{ message: string }} */ { message }) => message) ?? [];
  const text = fields.join(" ") || error?.detail || error?.message;
  return text ? { text, lang: "en" } : { text: t("common.failed") };
}

/** @template {any[]} Given @param {(...given: Given) => unknown} send
 * @returns {{ isSending: boolean, error: unknown, run: (...given: Given) => Promise<void> }} */
export function useDeed(send) {
  const [state, setState] = useState(/** @type {{ isSending: boolean, error?: unknown }} */ ({ isSending: false }));
  const isRunning = useRef(false); // known at once: a second click may come before the button is drawn disabled
  const run = async (/** @type {Given} */ ...given) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ isSending: true });
    try {
      await send(...given);
      setState({ isSending: false });
    } catch (error) {
      noteEnd(error);
      announce(saidOf(error));
      setState({ isSending: false, error });
    } finally {
      isRunning.current = false;
    }
  };
  return { ...state, error: state.error, run };
}

/** @param {{ error: unknown }} props */
export function Wrong({ error }) {
  if (!error) return null;
  const { text, lang } = saidOf(error);
  return html`<p class="wrong" lang=${lang}>${text}</p>`;
}

/** A button that sends something. @param {{ send: () => unknown, children: any, [more: string]: any }} props */
export function Deed({ send, children, disabled, ...more }) {
  const { isSending, error, run } = useDeed(send);
  const isIdle = !disabled && !isSending;
  return html`<button type="button" disabled=${!isIdle} onClick=${() => run()} ...${more}>${children}</button>
    <${Wrong} error=${error} />`;
}
