// What a script of a page finds in a browser: node browser.mjs SCRIPT SAID
import { pathToFileURL } from "node:url";

const [script, text] = process.argv.slice(2);
const { origin, token, subscription, message } = JSON.parse(text);
const given = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true });
const shown = [];
const heard = {};
const ask = fetch;

const pushManager = { subscribe: async (options) => ({ toJSON: () => subscription, options }) };
given("navigator", { serviceWorker: { ready: Promise.resolve({ pushManager }) } });
given("sessionStorage", { getItem: (name) => (name === "token" ? token : null) });
given("fetch", async (path, options) => {
  const answer = await ask(new URL(path, origin), options);
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
});
given("self", {
  addEventListener: (name, listener) => (heard[name] = listener),
  registration: { showNotification: async (title, options) => void shown.push({ title, ...options }) },
});

await import(pathToFileURL(script));
if (message) await new Promise((waitUntil) => heard.push({ data: { json: () => message }, waitUntil }));
console.log(JSON.stringify(shown));
