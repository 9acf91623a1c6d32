import { randomUUID } from "node:crypto";
import { and, eq, gte, sql } from "drizzle-orm";
import type { FreeCopyInput } from "../../../contract/api/order-gifts.ts";
import { inTransaction, type Queries, type Transaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { mailboxOf } from "../../platform/mail/address.ts";
import { findOwner } from "../accounts/index.ts";
import { requireEmailAllowed } from "../blocks/index.ts";
import { freePayment, insertPayment } from "../order-payments/index.ts";
import {
  consumeReceiptLimits,
  consumeSellerLimits,
  insertOrder,
  isMainLine,
  lockOrder,
  mainLineOf,
  orderErrors,
  orderLines,
  orders,
  recordEvent,
  setStockReserved,
} from "../orders/index.ts";
import { findProduct, lockProduct, type ProductRow } from "../products/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { soldOf, wholePart } from "./parts.ts";

type Gift = { creatorId: number; input: FreeCopyInput };

/**
 * Gives a free copy of a creator's product to an email: an order of 0 that takes a unit of stock and is emailed like a receipt.
 * A repetition within a minute returns the same order, so that a double click gives one copy.
 * Throws 400, 404, 409, 429.
 */
export async function giveFreeCopy(deps: CheckoutDeps, { creatorId, input }: Gift): Promise<number> {
  const { db } = deps;
  const { productId, email } = input;
  const product = await findProduct(db, { creatorId, id: productId }).then(orNotFound("Product"));
  assertGiveable(product);
  await requireReceiver(deps, { creatorId, email });
  const order = { id: 0, seed: "", creatorId, mode: "live" } as const;
  await consumeSellerLimits(deps, order);
  await consumeReceiptLimits(deps, { order, to: email, ip: null });
  return inTransaction(db, async (tx) => {
    const locked = await lockProduct(tx, { creatorId, id: productId }).then(orNotFound("Product"));
    assertGiveable(locked);
    return (await findRecentCopy(tx, input)) ?? insertCopy(tx, deps, { product: locked, email });
  });
}

function assertGiveable(product: ProductRow): void {
  if (product.type !== "digital" || product.files.length === 0) throw orderErrors.notGiftable();
}

/** Throws 400 or 409 for an email that must not be sent a copy. */
async function requireReceiver(
  { db, audience }: CheckoutDeps,
  { creatorId, email }: { creatorId: number; email: string },
): Promise<void> {
  await requireEmailAllowed(db, email);
  const owner = await findOwner(db, creatorId);
  if (!owner.isVerified) throw orderErrors.creatorUnverified();
  if (owner.email !== null && mailboxOf(owner.email) === mailboxOf(email)) throw orderErrors.ownEmail();
  if (await audience.isUnsubscribed(db, { creatorId, address: email })) throw orderErrors.unsubscribed();
}

/** Returns the order of a copy that was given within the last minute. The locked product serialises the requests. */
async function findRecentCopy(db: Queries, { productId, email }: FreeCopyInput): Promise<number | undefined> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderLines, isMainLine)
    .where(
      and(
        eq(sql`lower(${orders.buyerEmail})`, email.toLowerCase()),
        eq(orderLines.productId, productId),
        eq(orders.isFreeCopy, true),
        gte(orders.paidAt, sql`now() - interval '1 minute'`),
      ),
    )
    .limit(1);
  return row?.id;
}

async function insertCopy(
  tx: Transaction,
  deps: CheckoutDeps,
  { product, email }: { product: ProductRow; email: string },
): Promise<number> {
  const { tokens } = deps.orders;
  const { currency, creatorId } = product;
  const seed = randomUUID();
  const checkoutTokenHash = tokens.hash(tokens.checkout(seed));
  const reservation = await deps.products.reserveStock(tx, product.id);
  if (reservation === "sold_out") throw errors.outOfStock();
  const order = {
    seed,
    creatorId,
    withoutTile: true,
    currency,
    provider: "free",
    mode: "live",
    feeBps: 0,
    feeCents: 0,
    buyerEmail: email,
    isFreeCopy: true,
    checkoutTokenHash,
    orderTokenHash: tokens.hash(tokens.order(seed)),
  } as const;
  await insertOrder(tx, order, [{ ...soldOf(wholePart(product)), itemCents: 0, shippingCents: 0 }]);
  const inserted = await lockOrder(tx, { checkoutTokenHash }).then(orNotFound("Order"));
  if (reservation === "reserved") await setStockReserved(tx, mainLineOf(inserted));
  await recordEvent(tx, { orderId: inserted.id, by: "creator", what: "given" });
  await payNothing(tx, deps, { orderId: inserted.id, currency });
  return inserted.id;
}

/** Pays an order of 0, which delivers it. */
async function payNothing(
  tx: Transaction,
  deps: CheckoutDeps,
  { orderId, currency }: { orderId: number; currency: string },
): Promise<void> {
  const now = deps.clock.now();
  const payment = await insertPayment(tx, {
    orderId,
    provider: "free",
    mode: "live",
    account: null,
    amountCents: 0,
    currency,
    feeCents: 0,
    purchase: { ...NOTHING, feeBps: 0 },
    expiresAt: now,
    parameters: null,
  });
  const order = await lockOrder(tx, { orderId }).then(orNotFound("Order"));
  const reported = { ...freePayment({ id: payment.id, currency, paidAt: now }), live: true };
  await deps.orderPayments.applyPayment(tx, {
    order: deps.orders.paidOrder(order),
    payment,
    reported,
    isReceiptAllowed: true,
  });
}

const NOTHING = {
  itemCents: 0,
  discountId: null,
  discountCode: null,
  discountCents: 0,
  shippingCents: 0,
};
