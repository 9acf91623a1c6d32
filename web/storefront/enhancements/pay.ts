import { cancelOrder, payOrder } from "../api.ts";
import { sendForm } from "../enhance/send-form.ts";

/** Pays or cancels in the mock checkout by a request, so that an error leaves the values unchanged. */
export function enhancePay(form: HTMLFormElement): void {
  const checkoutToken = form.dataset.token ?? "";
  sendForm(form, {
    send: (values, button) =>
      button instanceof HTMLButtonElement && button.value === "cancel"
        ? cancelOrder(checkoutToken)
        : payOrder({ checkoutToken, email: String(values.get("email") ?? "") }),
    failure: "The payment could not be completed. Please try again.",
  });
}
