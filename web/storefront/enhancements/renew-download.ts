import { findPart, getPart } from "../enhance-runtime/parts.ts";
import { followForm } from "../enhance-runtime/post-form.ts";
import { clearSuccess, sendForm, showSuccess } from "../enhance-runtime/send-form.ts";

/** Requests a new download link, and shows it as the server renders it. */
export function enhanceRenewDownload(form: HTMLFormElement): void {
  sendForm(form, {
    send: async (values) => {
      clearSuccess(form);
      const { url, page } = await followForm(form, values);
      for (const name of ["download", "renew"]) {
        const [shown, next] = [getPart(form, name, HTMLElement), findPart(page, name, HTMLElement)];
        if (!next) return url;
        // Keep the elements, because one of them has the focus.
        shown.className = next.className;
        shown.replaceChildren(...next.childNodes);
      }
      showSuccess(form);
      return undefined;
    },
    replaces: true,
  });
}
