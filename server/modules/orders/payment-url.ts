import { paths } from "../../../contract/rules/paths.ts";
import type { PaymentRow } from "./order-state.ts";

/** Returns where a seller finds a payment at its provider; in the sandbox, where its later events are simulated. */
export function paymentUrl({
  provider,
  mode,
  account,
  providerId,
  intentId,
}: Pick<PaymentRow, "provider" | "mode" | "account" | "providerId" | "intentId">): string | null {
  if (provider !== "stripe") return null;
  if (mode === "sandbox") return providerId && paths.sandboxPayment(providerId);
  // With the account's id, or else the page opens in whichever account is selected there.
  const place = `${account === null ? "" : `${account}/`}${mode === "test" ? "test/" : ""}`;
  return intentId && `https://dashboard.stripe.com/${place}payments/${intentId}`;
}
