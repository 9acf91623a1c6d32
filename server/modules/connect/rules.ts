import type { PaymentMode } from "../../../contract/rules/order-states.ts";
import type { Payments, PayoutAccount, Requirements } from "../../platform/payments/port.ts";

/** Returns the mode in which this process takes payments. Accounts of other modes are not used. */
export function paymentModeOf({ mode, live }: Pick<Payments, "mode" | "live">): PaymentMode {
  if (mode === "sandbox") return "sandbox";
  return live ? "live" : "test";
}

/** Returns whether the provider requires nothing more from the creator. */
export function isComplete({ currentlyDue, pastDue }: Requirements): boolean {
  return currentlyDue.length === 0 && pastDue.length === 0;
}

/** Returns whether tips must be turned off: requirements that are past due end them, and so does the loss of the ability to sell. Requirements that are due soon do not. */
export function endsTips(
  before: Pick<PayoutAccount, "canSell">,
  { canSell, requirements }: Pick<PayoutAccount, "canSell" | "requirements">,
): boolean {
  return requirements.pastDue.length > 0 || (before.canSell && !canSell);
}
