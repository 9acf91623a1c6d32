import { and, eq, exists, isNotNull, ne, or, sql } from "drizzle-orm";
import type { AddressInput } from "../../../../contract/rules/addresses.ts";
import type { ConsentText } from "../../../../contract/rules/consent.ts";
import { UNPAID_HOLDS } from "../../../../contract/rules/limits.ts";
import type { Queries, Transaction } from "../../../platform/database/index.ts";
import { mailboxOf, mailboxOfColumn } from "../../../platform/mail/address.ts";
import { replaceAccess } from "../access/repository.ts";
import { orderAddresses } from "../detail-tables.ts";
import { orderLines } from "../line-tables.ts";
import { type LineMoney, splitPrice } from "../lines/line-money.ts";
import { mainLineOf, type OrderLine } from "../lines/lines.ts";
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
};

/** Saves the input of a locked order's payment, and returns the order's lines. The database's clock dates the consents. */
export async function savePurchase(
  tx: Transaction,
  { id: orderId, buyerEmail: emailBefore, lines }: Pick<OrderRow, "id" | "buyerEmail" | "lines">,
  { consent, marketingConsent, ...changes }: PurchaseChanges,
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
  return saveLinePrices(tx, lines, changes);
}

/** Saves the shares that a locked order's lines have in its price. Returns the lines. */
export async function saveLinePrices(
  tx: Transaction,
  lines: readonly OrderLine[],
  price: Omit<LineMoney, "amountCents">,
): Promise<OrderLine[]> {
  const prices = splitPrice(lines, price);
  return saveLines(tx, lines, (_, at) => prices[at] ?? {});
}

/** Saves the current offer with its files, because the product has changed since the checkout started. */
export async function saveSoldProduct(
  tx: Transaction,
  order: OrderRow,
  { name, type, currency }: Pick<OrderLine, "name" | "type"> & Pick<OrderColumns, "currency">,
): Promise<void> {
  await tx.update(orders).set({ currency }).where(eq(orders.id, order.id));
  const main = mainLineOf(order);
  await saveLines(tx, order.lines, (line) => (line === main ? { name, type } : {}));
  await replaceAccess(tx, main);
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

/** Counts a client's other unpaid holds on a product's stock and on a code's uses. */
export async function countReservations(
  db: Queries,
  held: { reservedBy: string; productId: number; discountId: number | null; exceptOrderId: number },
): Promise<{ stock: number; uses: number }> {
  const { reservedBy, productId, discountId, exceptOrderId } = held;
  const holdsPiece = exists(
    db
      .select({ one: sql`1` })
      .from(orderLines)
      .where(
        and(
          sql`${orderLines.orderId} = orders.id`,
          eq(orderLines.productId, productId),
          eq(orderLines.stockReserved, true),
        ),
      ),
  );
  const [row] = await db
    .select({
      stock: sql<number>`count(*) filter (where ${holdsPiece})::int`,
      uses: sql<number>`count(*) filter (where ${orders.discountReserved} and ${orders.discountId} = ${discountId}::bigint)::int`,
    })
    .from(orders)
    .where(and(eq(orders.reservedBy, reservedBy), ne(orders.id, exceptOrderId)));
  return row ?? { stock: 0, uses: 0 };
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
