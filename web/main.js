// Starts the page: language, session, then the frame with the screen of the current address.
import { html, render, useEffect, useErrorBoundary, useLayoutEffect, useRef, useState } from "./vendor/preact.js";
import { askAhead } from "./ahead.js";
import { Announcer } from "./parts/announce.js";
import { Banner } from "./parts/banner.js";
import { Failure, Waiting } from "./parts/load.js";
import { Header } from "./parts/header.js";
import { listen } from "./news.js";
import { route, useRoute } from "./router.js";
import { start, useSession } from "./session.js";
import { onPreference, preference } from "./settings.js";
import { setTitle, showTitle } from "./title.js";
import { chooseLanguage, t } from "./strings/index.js";

/** The screen of the current address. The focus follows to its heading, as after any other change of page. */
function Screen() {
  const route = useRoute();
  const [shown, setShown] = useState(/** @type {{ name: string, View: any } | undefined} */ (undefined));
  const [error, reset] = useErrorBoundary();
  const [failure, setFailure] = useState(/** @type {unknown} */ (undefined));
  const [count, setCount] = useState(0); // of second attempts
  const isFirst = useRef(true);
  useEffect(() => {
    setFailure(undefined);
    if (error) reset();
    let isWanted = true; // until the reader goes on
    const arrived = (/** @type {any} */ module) => isWanted && setShown({ name: route.name, View: module.default });
    const failed = (/** @type {unknown} */ error) => isWanted && setFailure(error);
    route.load().then(arrived, (error) => (isWanted && count ? renewed().catch(() => failed(error)) : failed(error)));
    return () => {
      isWanted = false;
    };
  }, [route.path, count]);
  useLayoutEffect(() => setTitle(() => ""), [route.path]); // before the screen sets its own
  useEffect(() => {
    if (isFirst.current) isFirst.current = !shown;
    else scrollTo(0, 0), document.querySelector("main")?.focus();
  }, [shown?.View, route.path]);
  const again = () => setCount(count + 1);
  if (error || failure) return html`<${Failure} error=${error ?? failure} again=${again} />`;
  if (shown?.name !== route.name) return html`<${Waiting} />`;
  return html`<${shown.View} key=${route.path} ...${route.params} query=${route.query} />`;
}

/** The page anew, if the server can be reached: after an upgrade its modules are in another folder. */
async function renewed() {
  await fetch(location.href);
  location.reload();
}

/** @param {{ failure?: unknown }} props */
function App({ failure }) {
  const [, setDrawn] = useState(0);
  const redraw = async (/** @type {string} */ name) => {
    if (name === "theme") showTheme();
    if (name === "language") await chooseLanguage(), showTitle(), setDrawn((count) => count + 1);
  };
  const { client, me } = useSession();
  useEffect(() => onPreference(redraw), []);
  useEffect(() => {
    const control = new AbortController();
    listen(control.signal);
    return () => control.abort();
  }, [me?.id]);
  // Each reader has a client of their own. With it goes all that was drawn and read out for the one before.
  return html`
    <a class="skip" href="#content">${t("common.skip")}</a>
    <${Header} />
    <${Banner} failure=${failure} />
    <main id="content" tabindex="-1"><${Screen} key=${client} /></main>
    <${Announcer} key=${client} />
  `;
}

function showTheme() {
  document.documentElement.dataset.theme = preference("theme") || "auto";
}

/** @param {unknown} [failure] of a sign-in */
function draw(failure) {
  const place = document.getElementById("app");
  if (place) render(html`<${App} failure=${failure} />`, place);
}

showTheme();
route().load().catch(() => {}); // on its way while we find out who reads; a failure is shown in its place
askAhead(route());
const [failure] = await Promise.all([start(), chooseLanguage()]);
draw(failure);
