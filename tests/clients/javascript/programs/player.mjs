// Plays all games of a token until it is killed.
import { Client } from "../../../../clients/javascript/src/index.js";

const client = new Client(process.env.SIGNALBOX_URL, { token: process.env.SIGNALBOX_TOKEN, retries: 30 });
console.log("listening");
for await (const { game, actions, version } of client.turns()) {
  const action = actions[Math.floor(Math.random() * actions.length)];
  try {
    await client.games.act(game.id, action, { expected_version: version });
  } catch (error) {
    if (error.code !== "stale_version") throw error;
  }
}
