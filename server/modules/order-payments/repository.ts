import { and, desc, eq, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { movesMoney, type ProviderName } from "../../../contract/rules/order-states.ts";
import { first, firstOrThrow, type Queries, type Transaction } from "../../platform/database/index.ts";
import type { Sales } from "../../platform/payments/sales.ts";
import type { PaymentRow } from "./money.ts";
import { orderPayments } from "./tables.ts";

export async function insertPayment(tx: Transaction, values: typeof orderPayments.$inferInsert) {
  const nextReadAt = sql`now() + interval '2 minutes'`;
  return tx
    .insert(orderPayments)
    .values({ ...values, nextReadAt })
    .returning()
    .then(firstOrThrow("payment was not inserted"));
}

export const findPayment = (db: Queries, id: string) =>
  db.select().from(orderPayments).where(eq(orderPayments.id, id)).then(first);

export const findPaymentIn = (db: Queries, orderId: number, states: readonly PaymentRow["status"][]) =>
  db
    .select()
    .from(orderPayments)
    .where(and(eq(orderPayments.orderId, orderId), inArray(orderPayments.status, [...states])))
    .orderBy(desc(orderPayments.createdAt))
    .limit(1)
    .then(first);

/**
 * The condition that a buyer may still pay a payment or has just paid it.
 * A payment that ended here, but not at the provider, is read as often as an open one.
 */
export const isPayable = and(
  ne(orderPayments.status, "paid"),
  or(
    inArray(orderPayments.status, ["open", "processing"]),
    lt(orderPayments.nextReadAt, sql`now() + interval '1 day'`),
  ),
);

/** Lists the payments of an order that its buyer may just have paid. */
export async function listPayable(db: Queries, orderId: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(orderPayments)
    .where(and(eq(orderPayments.orderId, orderId), isPayable));
}

/** Finds the payment that an event of the provider names by one of its ids or by ours. */
export async function findNamedPayment(
  db: Queries,
  names: { provider: ProviderName; id: string | null; intent: string | null; reference: string | null },
): Promise<PaymentRow | undefined> {
  const { provider, id, intent, reference } = names;
  const isUuid = reference !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(reference);
  const conditions: SQL[] = [
    ...(isUuid ? [eq(orderPayments.id, reference)] : []),
    ...(id === null ? [] : [eq(orderPayments.providerId, id)]),
    ...(intent === null ? [] : [eq(orderPayments.intentId, intent)]),
  ];
  if (conditions.length === 0) return undefined;
  const [row] = await db
    .select()
    .from(orderPayments)
    .where(and(eq(orderPayments.provider, provider), or(...conditions)))
    .limit(1);
  return row;
}

/**
 * Lists payments of a provider that are due to be read, the longest overdue first.
 * `recentOnly` selects those started within two hours.
 * Payments of another mode cannot be read and must not fill the list. Payments of the mock checkout have no mode.
 */
export async function listDuePayments(
  db: Queries,
  { provider, mode }: Pick<Sales, "provider" | "mode">,
  { recentOnly, limit }: { recentOnly: boolean; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: orderPayments.id })
    .from(orderPayments)
    .where(
      and(
        lte(orderPayments.nextReadAt, sql`now()`),
        eq(orderPayments.provider, provider),
        provider === "mock" ? isNull(orderPayments.mode) : eq(orderPayments.mode, mode),
        recentOnly ? sql`${orderPayments.createdAt} > now() - interval '2 hours'` : undefined,
      ),
    )
    .orderBy(orderPayments.nextReadAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Returns the time of a payment's next read by its status: unfinished ones are read 2, 10, 30 and 120 minutes after their start and then every six hours, paid ones daily for 30 days and weekly until day 130.
 * A payment that ended unpaid is read weekly for four weeks, in case its money arrives late and the event is lost.
 */
function nextReadAt(status: PaymentRow["status"]): SQL | null {
  const age = sql`now() - ${orderPayments.createdAt}`;
  const paidAt = sql`coalesce(${orderPayments.paidAt}, now())`;
  if (status === "open" || status === "processing") {
    return sql`${orderPayments.createdAt} + case when ${age} < interval '2 minutes' then interval '2 minutes'
      when ${age} < interval '10 minutes' then interval '10 minutes' when ${age} < interval '30 minutes' then interval '30 minutes'
      when ${age} < interval '2 hours' then interval '2 hours' else ${age} + interval '6 hours' end`;
  }
  if (status === "paid") {
    return sql`case when now() - ${paidAt} < interval '30 days' then now() + interval '1 day'
      when now() - ${paidAt} < interval '130 days' then now() + interval '7 days' end`;
  }
  // Payments that the provider never received cannot be read.
  return sql`case when ${orderPayments.providerId} is not null and ${age} < interval '28 days' then now() + interval '7 days' end`;
}

/** Lists open test payments of another mode whose page expired a day ago, so that nobody can pay them any more. */
export async function listAbandonedTestPayments(
  db: Queries,
  { provider, mode }: Pick<Sales, "provider" | "mode">,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: orderPayments.id })
    .from(orderPayments)
    .where(
      and(
        eq(orderPayments.status, "open"),
        eq(orderPayments.provider, provider),
        inArray(orderPayments.mode, ["sandbox", "test"]),
        ne(orderPayments.mode, mode),
        lt(orderPayments.expiresAt, sql`now() - interval '1 day'`),
      ),
    )
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Schedules another read of an unreadable payment, after those that are due now. */
export async function postponeRead(db: Queries, id: string): Promise<void> {
  await db
    .update(orderPayments)
    .set({ nextReadAt: sql`now() + interval '10 minutes'` })
    .where(eq(orderPayments.id, id));
}

/** Schedules immediate reads of an account's unpaid payments. */
export async function readAgain(
  tx: Transaction,
  { provider, account }: { provider: ProviderName; account: string },
): Promise<void> {
  const { nextReadAt: next, ...columns } = orderPayments;
  await tx
    .update(orderPayments)
    .set({ nextReadAt: sql`now()` })
    .where(
      and(
        eq(columns.provider, provider),
        eq(columns.account, account),
        ne(columns.status, "paid"),
        isNotNull(next),
      ),
    );
}

/** Schedules the next read of a payment with an unchanged state. */
export async function planNextRead(db: Queries, row: PaymentRow): Promise<void> {
  await db
    .update(orderPayments)
    .set({ nextReadAt: nextReadAt(row.status) })
    .where(eq(orderPayments.id, row.id));
}

/** Stores the provider's data of an open payment. Returns false if other data was stored before. */
export async function saveCreated(
  db: Queries,
  row: PaymentRow,
  created: Pick<PaymentRow, "providerId" | "intentId" | "url">,
): Promise<boolean> {
  const saved = await db
    .update(orderPayments)
    .set({ ...created, nextReadAt: nextReadAt("open") })
    .where(
      and(eq(orderPayments.id, row.id), eq(orderPayments.status, "open"), isNull(orderPayments.providerId)),
    )
    .returning({ id: orderPayments.id });
  return saved.length > 0;
}

type PaymentChanges = Partial<
  Pick<
    PaymentRow,
    | "status"
    | "providerId"
    | "intentId"
    | "url"
    | "feeReturnedCents"
    | "providerFeeCents"
    | "isDuplicate"
    | "isHeld"
    | "method"
    | "paidAt"
    | "parameters"
    | "purchase"
    | "expiresAt"
  >
>;

/** Saves the provider's report of a payment and schedules its next read by `readAs`, its status at the provider. */
export async function updatePayment(
  tx: Queries,
  row: PaymentRow,
  changes: PaymentChanges,
  readAs = changes.status ?? row.status,
): Promise<void> {
  const status = changes.status ?? row.status;
  await tx
    .update(orderPayments)
    .set({
      ...changes,
      // A payment without money never changes.
      nextReadAt: movesMoney(row.provider) || status === "open" ? nextReadAt(readAs) : null,
      // Contains the buyer's email, and is only needed to repeat the creation.
      ...(status === "open" ? {} : { parameters: null }),
    })
    .where(eq(orderPayments.id, row.id));
}
