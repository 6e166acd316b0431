// In place of what only somebody signed in can see.
import { html } from "../vendor/preact.js";
import { useSession } from "../session.js";
import { t } from "../strings/index.js";

export function SignInFirst() {
  const { signIn } = useSession();
  return html`<p>${t("common.sign_in_first")}</p>
    <p><button class="main" onClick=${signIn}>${t("common.sign_in")}</button></p>`;
}
