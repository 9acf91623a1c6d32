import { TransactionRollbackError } from "drizzle-orm";
import type { PayInput } from "../../../contract/api/checkout.ts";
import { movesMoney } from "../../../contract/rules/order-states.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import { freePayment, insertPayment, type PaymentRow } from "../order-payments/index.ts";
import {
  findOrder,
  lockOrder,
  type OrderRow,
  recordEvent,
  savePurchase,
  saveSoldProduct,
} from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { checkoutChanged, errors, messages, unpayable } from "./errors.ts";
import { openAtProvider } from "./open-payment.ts";
import {
  choiceOf,
  isPaidWithMoney,
  limitStarts,
  type PayRequest,
  reserveNewsConsent,
  reserveUnpaidReceipt,
} from "./pay-limits.ts";
import { hashOf, paymentOf, purchaseOf } from "./pay-values.ts";
import { isPayable } from "./payable.ts";
import { type Quote, quoteOrder } from "./quote.ts";
import {
  findHolder,
  type Holder,
  limitUnpaidHolds,
  NO_HOLDER,
  reserveCode,
  reservePiece,
} from "./reserve.ts";
import { assertSelling, findSelling, type OpenSelling } from "./selling.ts";

/**
 * Pays an order for free or starts its payment at the provider, and returns where the browser goes next: to the provider's page, or on once nothing is to be paid there.
 * A repeat with the same input returns the same URL; another input replaces a payment that was not completed, and so does the same one once the provider's page has expired.
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
  const prepareOnce = () =>
    inTransaction(deps.db, (tx) =>
      prepare(tx, deps, { orderId: order.id, ip: request.ip, input, isReceiptAllowed }),
    );
  let prepared = await prepareOnce();
  if (prepared.kind === "open" && !(await isContinued(deps, { ...prepared, input }))) {
    const { payment } = prepared;
    // What is rejected leaves the payment that the buyer has open as it is.
    await inTransaction(deps.db, (tx) =>
      checkReplacement(tx, deps, { orderId: order.id, ip: request.ip, input }),
    );
    const isClosed = await withProviderTimeout(messages.start, () =>
      deps.orderPayments.closePayment(payment),
    );
    if (!isClosed) return nextUrl(deps, order);
    // If another click was first once more, its payment is taken as it is.
    prepared = await prepareOnce();
  }
  if (prepared.kind === "changed") throw checkoutChanged(prepared.totalCents);
  if (prepared.kind === "settled") return prepared.url;
  await limitUnpaidHolds(deps, prepared);
  return (await openAtProvider(deps, { ...prepared, isReceiptAllowed })) ?? nextUrl(deps, order);
}

/** Returns where an order leads whose payment is no longer to be made at the provider's page. */
async function nextUrl(deps: CheckoutDeps, order: OrderRow): Promise<string> {
  const now = (await findOrder(deps.db, { orderId: order.id })) ?? order;
  return finalUrl(deps, now) ?? deps.orders.returnUrl(now, "pending");
}

/** Where an order leads that is paid or on its way. Throws 409 for one that was cancelled. */
function finalUrl({ orders }: CheckoutDeps, order: OrderRow): string | null {
  if (order.paidAt) return orders.returnUrl(order, "success");
  if (order.status === "processing") return orders.returnUrl(order, "pending");
  if (!isPayable(order)) throw errors.cancelled();
  return null;
}

type Prepared =
  | { kind: "open"; order: OrderRow; payment: PaymentRow; lastOf: Holder["lastOf"] }
  | { kind: "settled"; url: string }
  /** Committed, so that the next attempt sees what is sold now. */
  | { kind: "changed"; totalCents: number };

type PrepareRequest = {
  orderId: number;
  input: PayInput;
  ip: string;
  isReceiptAllowed: boolean;
};

/**
 * Checks everything again with the order locked, reserves what is limited and stores the payment with all that the provider will receive.
 * An order that costs nothing is paid at once.
 */
async function prepare(tx: Transaction, deps: CheckoutDeps, request: PrepareRequest): Promise<Prepared> {
  const { input, ip } = request;
  const order = await lockOrder(tx, { orderId: request.orderId }).then(orNotFound("Checkout"));
  const settled = finalUrl(deps, order);
  if (settled) return { kind: "settled", url: settled };
  const open = await deps.orderPayments.findOpenPayment(order.id, tx);
  if (open) return { kind: "open", order, payment: open, lastOf: [] };
  const { quote, taker } = await quoteChecked(tx, deps, { order, input });
  const { price, product } = quote;
  if (isChanged(order, product)) {
    const { name: productName, fileId, currency, type: productType } = product;
    await saveSoldProduct(tx, order.id, { productName, fileId, currency, productType });
    // The use of the code is given back with the rest of what this attempt reserved.
    if (quote.discount) await deps.discounts.releaseDiscount(tx, quote.discount.id);
    return { kind: "changed", totalCents: price.totalCents };
  }
  const stockReserved = product.stock === null ? order.stockReserved : await reservePiece(tx, deps, order);
  const { reservedBy, lastOf } = taker ? await findHolder(tx, deps, { order, quote, ip }) : NO_HOLDER;
  const purchase = { ...purchaseOf(quote, { taker, input }), stockReserved, reservedBy };
  await savePurchase(tx, order, purchase, input.address);
  const payment = await insertPayment(tx, paymentOf(order, { quote, taker, input, now: deps.clock.now() }));
  if (taker) {
    const { amountCents } = payment;
    await recordEvent(tx, { orderId: order.id, by: "buyer", what: "payment_started", amountCents });
    if (order.status !== "pending") await deps.orders.saveStarted(tx, order);
    return { kind: "open", order: { ...order, ...purchase }, payment, lastOf };
  }
  await deps.orderPayments.applyPayment(tx, {
    order: deps.orders.paidOrder((await lockOrder(tx, { orderId: order.id })) ?? order),
    payment,
    reported: {
      ...freePayment({ id: payment.id, currency: product.currency, paidAt: deps.clock.now() }),
      live: true,
    },
    isReceiptAllowed: request.isReceiptAllowed,
  });
  return { kind: "settled", url: deps.orders.returnUrl({ ...order, fileId: product.fileId }, "success") };
}

