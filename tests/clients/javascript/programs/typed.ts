// Only its types are checked: the code is what `index.d.ts` promises, and a program can rely on it.
import * as client from "../../../../clients/javascript/src/client.js";
import * as errors from "../../../../clients/javascript/src/errors.js";
import * as grant from "../../../../clients/javascript/src/grant.js";
import * as signin from "../../../../clients/javascript/src/signin.js";
import * as signing from "../../../../clients/javascript/src/signing.js";
import * as verify from "../../../../clients/javascript/src/verify.mjs";
import { Client, StaleVersion } from "../../../../clients/javascript/src/index.js";
import type * as promised from "../../../../clients/javascript/src/index.d.ts";

export const kept: Omit<typeof promised, "VERSION"> = { ...client, ...errors, ...grant, ...signin, ...signing, ...verify };

export async function program(url: string): Promise<number | undefined> {
  const player = new Client(url, { token: "sb_one" });
  const game: promised.Game = await player.games.create({ ruleset: "london", seats: 2, bots: ["random"] });
  for await (const { event, to_act } of player.games.follow(game.id, { after: 3 })) {
    if (event.type === "card_drawn" && to_act.length) break;
  }
  for await (const table of player.games.follow(game.id, { view: true })) if (table.view?.moment === "turn") break;
  for await (const { game: { id }, actions: [action], version } of player.turns()) {
    if (action) await player.games.act(id, action, { expected_version: version });
  }
  for await (const message of player.me.follow({ after: 7 })) if (message.event === "notice") break;
  const preview: promised.Preview = await player.games.preview(game.id, { type: "draw_tickets" });
  // @ts-expect-error: there is no such action.
  await player.games.act(game.id, { type: "fly" });
  // @ts-expect-error: a game needs a ruleset.
  await player.games.create({ seats: 2 });
  for await (const { id, status } of player.me.iterateGames({ turn: "mine" })) console.log(id, status, preview.version);
  const caught: unknown = await player.games.verify(game.id).catch((error) => error);
  return caught instanceof StaleVersion ? caught.version : undefined;
}
