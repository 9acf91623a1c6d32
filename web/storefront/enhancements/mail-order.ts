import { RequestError } from "../api.ts";
import { findPart } from "../enhance-runtime/parts.ts";
import { followForm } from "../enhance-runtime/post-form.ts";
import { clearSuccess, sendForm, showSuccess } from "../enhance-runtime/send-form.ts";

/** Emails an order's links by a request. Opens `data-reload` only if that changes the page. */
export function enhanceMailOrder(form: HTMLFormElement): void {
  sendForm(form, {
    send: async (values) => {
      clearSuccess(form);
      // Without the field, the order already has an email.
      if (values.get("email")?.toString().trim() === "") throw new RequestError(form.dataset.missing ?? "");
      const { url } = await followForm(form, values);
      if ("reload" in form.dataset) return url;
      findPart(form, "recipient", HTMLElement)?.setAttribute("hidden", "");
      showSuccess(form);
      return undefined;
    },
    replaces: true,
  });
}
