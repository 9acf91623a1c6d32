import { and, eq, isNotNull, ne, or, sql } from "drizzle-orm";
import type { AddressInput } from "../../../../contract/rules/addresses.ts";
import type { ConsentText } from "../../../../contract/rules/consent.ts";
import { UNPAID_HOLDS } from "../../../../contract/rules/limits.ts";
import type { LinePrice } from "../../../../contract/rules/prices.ts";
import { anyOf } from "../../../platform/database/any-of.ts";
import type { Queries, Transaction } from "../../../platform/database/index.ts";
import { mailboxOf, mailboxOfColumn } from "../../../platform/mail/address.ts";
import { orderAddresses } from "../detail-tables.ts";
import { orderLines } from "../line-tables.ts";
import { type LineMoney, withAmount } from "../lines/line-money.ts";
import type { OrderLine } from "../lines/lines.ts";
import { saveLines } from "../lines/save-lines.ts";
import type { OrderRow } from "../repository.ts";
import { orders } from "../tables.ts";

type OrderColumns = typeof orders.$inferSelect;

/** The values that a locked order copies at the start of its payment: price, plan, fee, and the buyer's input. */
export type PurchaseChanges = Pick<
  OrderColumns,
  | "provider"
  | "mode"
  | "accountRowId"
  | "discountId"
  | "discountCode"
  | "discountReserved"
  | "reservedBy"
  | keyof LineMoney
  | "feeBps"
  | "feeCents"
  | "buyerEmail"
  | "buyerCountry"
  | "buyerCompany"
  | "buyerVatId"
  | "note"
> & {
  consent: ConsentText | null;
  /** The exact text of the consent to news. */
  marketingConsent: string | null;
  linePrices: readonly LinePrice[];
};

/** Saves the input of a locked order's payment, and returns the order's lines. The database's clock dates the consents. */
export async function savePurchase(
  tx: Transaction,
  { id: orderId, buyerEmail: emailBefore, lines }: Pick<OrderRow, "id" | "buyerEmail" | "lines">,
  { consent, marketingConsent, linePrices, ...changes }: PurchaseChanges,
  address: AddressInput | null,
): Promise<OrderLine[]> {
  await tx
    .update(orders)
    .set({
      ...changes,
      cancelledAt: null,
      consentId: consent?.id ?? null,
      consentText: consent?.text ?? null,
      consentLanguage: consent?.language ?? null,
      consentAt: consent ? sql`now()` : null,
      marketingConsentText: marketingConsent,
      marketingConsentAt: marketingConsent === null ? null : sql`now()`,
    })
    .where(eq(orders.id, orderId));
  // Only an order with an email, left by its first attempt, has an address.
  if (emailBefore !== null) await tx.delete(orderAddresses).where(eq(orderAddresses.orderId, orderId));
  if (address) await tx.insert(orderAddresses).values({ orderId, ...address });
  return saveLinePrices(tx, lines, linePrices);
}

/** Saves the prices of a locked order's lines. Returns the lines. */
export const saveLinePrices = (tx: Transaction, lines: readonly OrderLine[], prices: readonly LinePrice[]) =>
  saveLines(tx, lines, (_, at) => {
    const price = prices[at];
    if (!price) throw new Error("a line without a price");
    const { itemCents, discountCents, shippingCents } = price;
    return withAmount({ itemCents, discountCents, shippingCents });
  });

/** Saves the current currency of an order's product. */
export async function saveCurrency(tx: Transaction, orderId: number, currency: string): Promise<void> {
  await tx.update(orders).set({ currency }).where(eq(orders.id, orderId));
}

/** Returns whether another order of this buyer's mailbox has paid with a discount code or reserves it. */
export async function hasBuyerUsedDiscount(
  db: Queries,
  { discountId, email, exceptOrderId }: { discountId: number; email: string; exceptOrderId: number },
): Promise<boolean> {
  const [row] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.discountId, discountId),
        eq(mailboxOfColumn(orders.buyerEmail), mailboxOf(email)),
        ne(orders.id, exceptOrderId),
        or(isNotNull(orders.paidAt), eq(orders.discountReserved, true)),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Counts a client's other unpaid holds on the stock of products, by product, and on a code's uses. */
export async function countReservations(
  db: Queries,
  held: {
    reservedBy: string;
    productIds: readonly number[];
    discountId: number | null;
    exceptOrderId: number;
  },
): Promise<{ units: ReadonlyMap<number, number>; uses: number }> {
  const { reservedBy, productIds, discountId, exceptOrderId } = held;
  const others = and(eq(orders.reservedBy, reservedBy), ne(orders.id, exceptOrderId));
  const codeHolds = and(others, eq(orders.discountReserved, true), eq(orders.discountId, discountId ?? 0));
  const uses = discountId === null ? 0 : await db.$count(orders, codeHolds);
  if (productIds.length === 0) return { units: new Map(), uses };
  const rows = await db
    .select({ id: orderLines.productId, held: sql<number>`count(*)::int` })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(others, anyOf(orderLines.productId, productIds), eq(orderLines.stockReserved, true)))
    .groupBy(orderLines.productId);
  return { units: new Map(rows.map((row) => [row.id ?? 0, row.held])), uses };
}

/** Returns the limits of one client's unpaid holds on a product and on a code. */
export function unpaidHoldLimits({
  reservedBy,
  productId,
  discountId,
}: Pick<OrderColumns, "reservedBy" | "discountId"> & Pick<OrderLine, "productId">) {
  const { points, seconds } = UNPAID_HOLDS;
  const limit = { points, seconds, resettable: true } as const;
  return {
    stock: { name: "unpaid holds of a product", key: `${productId} ${reservedBy}`, ...limit },
    uses: { name: "unpaid holds of a code", key: `${discountId} ${reservedBy}`, ...limit },
  };
}