type PaymentInput = { order: OrderRow; input: PayInput };

/**
 * Returns what a locked order costs now, with a use of its code reserved, and who takes that.
 * Throws what `takerOf`, `checkInput` and `reserveCode` throw, and 409 for another total.
 */
async function quoteChecked(tx: Transaction, deps: CheckoutDeps, { order, input }: PaymentInput) {
  const findCode = reserveCode(tx, deps, { order, email: input.email });
  const quote = await quoteOrder(deps, tx, { order, choice: choiceOf(input), findCode });
  const taker = takerOf(order, quote);
  checkInput(quote, taker, input);
  const { totalCents } = quote.price;
  const isOther = input.totalCents !== null && input.totalCents !== totalCents;
  if (isOther && !isChanged(order, quote.product)) throw checkoutChanged(totalCents);
  return { quote, taker };
}

/** Returns who takes the money of an order; null for one that costs nothing. Throws 409 where nobody can, or where that is another checkout than the one that was opened. */
function takerOf(order: OrderRow, { selling, price }: Quote): OpenSelling | null {
  const isReplaced = selling.kind === "real" || selling.kind === "unavailable";
  if (order.provider === "mock" && isReplaced) throw errors.mockReplaced();
  if (price.totalCents === 0) return null;
  assertSelling(selling);
  // The mock checkout never takes an order that was to be paid with money.
  if (selling.kind === "mock" && movesMoney(order.provider)) throw errors.noLongerForSale();
  return selling;
}

/** Throws what the payment that replaces an open one would throw, and changes nothing. */
async function checkReplacement(
  tx: Transaction,
  deps: CheckoutDeps,
  { orderId, ip, ...input }: Omit<PrepareRequest, "isReceiptAllowed">,
): Promise<void> {
  const order = await lockOrder(tx, { orderId }).then(orNotFound("Checkout"));
  if (finalUrl(deps, order)) return;
  const { discountReserved, discountId } = order;
  const attempt = async (savepoint: Transaction) => {
    // As it is once the open payment is closed: the use of the code that it reserves is free again.
    if (discountReserved && discountId !== null) await deps.discounts.releaseDiscount(savepoint, discountId);
    const { quote } = await quoteChecked(savepoint, deps, { order, ...input });
    if (quote.product.stock !== null) await reservePiece(savepoint, deps, order);
    if (quote.price.totalCents > 0) await findHolder(savepoint, deps, { order, quote, ip });
    savepoint.rollback();
  };
  await tx.transaction(attempt).catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error;
  });
}

/** Returns whether something else is sold than when the checkout started. */
const isChanged = (order: OrderRow, product: Quote["product"]) =>
  product.name !== order.productName ||
  product.type !== order.productType ||
  product.fileId !== order.fileId ||
  product.currency !== order.currency;

/** Throws 400 for what is missing, in the order of the page, and 400 or 409 for a price that cannot be paid. */
function checkInput({ problem, needsAddress, consent }: Quote, taker: OpenSelling | null, input: PayInput) {
  const isMock = taker?.kind === "mock";
  if (!isMock && input.email === null) throw errors.emailRequired();
  if (problem) throw unpayable(problem);
  // Clients of the mock checkout name no total, and are promised that nothing is asked of them.
  if (isMock && input.totalCents === null) return;
  if (needsAddress && input.address === null) throw errors.addressRequired();
  if (consent && !input.consent) throw errors.consentRequired();
  if (input.totalCents === null) throw errors.totalRequired();
}

/** A page at the provider has to be payable for half an hour when it is made; one that exists, until it expires. */
const CREATABLE_MS = 31 * 60_000;

/**
 * Returns whether a payment was started with the same input and its page at the provider can still be used; one of the mock checkout is paid in any case.
 * Keys that were replaced meanwhile would not see what is paid there.
 */
async function isContinued(
  deps: CheckoutDeps,
  { order, payment, input }: PaymentInput & { payment: PaymentRow },
): Promise<boolean> {
  const { parameters, expiresAt, url, provider, mode } = payment;
  if (provider === "mock") return true;
  const needed = url === null ? CREATABLE_MS : 0;
  const isOver = expiresAt !== null && expiresAt.getTime() <= deps.clock.now().getTime() + needed;
  if (parameters?.request !== hashOf(input) || isOver) return false;
  if (movesMoney(provider) && deps.sales[provider].mode !== mode) return false;
  const selling = order.creatorId === null ? null : await findSelling(deps, deps.db, order.creatorId);
  // As with the keys of another account of the provider.
  return selling?.kind !== "unavailable" || selling.provider !== provider;
}
