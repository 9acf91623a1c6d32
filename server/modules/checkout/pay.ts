import { TransactionRollbackError } from "drizzle-orm";
import type { PayInput } from "../../../contract/api/checkout.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import { freePayment, insertPayment, type PaymentRow } from "../order-payments/index.ts";
import { lockOrder, type OrderRow, recordEvent, savePurchase, saveSoldProduct } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { checkoutChanged, errors, messages, unpayable } from "./errors.ts";
import { openAtProvider } from "./open-payment.ts";
import {
  choiceOf,
  limitStarts,
  type PayRequest,
  reserveFreeReceipt,
  reserveNewsConsent,
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
import { assertSelling, type RealSelling } from "./selling.ts";

/**
 * Pays an order for free or starts its payment at the provider, and returns where the browser goes next.
 * A repeat with the same input returns the same URL; another input replaces a payment that was not completed, and so does the same one once the provider's page has expired.
 * Throws 400, 404, 409, 410, 429, 503.
 */
export async function payOrder(deps: CheckoutDeps, request: PayRequest): Promise<string> {
  const { order } = request;
  const settled = finalUrl(deps, order);
  if (settled) return settled;
  const { email } = request.input;
  if (email === null) throw errors.emailRequired();
  await limitStarts(deps, request);
  const isReceiptAllowed = await reserveFreeReceipt(deps, { ...request, email });
  const marketingConsent =
    request.input.marketingConsent && (await reserveNewsConsent(deps, { ...request, email }));
  const input = { ...request.input, marketingConsent };
  const prepareOnce = () =>
    inTransaction(deps.db, (tx) =>
      prepare(tx, deps, { orderId: order.id, ip: request.ip, input, email, isReceiptAllowed }),
    );
  let prepared = await prepareOnce();
  if (prepared.kind === "open" && !isContinued(deps, prepared.payment, input)) {
    const { payment } = prepared;
    // What is rejected leaves the payment that the buyer has open as it is.
    await inTransaction(deps.db, (tx) =>
      checkReplacement(tx, deps, { orderId: order.id, ip: request.ip, input, email }),
    );
    const isClosed = await withProviderTimeout(messages.start, () =>
      deps.orderPayments.closePayment(payment),
    );
    if (!isClosed) return deps.orders.returnUrl(order, "pending");
    // If another click was first once more, its payment is taken as it is.
    prepared = await prepareOnce();
  }
  if (prepared.kind === "changed") throw checkoutChanged(prepared.totalCents);
  if (prepared.kind === "settled") return prepared.url;
  await limitUnpaidHolds(deps, prepared);
  return openAtProvider(deps, prepared);
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
  email: string;
  ip: string;
  isReceiptAllowed: boolean;
};

/**
 * Checks everything again with the order locked, reserves what is limited and stores the payment with all that the provider will receive.
 * An order that costs nothing is paid at once.
 */
async function prepare(tx: Transaction, deps: CheckoutDeps, request: PrepareRequest): Promise<Prepared> {
  const { input, email, ip } = request;
  const order = await lockOrder(tx, { orderId: request.orderId });
  if (!order) throw notFound("Checkout");
  const settled = finalUrl(deps, order);
  if (settled) return { kind: "settled", url: settled };
  const open = await deps.orderPayments.findOpenPayment(order.id, tx);
  if (open) return { kind: "open", order, payment: open, lastOf: [] };
  const quote = await quoteChecked(tx, deps, { order, input, email });
  const { price, product } = quote;
  if (isChanged(order, product)) {
    const { name: productName, fileId, currency, type: productType } = product;
    await saveSoldProduct(tx, order.id, { productName, fileId, currency, productType });
    // The use of the code is given back with the rest of what this attempt reserved.
    if (quote.discount) await deps.discounts.releaseDiscount(tx, quote.discount.id);
    return { kind: "changed", totalCents: price.totalCents };
  }
  const stockReserved = product.stock === null ? order.stockReserved : await reservePiece(tx, deps, order);
  const real = price.totalCents > 0 ? requireReal(quote) : null;
  const { reservedBy, lastOf } = real ? await findHolder(tx, deps, { order, quote, ip }) : NO_HOLDER;
  const purchase = { ...purchaseOf(quote, { real, input, email }), stockReserved, reservedBy };
  await savePurchase(tx, order, purchase, input.address);
  const payment = await insertPayment(
    tx,
    paymentOf(order, { quote, real, input, email, now: deps.clock.now() }),
  );
  if (real) {
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

type PaymentInput = { order: OrderRow; input: PayInput; email: string };

/**
 * Returns what a locked order costs now, with a use of its code reserved.
 * Throws what `checkInput` and `reserveCode` throw, and 409 for another total.
 */
async function quoteChecked(tx: Transaction, deps: CheckoutDeps, { order, input, email }: PaymentInput) {
  const findCode = reserveCode(tx, deps, { order, email });
  const quote = await quoteOrder(deps, tx, { order, choice: choiceOf(input), findCode });
  const { totalCents } = quote.price;
  if (totalCents > 0) assertSelling(quote.selling);
  checkInput(quote, input);
  if (!isChanged(order, quote.product) && input.totalCents !== totalCents) throw checkoutChanged(totalCents);
  return quote;
}

/** Throws what the payment that replaces an open one would throw, and changes nothing. */
async function checkReplacement(
  tx: Transaction,
  deps: CheckoutDeps,
  { orderId, ip, ...input }: Omit<PrepareRequest, "isReceiptAllowed">,
): Promise<void> {
  const order = await lockOrder(tx, { orderId });
  if (!order) throw notFound("Checkout");
  if (finalUrl(deps, order)) return;
  const { discountReserved, discountId } = order;
  const attempt = async (savepoint: Transaction) => {
    // As it is once the open payment is closed: the use of the code that it reserves is free again.
    if (discountReserved && discountId !== null) await deps.discounts.releaseDiscount(savepoint, discountId);
    const quote = await quoteChecked(savepoint, deps, { order, ...input });
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
function checkInput({ problem, needsAddress, consent }: Quote, input: PayInput): void {
  if (problem) throw unpayable(problem);
  if (needsAddress && input.address === null) throw errors.addressRequired();
  if (consent && !input.consent) throw errors.consentRequired();
  if (input.totalCents === null) throw errors.totalRequired();
}

/** The mock checkout never takes an order that was to be paid with money. */
function requireReal({ selling }: Quote): RealSelling {
  if (selling.kind !== "real") throw errors.noLongerForSale();
  return selling;
}

/** A page at the provider has to be payable for half an hour when it is made; one that exists, until it expires. */
const CREATABLE_MS = 31 * 60_000;

/** Returns whether a payment was started with the same input and its page at the provider can still be used. */
function isContinued({ clock }: CheckoutDeps, { parameters, expiresAt, url }: PaymentRow, input: PayInput) {
  const needed = url === null ? CREATABLE_MS : 0;
  const isOver = expiresAt !== null && expiresAt.getTime() <= clock.now().getTime() + needed;
  return parameters?.request === hashOf(input) && !isOver;
}
