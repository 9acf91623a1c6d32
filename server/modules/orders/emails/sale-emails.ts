import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { QueuedMail } from "../../../../contract/mails/mails.ts";
import { SALE_EMAIL_MINUTES } from "../../../../contract/rules/limits.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { addMoney, moneyOf, type SaleMoney } from "../../../../contract/rules/sale-money.ts";
import { type Database, inTransaction, type Transaction } from "../../../platform/database/index.ts";
import { defineJob } from "../../../platform/jobs/define-job.ts";
import type { Job, Jobs } from "../../../platform/jobs/port.ts";
import { EMAIL_RETRY } from "../../../platform/mail/mails.ts";
import type { EmailQueue } from "../../../platform/mail/port.ts";
import { findOwner } from "../../accounts/index.ts";
import { creators } from "../../creators/index.ts";
import { orderAddresses, saleEmails, unreportedSales } from "../detail-tables.ts";
import { goodsOf, titleOf } from "../lines/lines.ts";
import { sumsOfOrders } from "../payment/sale-money.ts";
import { findOrder, type OrderRow } from "../repository.ts";
import { orders } from "../tables.ts";
import { isTestMode } from "./receipt-rules.ts";

const JOB = "checkout.sale-email";
const SaleJob = z.object({ creatorId: z.number().int() });
type Deps = { db: Database; jobs: Jobs; mails: EmailQueue };

/**
 * Records a sale for its creator's next email and enqueues the job that sends it, in the same transaction.
 * Free products are included, because the creator may have to ship them.
 */
export async function queueSaleEmail(
  tx: Transaction,
  { jobs }: Pick<Deps, "jobs">,
  { id: orderId, seed, creatorId }: OrderRow,
): Promise<void> {
  if (creatorId === null || (await findOwner(tx, creatorId)).email === null) return;
  await tx.insert(unreportedSales).values({ orderId, creatorId });
  await jobs.enqueue(tx, { name: JOB, key: seed, data: { creatorId } satisfies z.infer<typeof SaleJob> });
}

/**
 * Defines the job behind sale emails: the first sale at once, later ones as one summary every ten minutes.
 * Each sale has a job of its own, so none is lost between two summaries.
 */
export const saleEmailJob = (deps: Deps): Job =>
  defineJob({
    name: JOB,
    payload: SaleJob,
    retry: EMAIL_RETRY,
    handler: ({ data }) => inTransaction(deps.db, (tx) => reportSales(tx, deps, data.creatorId)),
  });

async function reportSales(tx: Transaction, { jobs, mails }: Deps, creatorId: number): Promise<void> {
  const state = await lockState(tx, creatorId);
  if (!state) return;
  const unreported = eq(unreportedSales.creatorId, creatorId);
  if (state.waitSeconds > 0) {
    const [pendingSale] = await tx.select().from(unreportedSales).where(unreported).limit(1);
    if (!pendingSale) return;
    // The key contains the time of the last email, so that all sales since then share one job.
    await jobs.enqueue(tx, {
      name: JOB,
      key: `${creatorId} after ${state.sentAt}`,
      data: { creatorId },
      startAfterSeconds: state.waitSeconds,
    });
    return;
  }
  const reported = await tx
    .delete(unreportedSales)
    .where(unreported)
    .returning({ orderId: unreportedSales.orderId });
  const ids = reported.map(({ orderId }) => orderId).sort((a, b) => a - b);
  const { email: to } = await findOwner(tx, creatorId);
  const [first] = ids;
  if (first === undefined || to === null) return;
  const mail = ids.length === 1 ? await describeSale(tx, first) : await describeSales(tx, ids);
  if (!mail) return;
  await mails.enqueueEmail(tx, { to, mail, cause: `sales ${creatorId} ${first} ${ids.at(-1)}` });
  await tx.update(saleEmails).set({ sentAt: sql`now()` }).where(eq(saleEmails.creatorId, creatorId));
}

/** Locks a creator's last sale email until the transaction ends. Returns undefined if the creator is deleted. */
async function lockState(tx: Transaction, creatorId: number) {
  await tx
    .insert(saleEmails)
    .select(
      tx
        .select({ creatorId: creators.id, sentAt: sql<Date | null>`null::timestamptz`.as("sent_at") })
        .from(creators)
        .where(eq(creators.id, creatorId)),
    )
    .onConflictDoNothing();
  const nextAt = sql`${saleEmails.sentAt} + make_interval(mins => ${SALE_EMAIL_MINUTES})`;
  const [row] = await tx
    .select({
      sentAt: sql<string>`coalesce(${saleEmails.sentAt}::text, 'never')`,
      waitSeconds: sql<number>`coalesce(greatest(0, ceil(extract(epoch from ${nextAt} - clock_timestamp()))), 0)::int`,
    })
    .from(saleEmails)
    .where(eq(saleEmails.creatorId, creatorId))
    .for("update");
  return row;
}

/** Picks the money of a sale field by field, so that nothing else of an order is in the email. */
const moneyOfMail = (money: SaleMoney): SaleMoney => addMoney([money]);

const linksTo = (path: string) => ({ main: { to: "page" as const, path } });

async function describeSale(tx: Transaction, orderId: number): Promise<QueuedMail | undefined> {
  const order = await findOrder(tx, { orderId });
  if (!order?.paidAt) return undefined;
  return {
    mail: "sale",
    order: order.id,
    number: order.number,
    product: titleOf(order),
    currency: order.currency,
    ...moneyOfMail(moneyOf(order)),
    discountCode: order.discountCode,
    mock: order.provider === "mock",
    ...(isTestMode(order) && { isTest: true }),
    buyerEmail: order.buyerEmail,
    goesTo: await findPlace(tx, order),
    paidAt: order.paidAt.toISOString(),
    links: linksTo(paths.creatorOrder(order.id)),
  };
}

/** Returns the city and country that the goods of an order go to, or null without an address. */
async function findPlace(tx: Transaction, order: OrderRow) {
  if (goodsOf(order).length === 0) return null;
  const { city, country } = orderAddresses;
  const [place] = await tx
    .select({ city, country })
    .from(orderAddresses)
    .where(eq(orderAddresses.orderId, order.id));
  return place ?? null;
}

async function describeSales(tx: Transaction, ids: number[]): Promise<QueuedMail> {
  const kind = sql<"mock" | "test" | "live">`case when ${orders.provider} = 'mock' then 'mock'
    when ${orders.mode} <> 'live' then 'test' else 'live' end`;
  const totals = await tx
    .select({
      kind,
      currency: orders.currency,
      ...sumsOfOrders,
    })
    .from(orders)
    .where(sql`${orders.id} = any(${sql.param(ids)})`)
    .groupBy(orders.currency, kind)
    .orderBy(orders.currency, kind);
  return {
    mail: "sales",
    count: ids.length,
    totals: totals.map(({ kind, currency, paid: count, ...money }) => ({
      kind,
      currency,
      count,
      ...moneyOfMail(money),
    })),
    mock: totals.every(({ kind }) => kind === "mock"),
    ...(totals.some(({ kind }) => kind === "test") && { isTest: true }),
    links: linksTo(paths.orders()),
  };
}
