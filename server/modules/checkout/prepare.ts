import { isDeepStrictEqual } from "node:util";
import { TransactionRollbackError } from "drizzle-orm";
import type { PayInput } from "../../../contract/api/checkout.ts";
import { movesMoney } from "../../../contract/rules/order-states.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { freePayment, insertPayment, type PaymentRow } from "../order-payments/index.ts";
import {
  findOrder,
  lockOrder,
  mainLinesOf,
  type OrderLine,
  type OrderRow,
  recordEvent,
  saveCurrency,
  savePurchase,
} from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { checkoutChanged, errors, unpayable } from "./errors.ts";
import { type Part, soldIn } from "./parts.ts";
import { choiceOf } from "./pay-limits.ts";
import { paymentOf, purchaseOf } from "./pay-values.ts";
import { isPayable } from "./payable.ts";
import { type Quote, quoteOrder } from "./quote.ts";
import { findHolder, type Holder, NO_HOLDER, reserveCode, reserveUnits } from "./reserve.ts";
import { assertSelling, type OpenSelling } from "./selling.ts";

/** Returns the next URL of a paid or processing order. Throws 409 for a cancelled one. */
export function finalUrl({ orders }: CheckoutDeps, order: OrderRow): string | null {
  if (order.paidAt) return orders.returnUrl(order, "success");
  if (order.status === "processing") return orders.returnUrl(order, "pending");
  if (!isPayable(order)) throw errors.cancelled();
  return null;
}

type Prepared =
  | { kind: "open"; order: OrderRow; payment: PaymentRow; holds: Holder["holds"] }
  | { kind: "settled"; url: string }
  /** Committed, so that the next attempt sees the current offer. */
  | { kind: "changed"; totalCents: number };

type PrepareRequest = {
  orderId: number;
  input: PayInput;
  ip: string;
  origin: string | undefined;
  isReceiptAllowed: boolean;
  /** The replaced open payment that its provider cannot close. */
  replaces: string | null;
};

/**
 * Checks everything again with the order locked, reserves scarce items and stores the payment with all parameters for the provider.
 * An order that costs nothing is paid at once.
 */
export async function prepare(
  tx: Transaction,
  deps: CheckoutDeps,
  request: PrepareRequest,
): Promise<Prepared> {
  const { input, ip, origin } = request;
  const locked = await lockOrder(tx, { orderId: request.orderId }).then(orNotFound("Checkout"));
  const settled = finalUrl(deps, locked);
  if (settled) return { kind: "settled", url: settled };
  const open = await deps.orderPayments.findOpenPayment(locked.id, tx);
  if (open && open.id !== request.replaces) return { kind: "open", order: locked, payment: open, holds: [] };
  // In this transaction, so that nobody else takes the items before they are reserved again below.
  const unreserved = open ? await deps.orders.returnReservations(tx, locked) : locked;
  const { quote, taker } = await quoteChecked(tx, deps, { order: unreserved, input });
  const { price, product } = quote;
  if (isChanged(unreserved, quote)) {
    await saveCurrency(tx, unreserved.id, product.currency);
    await deps.orders.saveSold(tx, unreserved, soldIn(unreserved, quote.parts));
    // The code's use is released with the rest of this attempt's reservations.
    if (quote.discount) await deps.discounts.releaseDiscount(tx, quote.discount.id);
    return { kind: "changed", totalCents: price.totalCents };
  }
  const order = await reserveUnits(tx, deps, {
    order: await withOffer(tx, deps, unreserved, quote),
    quote,
  });
  const { reservedBy, holds } = taker ? await findHolder(tx, deps, { order, quote, ip }) : NO_HOLDER;
  const { linePrices, ...purchase } = { ...purchaseOf(quote, { taker, input }), reservedBy };
  const lines = await savePurchase(tx, order, { ...purchase, linePrices }, input.address);
  const values = paymentOf(order, { quote, taker, input, now: deps.clock.now(), origin });
  const payment = open
    ? await deps.orderPayments.replacePayment(tx, open, values)
    : await insertPayment(tx, values);
  if (taker) {
    const { amountCents } = payment;
    if (payment.id !== open?.id)
      await recordEvent(tx, { orderId: order.id, by: "buyer", what: "payment_started", amountCents });
    if (order.status !== "pending") await deps.orders.saveStarted(tx, order);
    return { kind: "open", order: { ...order, ...purchase, lines }, payment, holds };
  }
  await deps.orderPayments.applyPayment(tx, {
    order: deps.orders.paidOrder((await findOrder(tx, { orderId: order.id })) ?? order),
    payment,
    reported: {
      ...freePayment({ id: payment.id, currency: product.currency, paidAt: deps.clock.now() }),
      live: true,
    },
    isReceiptAllowed: request.isReceiptAllowed,
  });
  return { kind: "settled", url: deps.orders.returnUrl(order, "success") };
}

