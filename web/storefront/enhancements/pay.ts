import { followForm } from "../enhance/post-form.ts";
import { sendForm } from "../enhance/send-form.ts";

/** Pays or cancels in the mock checkout by a request, so that an error leaves the values unchanged. */
export function enhancePay(form: HTMLFormElement): void {
  sendForm(form, {
    send: async (values, button) =>
      (await followForm(form, values, button instanceof HTMLButtonElement ? button.value : "pay")).url,
    failure: "The payment could not be completed. Please try again.",
  });
}
