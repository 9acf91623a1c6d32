import { paths } from "../../../contract/paths.ts";
import { logOut } from "../api.ts";
import { setBusy } from "../enhance/send-form.ts";

/** Ends the session and shows the page as a visitor sees it. */
export function enhanceLogOut(button: HTMLButtonElement): void {
  button.addEventListener("click", async () => {
    if (button.hasAttribute("aria-busy")) return;
    setBusy(button, true);
    try {
      await logOut();
      location.assign(paths.landing());
    } catch {
      setBusy(button, false);
    }
  });
}
