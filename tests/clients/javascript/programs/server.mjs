// A server that answers as a test says, and remembers what it was asked.
import { createServer } from "node:http";

export const GAME = "5f0c6f0e-8d5b-4d5c-9a3e-1c9f0a7b2d10";

// Answers with what `reply` returns: a status, a body and headers, or "cut" to break off. It may also write by itself.
export async function serving(reply, work) {
  const asked = [];
  const server = createServer(async (request, answer) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    asked.push({ method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(parts).toString() });
    const said = await reply(asked.at(-1), answer, asked.length);
    if (said === "cut") request.socket.destroy();
    else if (said) send(answer, said);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await work(`http://127.0.0.1:${server.address().port}`, asked);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function send(answer, { status = 200, body = {}, headers = {} }) {
  const isText = typeof body === "string";
  answer.writeHead(status, { "Content-Type": isText ? "text/html" : "application/json", ...headers });
  answer.end(isText ? body : JSON.stringify(body));
}

export const problem = (status, code, more = {}) => ({
  status,
  body: { type: `/api/v1/problems#${code}`, title: "A title.", status, code, detail: "What went wrong.", ...more },
});
