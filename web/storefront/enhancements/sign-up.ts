import { SIGNUP_FORM } from "../../../contract/rules/script-limits.ts";
import { openSignup, RequestError, signUp } from "../api.ts";
import { getPart } from "../enhance-runtime/parts.ts";
import { sendForm, showSuccess } from "../enhance-runtime/send-form.ts";

/** Signs up by a request. The form's token is fetched when the visitor turns to it, because the cached page is the same for everybody. */
export function enhanceSignUp(form: HTMLFormElement): void {
  let opened: Promise<{ token: string; at: number }> | undefined;
  const open = () => {
    opened ??= openSignup(Number(new FormData(form).get("tileId"))).then((token) => ({
      token,
      at: performance.now(),
    }));
    // The next attempt requests a new token.
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  form.addEventListener("focusin", () => void open().catch(() => undefined));

  sendForm(form, {
    send: async (values) => {
      const email = values.get("email")?.toString().trim() ?? "";
      if (email === "") throw new RequestError(form.dataset.empty);
      const { token, at } = await open();
      // Waits, because a password manager fills the form at once, which the server would take for a bot.
      const early = at + SIGNUP_FORM.minSeconds * 1000 + 1000 - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      try {
        await signUp({
          tileId: Number(values.get("tileId")),
          email,
          token,
          website: String(values.get("website")),
        });
      } catch (error) {
        opened = undefined;
        throw error;
      }
      getPart(form, "fields", HTMLElement).style.visibility = "hidden";
      showSuccess(form);
      // The focused button is invisible.
      const close = form.parentElement?.querySelector<HTMLElement>("[data-close]");
      if (close) close.textContent = form.dataset.done ?? "";
      (close ?? getPart(form, "result", HTMLElement)).focus();
      return undefined;
    },
  });
}
