import type { PayInput } from "../../../contract/api/checkout.ts";
import { movesMoney } from "../../../contract/rules/order-states.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import type { PaymentRow } from "../order-payments/index.ts";
import { findOrder, type OrderRow } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { checkoutChanged, messages } from "./errors.ts";
import { openAtProvider } from "./open-payment.ts";
import {
  isPaidWithMoney,
  limitStarts,
  type PayRequest,
  reserveNewsConsent,
  reserveUnpaidReceipt,
} from "./pay-limits.ts";
import { hashOf } from "./pay-values.ts";
import { checkReplacement, finalUrl, prepare } from "./prepare.ts";
import { limitUnpaidHolds } from "./reserve.ts";
import { findSelling } from "./selling.ts";

/**
 * Pays a free order or starts a payment at the provider. Returns the browser's next URL: the provider's page, or the result if nothing is to be paid there.
 * A repetition with the same input returns the same URL. Another input, or an expired provider's page, replaces the unfinished payment.
 * A payment that the provider cannot close continues if its page has the same amount, methods and seller. Otherwise
 * both payments can be paid, and the later of two paid payments is refunded.
 * Throws 400, 404, 409, 410, 429, 503.
 */
export async function payOrder(deps: CheckoutDeps, request: PayRequest): Promise<string> {
  const { order } = request;
  const settled = finalUrl(deps, order);
  if (settled) return settled;
  await limitStarts(deps, request);
  const withMoney = await isPaidWithMoney(deps, request);
  const isReceiptAllowed = !withMoney && (await reserveUnpaidReceipt(deps, request));
  const marketingConsent = await reserveNewsConsent(deps, { ...request, withMoney });
  const input = { ...request.input, marketingConsent };
  const prepareOnce = (replaces: string | null = null) =>
    inTransaction(deps.db, (tx) =>
      prepare(tx, deps, { ...request, orderId: order.id, input, isReceiptAllowed, replaces }),
    );
  let prepared = await prepareOnce();
  if (prepared.kind === "open" && !(await isContinued(deps, { ...prepared, input }))) {
    const { payment } = prepared;
    // A rejected input does not touch the open payment.
    await inTransaction(deps.db, (tx) =>
      checkReplacement(tx, deps, { ...request, orderId: order.id, input }),
    );
    const closing = await withProviderTimeout(messages.start, () => deps.orderPayments.closePayment(payment));
    if (closing === "settled" || closing === "unreadable") return nextUrl(deps, order);
    // If another click was first again, use its payment.
    prepared = await prepareOnce(closing === "payable" ? payment.id : null);
  }
  if (prepared.kind === "changed") throw checkoutChanged(prepared.totalCents);
  if (prepared.kind === "settled") return prepared.url;
  await limitUnpaidHolds(deps, prepared);
  return (await openAtProvider(deps, { ...prepared, isReceiptAllowed })) ?? nextUrl(deps, order);
}

/** Returns the next URL of an order that must no longer be paid at the provider's page. */
async function nextUrl(deps: CheckoutDeps, order: OrderRow): Promise<string> {
  const now = (await findOrder(deps.db, { orderId: order.id })) ?? order;
  return finalUrl(deps, now) ?? deps.orders.returnUrl(now, "pending");
}

/** A new provider's page must be payable for half an hour, an existing one until it expires. */
const CREATABLE_MS = 31 * 60_000;

/**
 * Returns whether a payment with the same input can still use its provider's page; a mock payment always can.
 * Replaced keys would not see its payment.
 */
async function isContinued(
  deps: CheckoutDeps,
  { order, payment, input }: { order: OrderRow; payment: PaymentRow; input: PayInput },
): Promise<boolean> {
  const { parameters, expiresAt, url, provider, mode } = payment;
  if (provider === "mock") return true;
  const needed = url === null ? CREATABLE_MS : 0;
  const isOver = expiresAt !== null && expiresAt.getTime() <= deps.clock.now().getTime() + needed;
  if (parameters?.request !== hashOf(input) || isOver) return false;
  if (movesMoney(provider) && deps.sales[provider].mode !== mode) return false;
  const selling = order.creatorId === null ? null : await findSelling(deps, deps.db, order.creatorId);
  // Like keys of another provider's account.
  return selling?.kind !== "unavailable" || selling.provider !== provider;
}
