// Server-sent events by fetch: EventSource cannot send a token.
import { Unreachable } from "./errors.js";

const SILENCE = 45; // seconds; the server sends a heartbeat every 15

/** @typedef {{ event: string, id?: number, data: any }} Message */

/** The messages of a stream, until the server or the connection ends it.
 * @param {Response} answer @returns {AsyncGenerator<Message>} */
export async function* messages(answer) {
  /** @type {Record<string, string>} */
  let fields = {};
  for await (const line of lines(answer)) {
    if (line === "") {
      if (fields.data) yield { event: "message", ...fields, id: number(fields.id), data: JSON.parse(fields.data) };
      fields = {};
    } else {
      const [, name, value] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line) ?? [];
      if (name) fields[name] = value ?? "";
    }
  }
}

/** @param {string} [text] */
const number = (text) => (text === undefined ? undefined : Number(text));

/** @param {Response} answer @returns {AsyncGenerator<string>} */
async function* lines(answer) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await heard(reader);
      if (done) return;
      const found = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = found.pop() ?? "";
      for (const line of found) yield line.replace(/\r$/, "");
    }
  } finally {
    reader.cancel().catch(() => {}); // the connection may be gone already
  }
}

/** What is read next. A connection that stays silent has broken without anybody noticing.
 * @param {ReadableStreamDefaultReader<Uint8Array>} reader */
async function heard(reader) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const silence = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Unreachable("The stream has fallen silent.")), 1000 * SILENCE);
  });
  try {
    return await Promise.race([reader.read(), /** @type {Promise<never>} */ (silence)]);
  } finally {
    clearTimeout(timer);
  }
}
