// What a screen reads before it can be drawn: waiting, failure, and a second attempt.
import { html, useCallback, useEffect, useRef, useState } from "../vendor/preact.js";
import { useReturn } from "../connection.js";
import { noteEnd } from "../session.js";
import { t } from "../strings/index.js";

/**
 * Calls `load` with a signal, again whenever an input changes or `again` is called; what runs then is finished first.
 * What failed is asked for again when the server is back.
 * What was there stays until the new value comes. `change` sets the value by hand; what was asked before that is older
 * and not shown.
 * @template T @param {(signal: AbortSignal) => Promise<T>} load @param {readonly unknown[]} inputs
 * @returns {{ value: T | undefined, error: unknown, again: () => void, change: (value: T) => void }}
 */
export function useLoaded(load, inputs) {
  const [state, setState] = useState(/** @type {{ value?: T, error?: unknown }} */ ({}));
  const [count, setCount] = useState(0);
  const [isRunning, isStale, isChanged] = [useRef(false), useRef(false), useRef(false)];
  useEffect(() => {
    const { signal, abort } = control();
    const finish = (/** @type {(before: any) => any} */ next) => {
      if (signal.aborted) return;
      isRunning.current = false;
      if (!isChanged.current) setState(next);
      if (isStale.current) again();
    };
    [isRunning.current, isStale.current, isChanged.current] = [true, false, false];
    load(signal).then(
      (value) => finish(() => ({ value })),
      (error) => {
        if (!signal.aborted) noteEnd(error);
        finish((before) => ({ value: before.value, error }));
      },
    );
    return abort;
  }, [...inputs, count]);
  const again = useCallback(() => {
    if (isRunning.current) isStale.current = true;
    else setCount((before) => before + 1);
  }, []);
  const change = useCallback((/** @type {T} */ value) => {
    isChanged.current = isRunning.current;
    setState({ value });
  }, []);
  useReturn(Boolean(state.error), again);
  return { value: state.value, error: state.error, again, change };
}

function control() {
  const found = new AbortController();
  return { signal: found.signal, abort: () => found.abort() };
}

export const Waiting = () => html`<p class="waiting" role="status">${t("common.loading")}</p>`;

/** @param {{ error: any, again?: () => void }} props */
export function Failure({ error, again }) {
  return html`<div class="failure" role="alert">
    <p><strong>${t("common.failed")}</strong> <span lang="en">${error?.detail || error?.message}</span></p>
    ${again && html`<button onClick=${again}>${t("common.again")}</button>`}
  </div>`;
}
