// An app that somebody allows with a browser: app.mjs browser|device CLIENT_ID
import { Client, signInWithBrowser, signInWithDevice, signOut } from "../../../../clients/javascript/src/index.js";

const url = process.env.SIGNALBOX_URL;
const [way, client_id] = process.argv.slice(2);
const said = (address) => console.log(address);
const tokens = await (way === "browser"
  ? signInWithBrowser(url, client_id, { redirect_uri: "http://127.0.0.1/back", open_browser: said })
  : signInWithDevice(url, client_id, { show: ({ verification_uri_complete }) => said(verification_uri_complete) }));
const saved = [];
const client = new Client(url, { tokens: { ...tokens, expires_at: 0 }, client_id, save: (pair) => void saved.push(pair) });
const { name } = await client.me.get();
await signOut(url, client_id, saved[0]);
const after = await client.me.get().catch((error) => error.error);
console.log(JSON.stringify({ name, scope: tokens.scope, renewed: saved.length, after }));
