import { paths } from "../../../contract/rules/paths.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { CreationFailed, ProviderUnavailable } from "../../platform/payments/port.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import {
  AmountTooSmall,
  BuyerInputRejected,
  SellerUnavailable,
  StartRejected,
} from "../../platform/payments/sales.ts";
import { findOwner } from "../accounts/index.ts";
import type { PaymentRow } from "../order-payments/index.ts";
import type { OrderRow } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { errors, messages } from "./errors.ts";

/** Creates a stored payment at its provider once. Returns the URL of the provider's page, or null if it cannot be paid there or was paid at once. Throws 400, 409, 503. */
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
        // The same id will never succeed, so the next attempt is another payment.
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

/** The provider's text is a sentence or two. */
const MAX_REASON = 500;

/** Reads the account again after the provider refused a payment, so that the page shows its state, and emails its creator the reason once per account and day. */
export async function reportRefusedSale(
  { connect, clock, db, log, mails }: CheckoutDeps,
  { accountRowId, creatorId }: Pick<OrderRow, "accountRowId" | "creatorId">,
  reason: string,
): Promise<void> {
  if (accountRowId === null || creatorId === null) return;
  await inTransaction(db, async (tx) => {
    const { email, isVerified } = await findOwner(tx, creatorId);
    if (email === null || !isVerified) return;
    const day = clock.now().toISOString().slice(0, 10);
    await mails.enqueueEmail(tx, {
      to: email,
      mail: {
        mail: "sale-refused",
        reason: reason.slice(0, MAX_REASON),
        links: { main: { to: "page", path: paths.settings() } },
      },
      cause: `account ${accountRowId} ${day}`,
    });
  });
  await connect.refreshAccount(accountRowId).catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error;
    log.warn({ err: error, accountRowId }, "account could not be read after its payment was refused");
  });
}
