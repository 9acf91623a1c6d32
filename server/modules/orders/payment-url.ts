import { paths } from "../../../contract/paths.ts";
import type { PaymentRow } from "./order-state.ts";

/** Returns where a seller finds a payment at its provider; in the sandbox, where its later events are simulated. */
export function paymentUrl({
  provider,
  mode,
  providerId,
  intentId,
}: Pick<PaymentRow, "provider" | "mode" | "providerId" | "intentId">): string | null {
  if (provider !== "stripe") return null;
  if (mode === "sandbox") return providerId && paths.sandboxPayment(providerId);
  return intentId && `https://dashboard.stripe.com/${mode === "test" ? "test/" : ""}payments/${intentId}`;
}
