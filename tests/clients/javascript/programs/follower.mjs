// Follows a game to its end and prints the seq of every event.
import { Client } from "../../../../clients/javascript/src/index.js";

const client = new Client(process.env.SIGNALBOX_URL, { token: process.env.SIGNALBOX_TOKEN });
for await (const { event } of client.games.follow(process.argv[2])) console.log(event.seq);
console.log("over");
