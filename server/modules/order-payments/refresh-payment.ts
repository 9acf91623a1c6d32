import { movesMoney } from "../../../contract/rules/order-states.ts";
import { inTransaction, type Queries } from "../../platform/database/index.ts";
import { CreationFailed } from "../../platform/payments/port.ts";
import {
  AccountInaccessible,
  type Payment,
  type Sales,
  StartRejected,
} from "../../platform/payments/sales.ts";
import { syncFromProvider } from "../../platform/payments/sync-from-provider.ts";
import { applyPayment } from "./apply.ts";
import type { OrderPaymentDeps } from "./deps.ts";
import type { PaymentRow } from "./money.ts";
import type { PaidOrder } from "./order.ts";
import { findPayment, planNextRead, saveCreated, updatePayment } from "./repository.ts";
import { outcomeFor } from "./status.ts";

const HOURS_24 = 24 * 60 * 60 * 1000;
/** Longer than a bank transfer can take. After that, payments that ended unpaid are not read. */
const DAYS_28 = 28 * HOURS_24;

/** Returns the provider of a payment, or undefined if this installation's keys are of another mode, which cannot read it. */
export function salesOf(
  sales: OrderPaymentDeps["sales"],
  { provider, mode }: Pick<PaymentRow, "provider" | "mode">,
): Sales | undefined {
  if (provider === "mock") return sales.mock;
  return movesMoney(provider) && sales[provider].mode === mode ? sales[provider] : undefined;
}

/** Reads a payment from its provider and applies the report. Returns whether the provider knows it. Throws `ProviderUnavailable`. */
export async function refreshPayment(deps: OrderPaymentDeps, paymentId: string): Promise<boolean> {
  const find = async (queries: Queries, findOrLock: () => Promise<PaidOrder | undefined>) => {
    const order = await findOrLock();
    const payment = order && (await findPayment(queries, paymentId));
    return payment && { revision: order.revision, order, payment };
  };
  const synced = await syncFromProvider(deps.db, {
    async find() {
      const payment = await findPayment(deps.db, paymentId);
      return payment && find(deps.db, () => deps.orders.find(deps.db, payment.orderId));
    },
    async request({ order, payment }) {
      const sales = salesOf(deps.sales, payment);
      if (!sales) return undefined;
      const reported = await readFromProvider(deps, sales, { order, payment });
      if (reported === "unknown" || reported === "inaccessible") await expireUnread(deps, payment, reported);
      if (reported === "impossible") await endPayment(deps, payment.id, "failed");
      if (typeof reported === "string") return undefined;
      const isReceiptAllowed = reported.status === "paid" && (await order.reserveReceipt(reported.email));
      return { reported, isReceiptAllowed };
    },
    lock: (tx, { order }) => find(tx, () => deps.orders.lock(tx, order.id)),
    async save(tx, stored, { reported, isReceiptAllowed }) {
      await applyPayment(tx, deps, { ...stored, reported, isReceiptAllowed });
      return stored;
    },
  });
  return synced !== undefined;
}

/**
 * Creates a stored payment at its provider and returns the URL of the provider's page, or null if it cannot be paid there or was paid at once.
 * A repeated call returns the same URL.
 * Throws the errors of `createAtProvider`.
 */
export async function openPayment(
  deps: OrderPaymentDeps,
  { order, payment, isReceiptAllowed }: { order: PaidOrder; payment: PaymentRow; isReceiptAllowed: boolean },
): Promise<string | null> {
  const sales = salesOf(deps.sales, payment);
  if (payment.url !== null || payment.status !== "open" || !sales) return payment.url;
  const reported = await countedStart(deps, () => createAtProvider(sales, { order, payment }));
  const { id: providerId, intent: intentId, url } = reported;
  // An open payment has no effect on the order, because only its ids are new.
  const isSaved =
    reported.status === "open" && (await saveCreated(deps.db, payment, { providerId, intentId, url }));
  if (isSaved) return url;
  await inTransaction(deps.db, async (tx) => {
    const locked = await deps.orders.lock(tx, order.id);
    const current = locked && (await findPayment(tx, payment.id));
    // Another request may have started the same payment and applied its result.
    if (!locked || !current || current.status === reported.status) return;
    await applyPayment(tx, deps, { order: locked, payment: current, reported, isReceiptAllowed });
  });
  return url;
}

async function countedStart<T>({ counts }: OrderPaymentDeps, start: () => Promise<T>): Promise<T> {
  try {
    const started = await start();
    counts.add("started");
    return started;
  } catch (error) {
    counts.add("start_failed");
    throw error;
  }
}

