import { logOut } from "../api.ts";
import { setBusy } from "../enhance-runtime/send-form.ts";

/** Ends the session and shows the page as a visitor sees it. */
export function enhanceLogOut(button: HTMLButtonElement): void {
  button.ariaLive = "polite";
  button.addEventListener("click", async () => {
    if (button.hasAttribute("aria-busy")) return;
    setBusy(button, true);
    try {
      await logOut();
      location.assign("/");
    } catch {
      setBusy(button, false);
      button.textContent = button.dataset.failure ?? "";
    }
  });
}
