// A game proved here: the server is asked for its log and its signature, and believed in nothing.
import { pauses, sleep } from "./time.js";
import { conclusion, isSound, verify } from "./verify.mjs";

const MERGE_DELAY = 300; // seconds: the longest that the public log says it may take

/** @param {import("./client.js").Client} client @param {string} id @param {{ signal?: AbortSignal }} options */
export async function verified(client, id, { signal } = {}) {
  const [receipt, keys] = await Promise.all([provable(client, id, signal), client.server.signingKey({ signal })]);
  const checks = await verify(await client.games.export(id, { signal }), { receipt, keys });
  return { sound: isSound(checks), verdict: conclusion(checks).verdict, checks };
}

/** The receipt, once it has its proof from the public log. That of a private game may be due much later.
 * @param {import("./client.js").Client} client @param {string} id @param {AbortSignal} [signal] */
async function provable(client, id, signal) {
  const end = Date.now() + 1000 * MERGE_DELAY;
  for (const pause of pauses()) {
    const receipt = await client.games.getReceipt(id, { signal });
    const due = receipt.proof_due ? Date.parse(receipt.proof_due) : 0;
    if (receipt.proof || due > end || due < Date.now()) return receipt;
    await sleep(pause, signal);
  }
}