/** Reads a payment, or repeats its creation if the response was lost. */
async function readFromProvider(
  deps: OrderPaymentDeps,
  sales: Sales,
  { order, payment }: { order: PaidOrder; payment: PaymentRow },
): Promise<Payment | "unknown" | "inaccessible" | "impossible"> {
  const { account, providerId } = payment;
  if (providerId !== null) {
    try {
      return (await sales.readPayment({ account, id: providerId })) ?? "unknown";
    } catch (error) {
      if (error instanceof AccountInaccessible) return "inaccessible";
      throw error;
    }
  }
  // Once the provider has deleted the idempotency key, a repeated creation could be a second payment.
  if (!payment.parameters || isOlder(deps, payment, sales.repeatableMs)) return "impossible";
  try {
    return await createAtProvider(sales, { order, payment });
  } catch (error) {
    if (error instanceof CreationFailed || error instanceof StartRejected) return "impossible";
    throw error;
  }
}

const isOlder = ({ clock }: OrderPaymentDeps, { createdAt }: PaymentRow, ms: number) =>
  clock.now().getTime() - createdAt.getTime() > ms;

/**
 * A paid payment stays. An unpaid one that its provider does not know, for example after the keys were replaced, expires after a day.
 * A payment of an unreadable account may still be paid there, until the provider ends it.
 */
async function expireUnread(deps: OrderPaymentDeps, payment: PaymentRow, reason: "unknown" | "inaccessible") {
  const { id, orderId, status, parameters } = payment;
  deps.log.warn({ orderId, paymentId: id, status, reason }, "payment cannot be read at the provider");
  const isUnpaid = status === "open" || status === "processing";
  const isLate = reason === "inaccessible" && (status === "processing" || parameters?.allowLate !== false);
  if (isUnpaid && isOlder(deps, payment, isLate ? DAYS_28 : HOURS_24)) await endPayment(deps, id, "expired");
  else await planNextRead(deps.db, payment);
}

/**
 * The result of closing a payment.
 * `payable`: the provider cannot close it, and buyers with its page can still pay it.
 * `unreadable`: like `payable`, but this installation would not notice the payment.
 * `settled`: it was paid meanwhile, or is being paid.
 */
export type Closing = "closed" | "payable" | "unreadable" | "settled";

/** Closes an unpaid payment at its provider, so that it cannot be paid afterwards, and ends it here. Throws `ProviderUnavailable`. */
export async function closePayment(deps: OrderPaymentDeps, payment: PaymentRow): Promise<Closing> {
  const sales = salesOf(deps.sales, payment);
  const { id, account, providerId } = payment;
  if (sales && providerId === null) await refreshPayment(deps, id);
  const known = providerId ?? (await findPayment(deps.db, id))?.providerId ?? null;
  const isClosed = !sales || known === null || (await sales.closePayment({ account, id: known }));
  const isRead = sales && known !== null && (await refreshPayment(deps, id));
  if (isClosed) await endPayment(deps, id, "expired");
  const { status } = (await findPayment(deps.db, id)) ?? {};
  if (status === "paid" || status === "processing") return "settled";
  if (status !== "open") return "closed";
  return isRead ? "payable" : "unreadable";
}

/** Ends an unpaid payment without the provider, which has no such payment or has closed it. */
export async function endPayment(deps: OrderPaymentDeps, paymentId: string, outcome: "failed" | "expired") {
  await inTransaction(deps.db, async (tx) => {
    const found = await findPayment(tx, paymentId);
    const order = found && (await deps.orders.lock(tx, found.orderId));
    const payment = order && (await findPayment(tx, paymentId));
    if (!order || (payment?.status !== "open" && payment?.status !== "processing")) return;
    const status = outcomeFor(order, outcome);
    await updatePayment(tx, payment, { status });
    deps.counts.addStatus(tx, { before: payment.status, after: status });
    await order.onChange(tx, { what: "saved", payment: { ...payment, status }, accepted: null });
  });
}

/**
 * Creates a stored payment at its provider.
 * A repetition sends the same stored parameters and receives the same payment.
 * Throws `ProviderUnavailable`, `CreationFailed`, `SellerUnavailable`, `AmountTooSmall`.
 */
export async function createAtProvider(
  sales: Sales,
  { order, payment }: { order: PaidOrder; payment: PaymentRow },
): Promise<Payment> {
  const { parameters, expiresAt } = payment;
  if (!parameters || !expiresAt) throw new Error("payment has no parameters");
  const { request: _request, origin, ...sent } = parameters;
  return sales.startPayment({
    id: payment.id,
    account: payment.account,
    amount: payment.amountCents,
    currency: payment.currency,
    fee: payment.feeCents,
    ...sent,
    ...(await order.describe(origin)),
    expiresAt,
  });
}
