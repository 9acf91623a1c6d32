import type { OrderProvider, PaymentMode } from "../../../contract/rules/order-states.ts";
import { paths } from "../../../contract/rules/paths.ts";

type StoredPayment = {
  provider: OrderProvider;
  /** Of the keys with which it was made, which may be others than today's. */
  mode: PaymentMode | null;
  account: string | null;
  providerId: string | null;
  intentId: string | null;
};

/** Returns where a seller finds a payment at its provider; in the sandbox, where its later events are simulated. */
export function paymentUrl({ provider, mode, account, providerId, intentId }: StoredPayment): string | null {
  if (provider === "mollie")
    return (
      providerId && `https://www.mollie.com/dashboard/${account ? `${account}/` : ""}payments/${providerId}`
    );
  if (provider !== "stripe") return null;
  if (mode === "sandbox") return providerId && paths.sandboxPayment(providerId);
  // With the account's id, or else the page opens in whichever account is selected there.
  const place = `${account === null ? "" : `${account}/`}${mode === "test" ? "test/" : ""}`;
  return intentId && `https://dashboard.stripe.com/${place}payments/${intentId}`;
}
