import { paths } from "../../../contract/paths.ts";
import { mailOrder, RequestError } from "../api.ts";
import { findPart } from "../enhance/parts.ts";
import { clearNews, sendForm, showNews } from "../enhance/send-form.ts";

/** Emails an order's links by a request; reloads the page only when that changes its content (`data-reload`). */
export function enhanceMailOrder(form: HTMLFormElement): void {
  const orderToken = form.dataset.token ?? "";
  sendForm(form, {
    send: async (values) => {
      clearNews(form);
      const email = values.get("email")?.toString().trim();
      // Without the field, the order has an email.
      if (email === "") throw new RequestError("Enter the email that the links should go to.");
      await mailOrder({ orderToken, email: email ?? "" });
      if (form.dataset.reload !== undefined) return paths.orderMailed(orderToken);
      findPart(form, "recipient", HTMLElement)?.setAttribute("hidden", "");
      showNews(form);
      return undefined;
    },
    failure: "The mail could not be sent. Please try again.",
    replaces: true,
  });
}
