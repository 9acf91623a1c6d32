import { CreationFailed } from "../../platform/payments/port.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import {
  AmountTooSmall,
  BuyerInputRejected,
  SellerUnavailable,
  StartRejected,
} from "../../platform/payments/sales.ts";
import type { PaymentRow } from "../order-payments/index.ts";
import type { OrderRow } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { errors, messages } from "./errors.ts";
import { reportRefusedSale } from "./refused-sale.ts";

/** Creates a stored payment at its provider, unless that has happened, and returns the URL of the provider's page; null when it cannot be paid there, or was paid at once. Throws 400, 409, 503. */
export async function openAtProvider(
  deps: CheckoutDeps,
  { order, payment, isReceiptAllowed }: { order: OrderRow; payment: PaymentRow; isReceiptAllowed: boolean },
): Promise<string | null> {
  if (payment.url !== null) return payment.url;
  const { orderPayments } = deps;
  const paid = deps.orders.paidOrder(order);
  try {
    return await withProviderTimeout(messages.start, () =>
      orderPayments.openPayment({ order: paid, payment, isReceiptAllowed }).catch(async (error: unknown) => {
        // The same id will never succeed: the next attempt is another payment.
        if (error instanceof CreationFailed || error instanceof StartRejected)
          await orderPayments.endPayment(payment.id, "failed");
        throw error;
      }),
    );
  } catch (error) {
    if (error instanceof SellerUnavailable) {
      await reportRefusedSale(deps, order, error.message);
      throw errors.sellerUnavailable();
    }
    if (error instanceof BuyerInputRejected)
      throw errors.providerRejects({ noun: error.field, field: error.field });
    if (error instanceof AmountTooSmall) throw errors.belowMinimum();
    throw error;
  }
}
