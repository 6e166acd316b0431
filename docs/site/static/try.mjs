// "Try it": sends the request of a form with the token or the session of the reader, and shows the answer as it arrives.

const MOST = 200_000; // characters shown of an answer
const CLIENT = "/static/client/";
const SCOPES = ["games:read", "games:play", "account", "webhooks"];
const BACK = "signalbox-try"; // the page that the reader went to sign in from
const SESSION = "signalbox.tokens"; // of the web table: somebody who is signed in there is signed in here
const session = {
  load: () => JSON.parse(localStorage.getItem(SESSION)) ?? undefined,
  save: (tokens) => localStorage.setItem(SESSION, JSON.stringify(tokens)),
};

// Back from signing in, which leads to the first page of the reference.
if (new URLSearchParams(location.search).has("state")) {
  const { finishSignIn } = await import(`${CLIENT}index.js`);
  const tokens = await finishSignIn();
  if (tokens) session.save(tokens);
  location.replace(sessionStorage.getItem(BACK) ?? location.pathname);
}

const form = document.getElementById("token-form");
if (form) {
  document.getElementById("signed-out").hidden = Boolean(session.load());
  document.getElementById("signed-in").hidden = !session.load();
  document.getElementById("sign-in").addEventListener("click", async () => {
    const { beginSignIn } = await import(`${CLIENT}index.js`);
    sessionStorage.setItem(BACK, location.pathname + location.hash);
    await beginSignIn(location.origin, form.dataset.app, { scopes: SCOPES, redirect_uri: `${location.origin}/docs/reference` });
  });
}

async function bearer() {
  if (token?.value) return token.value;
  if (!form || !session.load()) return undefined;
  const { Grant } = await import(`${CLIENT}grant.js`);
  return new Grant(location.origin, { client_id: form.dataset.app, ...session }).bearer();
}

const token = document.getElementById("token");
if (token) {
  token.value = sessionStorage.getItem("signalbox-token") ?? "";
  token.addEventListener("input", () => sessionStorage.setItem("signalbox-token", token.value));
}
for (const hidden of document.querySelectorAll(".try[hidden]")) hidden.hidden = false;

// `box` is around the form: a form has its fields as members, and one of them is called `after`.
async function request(box) {
  let path = box.dataset.path;
  const query = new URLSearchParams();
  for (const field of box.querySelectorAll("[data-in]")) {
    if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
    else if (field.value) query.set(field.name, field.value);
  }
  const body = box.querySelector("[name=body]")?.value;
  const found = await bearer();
  const headers = { ...(found && { Authorization: `Bearer ${found}` }), ...(body && { "Content-Type": "application/json" }) };
  return [path + (query.size ? `?${query}` : ""), { method: box.dataset.method, headers, ...(body && { body }) }];
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function output(box) {
  const found = box.querySelector("output") ?? document.createElement("output");
  found.innerHTML = '<p class="status"></p><pre tabindex="0"><code></code></pre>';
  box.append(found);
  return [found.querySelector(".status"), found.querySelector("code")];
}

const running = new WeakMap();
document.addEventListener("submit", async (event) => {
  const box = event.submitter?.closest(".try");
  if (!box) return;
  event.preventDefault();
  running.get(box)?.abort();
  const ending = new AbortController();
  running.set(box, ending);
  const [status, shown] = output(box);
  try {
    const [path, options] = await request(box);
    const answer = await fetch(path, { ...options, signal: ending.signal });
    status.textContent = `${answer.status} ${answer.statusText}`;
    let text = "";
    for (const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader(); text.length < MOST; ) {
      const { value, done } = await reader.read();
      if (done) break;
      text += value;
      shown.textContent = text;
    }
    shown.textContent = pretty(text);
  } catch (error) {
    if (error.name !== "AbortError") status.textContent = String(error);
  }
});
