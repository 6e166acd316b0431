// "Try it": sends the request of a form with the token of the reader, and shows the answer as it arrives.

const MOST = 200_000; // characters shown of an answer
const token = document.getElementById("token");
if (token) {
  token.value = sessionStorage.getItem("signalbox-token") ?? "";
  token.addEventListener("input", () => sessionStorage.setItem("signalbox-token", token.value));
}
for (const hidden of document.querySelectorAll(".try[hidden]")) hidden.hidden = false;

// `box` is around the form: a form has its fields as members, and one of them is called `after`.
function request(box) {
  let path = box.dataset.path;
  const query = new URLSearchParams();
  for (const field of box.querySelectorAll("[data-in]")) {
    if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
    else if (field.value) query.set(field.name, field.value);
  }
  const body = box.querySelector("[name=body]")?.value;
  const headers = { ...(token?.value && { Authorization: `Bearer ${token.value}` }), ...(body && { "Content-Type": "application/json" }) };
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
    const [path, options] = request(box);
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
