// What is nicer with a script; everything can be read without it.

// Examples name the server that the reader looks at.
for (const place of document.querySelectorAll(".origin")) place.textContent = location.origin;

const KEY = "signalbox-language";
const labels = (set) => [...set.querySelectorAll(":scope > label")];

// One choice of language for all examples, remembered.
function choose(language) {
  for (const set of document.querySelectorAll(".tabs")) {
    const label = labels(set).find((one) => one.textContent === language);
    if (label) document.getElementById(label.htmlFor).checked = true;
  }
}
const kept = localStorage.getItem(KEY);
if (kept) choose(kept);
document.addEventListener("change", (event) => {
  const set = event.target.closest(".tabs");
  const label = set && labels(set).find((one) => one.htmlFor === event.target.id);
  if (!label) return;
  const before = set.getBoundingClientRect().top;
  localStorage.setItem(KEY, label.textContent);
  choose(label.textContent);
  window.scrollBy(0, set.getBoundingClientRect().top - before); // the examples above may have other heights
});

for (const block of document.querySelectorAll("pre")) {
  const button = Object.assign(document.createElement("button"), { className: "copy", type: "button", textContent: "Copy" });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code").textContent);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  if (navigator.clipboard) block.append(button);
}

if (matchMedia("(max-width: 75rem)").matches) document.querySelector(".toc details")?.removeAttribute("open");

// Suggestions while typing. What finds them is loaded when the field is first used.
const MOST = 12;
const form = document.querySelector(".search");
const field = form.querySelector("input");
let find;
let list;
async function load() {
  const [{ searcher }, sections] = await Promise.all([
    import("./search.mjs"),
    fetch("/docs/search.json").then((answer) => answer.json()),
  ]);
  return searcher(sections);
}

function suggestion({ title, page, address }) {
  const link = Object.assign(document.createElement("a"), { href: address, textContent: title });
  link.append(Object.assign(document.createElement("small"), { textContent: page }));
  const item = document.createElement("li");
  item.append(link);
  return item;
}

async function suggest() {
  find ??= load();
  const search = await find;
  const found = search(field.value).slice(0, MOST);
  list?.remove();
  if (!field.value.trim()) return;
  list = Object.assign(document.createElement("ul"), { className: "found" });
  list.append(...found.map(suggestion));
  if (!found.length) list.append(Object.assign(document.createElement("li"), { textContent: "Nothing found." }));
  form.append(list);
}
field.addEventListener("input", suggest);
field.addEventListener("focus", suggest);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await suggest();
  list?.querySelector("a")?.click();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") list?.remove();
  if (event.key === "/" && !event.target.closest("input, textarea")) {
    event.preventDefault();
    field.focus();
  }
});
document.addEventListener("click", (event) => form.contains(event.target) || list?.remove());
