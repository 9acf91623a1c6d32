import { mailOrder, RequestError } from "../api.ts";
import { findPart } from "../enhance/parts.ts";
import { clearNews, sendForm, showNews } from "../enhance/send-form.ts";

/** Emails an order's links by a request; opens `data-reload` only when that changes the content of the page. */
export function enhanceMailOrder(form: HTMLFormElement): void {
  const orderToken = form.dataset.token ?? "";
  sendForm(form, {
    send: async (values) => {
      clearNews(form);
      const email = values.get("email")?.toString().trim();
      // Without the field, the order has an email.
      if (email === "") throw new RequestError("Enter the email that the links should go to.");
      await mailOrder({ orderToken, email: email ?? "" });
      const { reload } = form.dataset;
      if (reload !== undefined) return reload;
      findPart(form, "recipient", HTMLElement)?.setAttribute("hidden", "");
      showNews(form);
      return undefined;
    },
    failure: "The email could not be sent. Please try again.",
    replaces: true,
  });
}
