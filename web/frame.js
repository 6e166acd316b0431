// How much of the page a screen takes: the style sheets ask for it by `[data-frame]`. To ask by `:has()` would make the
// browser look for the answer again with every card and every route that is drawn.
import { useLayoutEffect } from "./vendor/preact.js";

/** As long as the component is shown. @param {"table" | "replay" | "proof" | "form"} name */
export function useFrame(name) {
  useLayoutEffect(() => {
    const app = document.getElementById("app");
    app?.setAttribute("data-frame", name);
    return () => app?.removeAttribute("data-frame");
  }, [name]);
}
