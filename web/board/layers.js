// The layers of the map. A map that wraps is drawn three times, side by side, and each copy has all layers.

export const LAYERS = ["ground", "under", "map", "over", "names"];

/** The same layer of all copies. @param {Element} svg @param {string} name @returns {Element[]} */
export const copiesOf = (svg, name) => [...svg.querySelectorAll(`.layer.${name}`)];

/** Turns what the copies show into the parts of a newer picture. What is the same stays: a move changes a route or two,
 * and the browser then draws only these. The parts themselves stay as the server drew them, to compare with.
 * @param {Element[]} copies @param {Element[]} known @param {Element[]} parts */
export function change(copies, known, parts) {
  const before = new Map(known.map((part, nth) => [part.id, nth]));
  const found = parts.map((part) => {
    const nth = before.get(part.id) ?? -1;
    return known[nth]?.isEqualNode(part) ? nth : -1;
  });
  for (const copy of copies) {
    const shown = [...copy.children];
    const wanted = parts.map((part, nth) => shown[found[nth] ?? -1] ?? drawn(part, copy === copies[0]));
    for (const one of shown) if (!wanted.includes(one)) one.remove();
    wanted.forEach((one, nth) => copy.children[nth] === one || copy.insertBefore(one, copy.children[nth] ?? null));
  }
}

/** An id is there once in a page. @param {Element} part @param {boolean} isFirst @returns {Element} */
function drawn(part, isFirst) {
  const made = document.importNode(part, true);
  if (!isFirst) for (const one of [made, ...made.querySelectorAll("[id]")]) one.removeAttribute("id");
  return made;
}
