// What is nicer with a script; everything works without it.

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

// Suggestions while typing, from an index that is loaded when the field is first used.
const form = document.querySelector(".search");
const field = form.querySelector("input");
let index;
let list;
async function suggest() {
  index ??= fetch("/docs/search.json").then((answer) => answer.json());
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const { items } = await index;
  const rank = ({ title, page }) => words.filter((word) => title.toLowerCase().includes(word)).length * 2 + (title === page);
  const found = words.length
    ? items
        .filter((item) => words.every((word) => `${item.title} ${item.page} ${item.text}`.toLowerCase().includes(word)))
        .sort((a, b) => rank(b) - rank(a))
        .slice(0, 12)
    : [];
  list?.remove();
  if (!found.length) return;
  list = Object.assign(document.createElement("ul"), { className: "found" });
  for (const { title, page, address } of found) {
    const link = Object.assign(document.createElement("a"), { href: address, textContent: title });
    link.append(Object.assign(document.createElement("small"), { textContent: page }));
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  form.append(list);
}
field.addEventListener("input", suggest);
field.addEventListener("focus", suggest);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") list?.remove();
  if (event.key === "/" && !event.target.closest("input, textarea")) {
    event.preventDefault();
    field.focus();
  }
});
document.addEventListener("click", (event) => form.contains(event.target) || list?.remove());
