import { CreationFailed, ProviderUnavailable } from "../../platform/payments/port.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import { AmountTooSmall, SellerUnavailable } from "../../platform/payments/sales.ts";
import type { OrderRow, PaymentRow } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { messages, sellerUnavailable, tooSmall } from "./errors.ts";

/** Creates a stored payment at its provider, unless that has happened, and returns the URL of the provider's page. Throws 409, 503. */
export async function openAtProvider(
  deps: CheckoutDeps,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
): Promise<string> {
  if (payment.url !== null) return payment.url;
  const { orders } = deps;
  try {
    return await withProviderTimeout(messages.start, () =>
      orders.openPayment({ order, payment }).catch(async (error: unknown) => {
        // The same id will never succeed: the next attempt is another payment.
        const isFinal =
          error instanceof CreationFailed ||
          error instanceof SellerUnavailable ||
          error instanceof AmountTooSmall;
        if (isFinal) await orders.endPayment(payment.id, "failed");
        throw error;
      }),
    );
  } catch (error) {
    if (error instanceof SellerUnavailable) {
      await readAccountAgain(deps, order.accountRowId);
      throw sellerUnavailable();
    }
    if (error instanceof AmountTooSmall) {
      throw tooSmall(payment.currency, deps.sales.provider.bounds(payment.currency)?.min ?? 0);
    }
    throw error;
  }
}

/** Reads the account that the provider refused to charge for, so that the page shows its state. */
async function readAccountAgain({ connect, log }: CheckoutDeps, accountRowId: string | null): Promise<void> {
  if (accountRowId === null) return;
  await connect.refreshAccount(accountRowId).catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log.warn({ err: error, accountRowId }, "account could not be read after its payment was refused");
  });
}
