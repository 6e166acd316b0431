// Plays a whole game with the types of openapi-typescript and the calls of openapi-fetch.
//
// node player.ts ORIGIN RULESET poll|stream
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.ts";

type Game = components["schemas"]["Game"];
type Message = components["schemas"]["KnownGameMessage"]; // others come, too, and are passed over
type Answer<T> = { data?: T; error?: components["schemas"]["Problem"] };

const [origin = "", ruleset = "", way = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: origin });

async function must<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { data, error } = await answer;
  if (data === undefined) throw new Error(`${error?.code}: ${error?.detail}`);
  return data;
}

function pick<T>(items: T[]): T | undefined {
  return items[Math.floor(Math.random() * items.length)];
}

async function openGame(): Promise<Game> {
  const name = `ts-${crypto.randomUUID().slice(0, 8)}`;
  const me = await must(client.POST("/api/v1/players", { body: { name, is_bot: true } }));
  const authorization = `Bearer ${me.token.token}`;
  client.use({ onRequest: ({ request }) => request.headers.set("Authorization", authorization) });
  const game = await must(client.POST("/api/v1/games", { body: { ruleset, seats: 2, bots: ["random"] } }));
  return must(client.POST("/api/v1/games/{game_id}/start", { params: { path: { game_id: game.id } } }));
}

// Takes one action, a claim if there is one; false if there is none to take.
async function playTurn(path: { game_id: string }, wait = 0): Promise<boolean> {
  const found = await must(client.GET("/api/v1/games/{game_id}/actions", { params: { path, query: { wait } } }));
  const claims = found.items.filter((action) => action.type === "claim_route");
  const body = pick(claims.length ? claims : found.items);
  if (body) await must(client.POST("/api/v1/games/{game_id}/actions", { params: { path }, body }));
  return body !== undefined;
}

async function byPoll(path: { game_id: string }): Promise<number> {
  let taken = 0;
  while ((await must(client.GET("/api/v1/games/{game_id}", { params: { path } }))).status !== "finished") {
    while (await playTurn(path, 30)) taken += 1;
  }
  return taken;
}

// A line of NDJSON is a message.
async function* messages(path: { game_id: string }): AsyncGenerator<Message> {
  const headers = { Accept: "application/x-ndjson" };
  const asked = client.GET("/api/v1/games/{game_id}/stream", { params: { path }, headers, parseAs: "stream" });
  const body = (await must(asked as Promise<Answer<ReadableStream<Uint8Array<ArrayBuffer>>>>));
  let rest = "";
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line) yield JSON.parse(line) as Message;
  }
}

async function byStream(path: { game_id: string }, seat: number | undefined): Promise<number> {
  let taken = 0;
  for await (const message of messages(path)) {
    if (message.event === "end") break;
    if (message.event !== "view" && message.event !== "event") continue;
    if (message.data.to_act.some((one) => one === seat) && (await playTurn(path))) taken += 1;
  }
  return taken;
}

async function seqs(path: { game_id: string }): Promise<number[]> {
  const found: number[] = [];
  for (;;) {
    const query = { after: found.length };
    const page = await must(client.GET("/api/v1/games/{game_id}/events", { params: { path, query } }));
    found.push(...page.items.map((event) => event.seq));
    if (page.next === null) return found;
  }
}

const game = await openGame();
const path = { game_id: game.id };
const actions = way === "stream" ? await byStream(path, game.seat) : await byPoll(path);
const end = await must(client.GET("/api/v1/games/{game_id}", { params: { path } }));
const { sound } = await must(client.GET("/api/v1/games/{game_id}/audit", { params: { path } }));
const read = await seqs(path);
const whole = read.length === end.version && read.every((seq, at) => seq === at + 1);
console.log(JSON.stringify({ status: end.status, actions, whole, sound }));
process.exit(0);
