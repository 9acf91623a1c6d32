import { PROVIDER_NAMES, type ProviderName } from "../../contract/rules/order-states.ts";
import { closeOpenPayments } from "../../server/modules/order-payments/index.ts";
import type { Database } from "../../server/platform/database/index.ts";
import type { Sales } from "../../server/platform/payments/sales.ts";
import type { Step } from "./step.ts";

/** The outcome. `isDone` says that no payment is open any more. */
type Closing = { step: Step; isDone: boolean };

/** Closes the payments that buyers can still make at a provider with its current keys. */
export async function closePayments(
  db: Database,
  sales: Sales & { provider: ProviderName },
): Promise<Closing> {
  const name = `${PROVIDER_NAMES[sales.provider]} in ${sales.mode} mode`;
  const { closed, unclosable, failed } = await closeOpenPayments(db, sales);
  if (closed + unclosable + failed === 0)
    return { step: { name, verdict: "ok", seen: "no payment is open" }, isDone: true };
  const parts = [
    ...(closed > 0 ? [`${closed} closed`] : []),
    ...(unclosable > 0 ? [`${unclosable} that cannot be closed, or were paid just now`] : []),
    ...(failed > 0 ? [`${failed} without a response`] : []),
  ];
  const verdict = unclosable + failed > 0 ? "problem" : "ok";
  const advice =
    failed > 0
      ? "Repeat this once the provider responds."
      : "Keep the keys until these are paid or have ended.";
  const step: Step = { name, verdict, seen: parts.join(", ") };
  return { step: verdict === "ok" ? step : { ...step, advice }, isDone: false };
}
