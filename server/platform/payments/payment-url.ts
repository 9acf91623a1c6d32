import type { OrderProvider, PaymentMode } from "../../../contract/rules/order-states.ts";
import { paths } from "../../../contract/rules/paths.ts";

type StoredPayment = {
  provider: OrderProvider;
  /** The mode of the keys that made the payment. Today's keys may be others. */
  mode: PaymentMode | null;
  account: string | null;
  providerId: string | null;
  intentId: string | null;
};

/** Returns the URL of a payment in its provider's dashboard, or of the sandbox's page that simulates later events. */
export function paymentUrl({ provider, mode, account, providerId, intentId }: StoredPayment): string | null {
  if (provider === "mollie")
    return (
      providerId && `https://www.mollie.com/dashboard/${account ? `${account}/` : ""}payments/${providerId}`
    );
  if (provider !== "stripe") return null;
  if (mode === "sandbox") return providerId && paths.sandboxPayment(providerId);
  // Without the account's id the page would open in the account that is selected in the dashboard.
  const place = `${account === null ? "" : `${account}/`}${mode === "test" ? "test/" : ""}`;
  return intentId && `https://dashboard.stripe.com/${place}payments/${intentId}`;
}
