// A game proved here: the server is asked for its log and its signature, and believed in nothing.
import { conclusion, isSound, verify } from "./verify.mjs";

/** @param {import("./client.js").Client} client @param {string} id @param {{ signal?: AbortSignal }} options */
export async function verified(client, id, { signal } = {}) {
  const [receipt, keys] = await Promise.all([client.games.getReceipt(id, { signal }), client.server.signingKey({ signal })]);
  const checks = await verify(await client.games.export(id, { signal }), { receipt, keys });
  return { sound: isSound(checks), verdict: conclusion(checks).verdict, checks };
}
