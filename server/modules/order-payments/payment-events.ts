import type { ProviderName } from "../../../contract/rules/order-states.ts";
import type { OrderPaymentDeps } from "./deps.ts";
import { refreshPayment } from "./refresh-payment.ts";
import { findNamedPayment, updatePayment } from "./repository.ts";

export type SaleEvent = {
  provider: ProviderName;
  /** The connected account of the event, or null for the installation's own. */
  account: string | null;
  id: string | null;
  intent: string | null;
  reference: string | null;
};

/**
 * Reads the payment named by an event.
 * Ignores events of unknown payments, and events of another account than the payment's.
 */
export async function onPaymentEvent(deps: OrderPaymentDeps, event: SaleEvent): Promise<void> {
  const payment = await findNamedPayment(deps.db, event);
  if (!payment) return deps.log.info({ ...event }, "ignoring event of an unknown payment");
  if (payment.account !== event.account) {
    return deps.log.warn({ ...event, paymentId: payment.id }, "ignoring payment event of another account");
  }
  // The response to the creation was lost, so the event is the first to name the provider's id.
  if (payment.providerId === null && event.id !== null) {
    await updatePayment(deps.db, payment, { providerId: event.id });
  }
  await refreshPayment(deps, payment.id);
}
