// A table as it is now: the game, what may be done, what happened; and how to do it. The client repeats every request
// until there is an answer, an action with the same key, so a server that comes back knows what it has done already.
import { newKey, StaleVersion, Unavailable } from "signalbox-client";
import { useCallback, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { taken } from "../ahead.js";
import { useConnection } from "../connection.js";
import { noteEnd, useSession } from "../session.js";
import { t } from "../strings/index.js";
import { announce } from "../parts/announce.js";
import { boardOf } from "../model/board.js";
import { choicesOf } from "../model/choices.js";
import { after, isMyTurn, isOver, mine, newest } from "../model/game.js";
import { sentences } from "../model/sentences.js";
import { wordsOf } from "../model/words.js";
import { useReceipts } from "../receipts.js";

/** @typedef {import("signalbox-client").Game} Game */
/** @typedef {import("signalbox-client").Action} Action */
/** @typedef {import("signalbox-client").Event} Event */
/** @typedef {(key: { idempotency_key: string }) => Promise<unknown>} Operation */
/** @typedef {import("../model/board.js").Board} Board */
/** @typedef {import("../model/choices.js").Choices} Choices */
/** @typedef {import("../model/words.js").Words} Words */
/** @typedef {ReturnType<typeof useTable> & { game: Game, board: Board, words: Words }} Table */

const RECENT = 80; // events that are read at first
const AGAIN = 3000; // milliseconds until what failed is begun again
const TURN = "turn"; // the moment in which only one seat decides

/** @typedef {(signal: AbortSignal) => Promise<unknown>} Run */
/** @typedef {(error: unknown) => void} Tell what went wrong; null when it goes on */
/** @typedef {(source: string) => Tell} TellOf */

/** Runs as long as the component is shown. @param {Run} run @param {readonly unknown[]} inputs @param {Tell} tell */
function useRunning(run, inputs, tell) {
  useEffect(() => {
    const control = new AbortController();
    mended(run, control.signal, tell);
    return () => control.abort();
  }, inputs);
}

/** An error of the server, which the client does not repeat, is told, and what failed is begun again.
 * @param {Run} run @param {AbortSignal} signal @param {Tell} tell */
async function mended(run, signal, tell) {
  try {
    await run(signal);
    if (!signal.aborted) tell(null);
  } catch (error) {
    if (signal.aborted) return;
    tell(error);
    if (error instanceof Unavailable) setTimeout(() => signal.aborted || mended(run, signal, tell), AGAIN);
  }
}

/** What is wrong, by what it was found in: what goes on in one place says nothing about another.
 * @returns {{ error: any, tellOf: TellOf, clear: () => void }} */
function useErrors() {
  const [errors, setErrors] = useState(/** @type {Record<string, unknown>} */ ({}));
  const tellOf = useCallback((/** @type {string} */ source) => (/** @type {unknown} */ found) => {
    noteEnd(found);
    setErrors((known) => ((known[source] ?? null) === found ? known : { ...known, [source]: found }));
  }, []);
  return { error: Object.values(errors).find(Boolean) ?? null, tellOf, clear: () => setErrors({}) };
}

/** @param {string} id */
export function useTable(id) {
  const { client, me } = useSession();
  const isThere = useConnection();
  const [count, setCount] = useState(0); // a new one reads everything again
  const [game, setGame] = useState(/** @type {Game | null} */ (null));
  const { error, tellOf, clear } = useErrors();
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [hasMoved, setMoved] = useState(false); // the game, while the reader was deciding
  const [isBusy, setBusy] = useState(false);
  const own = useRef({ isSending: false, version: -1 }); // of the reader's last action
  const take = useCallback((/** @type {Game} */ found) => setGame((known) => newest(known, found)), []);
  const tell = tellOf("game");
  const read = (/** @type {AbortSignal} */ signal) =>
    taken(`game ${id}`, () => client.games.get(id, { signal }));

  useRunning(async (signal) => {
    const first = await read(signal);
    take(first);
    if (isOver(first)) return;
    for await (const next of client.games.follow(id, { view: true, signal })) take(next), tell(null);
    take(await read(signal));
  }, [id, client, count], tell);
  useRunning(async (signal) => {
    if (isThere && game) take(await read(signal)); // at once, before the stream is open again
  }, [isThere], tellOf("return"));

  useReceipts(client, game);
  const board = useBoard(game?.ruleset, count, tellOf("board"));
  const sitters = game?.seats.map(({ player, bot }) => player ?? bot).join("\n"); // all of a game that words depend on
  const words = useMemo(() => (game && board ? wordsOf(board, game, t) : null), [sitters, board, t("table.title")]);
  const actions = useActions(game, count, tellOf("actions"));
  const hand = game ? mine(game)?.hand : [];
  const choices = useMemo(() => (board ? choicesOf(actions, board, hand) : null), [board, actions]);
  const log = useLog(game, words, count, tellOf("log"), setProblem);

  /** What the reader sends, one thing at a time; a failure is shown, with the table as it is now.
   * @param {() => Promise<void>} work */
  const send = async (work) => {
    if (own.current.isSending) return;
    own.current.isSending = true;
    setBusy(true);
    setProblem(null);
    setMoved(false);
    try {
      await work();
    } catch (found) {
      noteEnd(found);
      if (found instanceof StaleVersion) setMoved(true);
      else setProblem(found);
      await client.games.get(id).then(take, noteEnd);
    } finally {
      own.current.isSending = false;
      setBusy(false);
    }
  };

  /** @param {any} action */
  const act = (action) =>
    send(async () => {
      const options = { expected_version: game?.version, idempotency_key: newKey() };
      const outcome = await client.games.act(id, action, options);
      own.current.version = outcome.version;
      setGame((known) => (known ? after(known, outcome) : known));
    });

  /** Another operation on the game, such as to resign. @param {Operation} call */
  const operate = (call) =>
    send(async () => {
      const options = { idempotency_key: newKey() };
      await call(options);
      take(await client.games.get(id));
    });

  /** What would follow. @param {any} action @param {AbortSignal} [signal] */
  const look = async (action, signal) => {
    const { events } = await client.games.preview(id, action, { signal });
    return events;
  };

  const again = () => (clear(), setGame(null), setCount(count + 1));
  /** Whether what is shown comes from what the reader has done. */
  const isOwn = isBusy || game?.version === own.current.version;
  return {
    game, board, words, choices: /** @type {Choices} */ (choices), me, ...log, error, again, problem, setProblem,
    hasMoved, setMoved, isBusy, isOwn, act, look, operate,
  };
}

/** @param {string | undefined} ruleset @param {number} count @param {Tell} tell */
function useBoard(ruleset, count, tell) {
  const { client } = useSession();
  const [board, setBoard] = useState(/** @type {import("../model/board.js").Board | null} */ (null));
  useRunning(async (signal) => {
    if (!ruleset) return;
    setBoard(boardOf(await taken(`ruleset ${ruleset}`, () => client.rulesets.get(ruleset, { signal }))));
  }, [ruleset, count], tell);
  return board;
}

/** My legal actions. In a turn of mine those of the version that is shown; where several seats decide at once, such as
 * at the start, the choice of another changes nothing of mine, and what I have ticked so far stays.
 * @param {Game | null} game @param {number} count @param {Tell} tell */
function useActions(game, count, tell) {
  const { client } = useSession();
  const none = /** @type {{ version: number, moment?: string, items: Action[] }} */ ({ version: -1, items: [] });
  const [list, setList] = useState(none);
  const isMine = game !== null && isMyTurn(game);
  useRunning(async (signal) => {
    if (isMine) setList(await client.games.listActions(game.id, { signal }));
  }, [game?.id, game?.version, isMine, client, count], tell);
  const isStill = list.moment !== undefined && list.moment !== TURN && list.moment === game?.view?.moment;
  const isFitting = isMine && (isStill || list.version === game.version);
  return useMemo(() => (isFitting ? list.items : []), [list, isFitting]);
}

/** What happened: the newest events first of all, earlier ones when they are asked for.
 * @param {Game | null} game @param {import("../model/words.js").Words | null} words @param {number} count
 * @param {Tell} tell @param {Tell} warn */
function useLog(game, words, count, tell, warn) {
  const { client } = useSession();
  const [events, setEvents] = useState(/** @type {Event[]} */ ([]));
  const [from, setFrom] = useState(/** @type {number | null} */ (null));
  const last = useRef({ seq: 0, words });
  last.current.words = words;
  const add = (/** @type {Event[]} */ found) =>
    setEvents((known) => {
      const events = new Map([...known, ...found].map((event) => [event.seq, event]));
      return [...events.values()].sort((a, b) => a.seq - b.seq);
    });
  const read = async (/** @type {number} */ after, /** @type {AbortSignal} */ signal) => {
    const found = [];
    const { id } = /** @type {Game} */ (game);
    for await (const event of client.games.iterateEvents(id, { after, signal })) found.push(event);
    return found;
  };
  useRunning(async (signal) => {
    if (!game) return;
    const isFirst = last.current.seq === 0;
    const after = isFirst ? Math.max(0, game.version - RECENT) : last.current.seq;
    const found = await read(after, signal);
    if (isFirst) setFrom(after);
    last.current.seq = Math.max(last.current.seq, ...found.map(({ seq }) => seq));
    add(found);
    if (!isFirst && last.current.words) announce(sentences(/** @type {any[]} */ (found), last.current.words).join(" "));
  }, [game?.id, game?.version, client, count], tell);
  const readEarlier = async () => {
    try {
      add(await read(0, new AbortController().signal));
      setFrom(0);
    } catch (error) {
      noteEnd(error);
      warn(error);
    }
  };
  return { events, hasEarlier: Boolean(from), readEarlier };
}
