import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { and, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import { paths } from "../../../../contract/rules/paths.ts";
import { deleteInBatches } from "../../../platform/database/in-batches.ts";
import {
  type Database,
  firstOrThrow,
  type Queries,
  type Transaction,
} from "../../../platform/database/index.ts";
import { BYTE_ORDER_MARK } from "../../../platform/http/csv.ts";
import type { EmailAttachments, EmailQueue } from "../../../platform/mail/port.ts";
import { isRetained } from "../anonymization.ts";
import { orderExports } from "../detail-tables.ts";
import { listed } from "../listing/listing.ts";
import { orders } from "../tables.ts";
import { csvHeader, csvOf } from "./csv.ts";

/** Mail servers commonly accept 10 MB, and an attachment grows by a third. */
const MAX_BYTES = 5_000_000;
/** More rows cannot fit, because each has at least 100 characters. */
const MAX_ORDERS = 50_000;
/** An email is retried for a day, and an administrator may retry it later. */
const RETENTION_DAYS = 30;

type OrderExport = { id: string; count: number; isComplete: boolean };

/**
 * Stores a creator's paid orders for the email about the account's deletion. Returns null without sales for money.
 * Call it before the orders are anonymised.
 */
export async function saveOrderExport(tx: Transaction, creatorId: number): Promise<OrderExport | null> {
  const rows = await tx
    .select(listed)
    .from(orders)
    .where(and(eq(orders.creatorId, creatorId), isRetained, isNotNull(orders.paidAt)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(MAX_ORDERS + 1);
  if (rows.length === 0) return null;
  const lines = [BYTE_ORDER_MARK, csvHeader];
  let bytes = 0;
  for (const row of rows.slice(0, MAX_ORDERS)) {
    const line = csvOf(row);
    bytes += Buffer.byteLength(line);
    if (bytes > MAX_BYTES) break;
    lines.push(line);
  }
  const csv = await promisify(gzip)(lines.join(""));
  const stored = await tx
    .insert(orderExports)
    .values({ csv })
    .returning({ id: orderExports.id })
    .then(firstOrThrow("the orders were not stored"));
  const count = lines.length - 2;
  return { id: stored.id, count, isComplete: count === rows.length };
}

/** Queues the email with the stored orders. Call it after the queued emails to the account were erased. */
export async function queueOrderExport(
  tx: Transaction,
  { mails }: { mails: EmailQueue },
  { to, language, id, count, isComplete }: OrderExport & { to: string; language: string | undefined },
): Promise<void> {
  await mails.enqueueEmail(tx, {
    to,
    mail: {
      mail: "orders-export",
      language,
      count,
      isComplete,
      links: { main: { to: "page", path: paths.landing() } },
    },
    cause: `orders export ${id}`,
    attachment: id,
  });
}

/** Finds the stored orders for their email, and deletes them once it is sent. */
export const orderAttachments = (db: Database): EmailAttachments => ({
  async find(id) {
    const [row] = await db
      .select({ csv: orderExports.csv })
      .from(orderExports)
      .where(sql`${orderExports.id}::text = ${id}`);
    if (!row) return undefined;
    return {
      filename: "orders.csv",
      contentType: "text/csv; charset=utf-8",
      content: await promisify(gunzip)(row.csv),
    };
  },
  async remove(id) {
    await db.delete(orderExports).where(sql`${orderExports.id}::text = ${id}`);
  },
});

/** Deletes stored orders whose email could not be sent. */
export async function deleteExpiredExports(db: Queries): Promise<void> {
  const isExpired = lt(orderExports.createdAt, sql`now() - make_interval(days => ${RETENTION_DAYS})`);
  await deleteInBatches(db, orderExports, isExpired);
}
