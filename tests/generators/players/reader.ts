// Prints what a program makes of each event in a page: node reader.ts ORIGIN GAME
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.ts";

type Known = components["schemas"]["KnownEvent"];

function told(event: components["schemas"]["Event"]): string {
  const known = event as Known; // the default below is for all others
  switch (known.type) {
    case "card_drawn":
      return `CardDrawnEvent`;
    default:
      return "UnknownEvent";
  }
}

const [origin = "", game_id = ""] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: origin });
const { data } = await client.GET("/api/v1/games/{game_id}/events", { params: { path: { game_id } } });
console.log(data?.items.map(told).join(" "));
