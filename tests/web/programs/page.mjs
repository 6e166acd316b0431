// As much of a browser as the modules of the page ask for while they are loaded.
export const document = { title: "", getElementById: () => null, querySelector: () => null };
const kept = new Map();
const localStorage = {
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => kept.set(name, value),
  removeItem: (name) => kept.delete(name),
};
const location = new URL("http://localhost/");
for (const [name, value] of Object.entries({ document, localStorage, location })) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}