/** Adds the line of a second offer to a locked order, or removes it. */
async function withOffer(
  tx: Transaction,
  { orders }: CheckoutDeps,
  order: OrderRow,
  { parts }: Quote,
): Promise<OrderRow> {
  return order.lines.length === mainLinesOf(order).length && parts.length === order.lines.length
    ? order
    : orders.saveSold(tx, order, soldIn(order, parts));
}

type PaymentInput = { order: OrderRow; input: PayInput };

/**
 * Returns the current price of a locked order, with a use of its code reserved, and the provider.
 * Throws the errors of `takerOf`, `checkInput` and `reserveCode`, and 409 for another total.
 */
async function quoteChecked(tx: Transaction, deps: CheckoutDeps, { order, input }: PaymentInput) {
  const findCode = reserveCode(tx, deps, { order, email: input.email });
  const quote = await quoteOrder(deps, tx, { order, choice: choiceOf(input), findCode });
  const taker = takerOf(order, quote);
  // Nobody pays for a part of what they have chosen.
  if (input.offer && !quote.isOfferTaken) throw checkoutChanged(quote.price.totalCents);
  checkInput(quote, taker, input);
  const { totalCents } = quote.price;
  const isOther = input.totalCents !== null && input.totalCents !== totalCents;
  if (isOther && !isChanged(order, quote)) throw checkoutChanged(totalCents);
  return { quote, taker };
}

/** Returns the provider for an order, or null for a free one. Throws 409 without a provider, or if the opened checkout has another one. */
function takerOf(order: OrderRow, { selling, price }: Quote): OpenSelling | null {
  const isReplaced = selling.kind === "real" || selling.kind === "unavailable";
  if (order.provider === "mock" && isReplaced) throw errors.mockReplaced();
  if (price.totalCents === 0) return null;
  assertSelling(selling);
  // The mock checkout never takes an order that was to be paid with money.
  if (selling.kind === "mock" && movesMoney(order.provider)) throw errors.noLongerForSale();
  return selling;
}

/** Throws the errors of a payment that would replace an open one, and changes nothing. */
export async function checkReplacement(
  tx: Transaction,
  deps: CheckoutDeps,
  { orderId, ip, ...input }: Omit<PrepareRequest, "isReceiptAllowed" | "replaces">,
): Promise<void> {
  const order = await lockOrder(tx, { orderId }).then(orNotFound("Checkout"));
  if (finalUrl(deps, order)) return;
  const { discountReserved, discountId } = order;
  const attempt = async (savepoint: Transaction) => {
    // Assumes that the open payment is closed, which frees its use of the code.
    if (discountReserved && discountId !== null) await deps.discounts.releaseDiscount(savepoint, discountId);
    const { quote } = await quoteChecked(savepoint, deps, { order, ...input });
    await reserveUnits(savepoint, deps, { order, quote });
    if (quote.price.totalCents > 0) await findHolder(savepoint, deps, { order, quote, ip });
    savepoint.rollback();
  };
  await tx.transaction(attempt).catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error;
  });
}

/** Returns whether the offer has changed since the checkout started. */
function isChanged(order: OrderRow, { product, mainParts: parts }: Quote): boolean {
  const lines = mainLinesOf(order);
  return (
    product.currency !== order.currency ||
    lines.length !== parts.length ||
    parts.some((part, at) => isPartChanged(order, lines[at], part))
  );
}

function isPartChanged({ access }: OrderRow, line: OrderLine | undefined, part: Part): boolean {
  const offered = access.flatMap(({ lineId, fileId }) => (lineId === line?.id && fileId) || []);
  return (
    line?.productId !== part.id ||
    line.bundleName !== part.bundleName ||
    line.name !== part.name ||
    line.type !== part.type ||
    !isDeepStrictEqual(offered.toSorted(), part.fileIds.toSorted())
  );
}

/** Throws 400 for missing input, in page order, and 400 or 409 for a price that cannot be paid. */
function checkInput({ problem, needsAddress, consent }: Quote, taker: OpenSelling | null, input: PayInput) {
  const isMock = taker?.kind === "mock";
  if (!isMock && input.email === null) throw errors.emailRequired();
  if (problem) throw unpayable(problem);
  // Clients of the mock checkout send no total, and need no further input.
  if (isMock && input.totalCents === null) return;
  if (needsAddress && input.address === null) throw errors.addressRequired();
  if (consent && !input.consent) throw errors.consentRequired();
  if (input.totalCents === null) throw errors.totalRequired();
}
