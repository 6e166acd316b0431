// A server for one request, to which the player's browser comes back.
import { createServer } from "node:http";

const DONE = "You can close this window and go back to the program.";

/** The address is as registered, but for the port, which is a free one.
 * @param {string} [registered] @param {AbortSignal} [signal] */
export async function comeBack(registered = "http://127.0.0.1/callback", signal) {
  const address = new URL(registered);
  const server = createServer();
  await new Promise((resolve, reject) => {
    server.once("error", reject).listen(0, address.hostname.replace(/[[\]]/g, ""), () => resolve(undefined));
  });
  address.port = String(/** @type {{ port: number }} */ (server.address()).port);
  /** @type {Promise<URLSearchParams>} */
  const said = new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    server.on("request", (request, answer) => {
      const found = new URL(request.url ?? "/", address);
      const isOurs = found.pathname === address.pathname && found.searchParams.has("state");
      answer.writeHead(isOurs ? 200 : 404, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" });
      answer.end(isOurs ? DONE : "");
      if (isOurs) resolve(found.searchParams);
    });
  });
  said.catch(() => {}); // whoever waits for it is told
  return { redirect_uri: String(address), said, close: () => server.close() };
}
