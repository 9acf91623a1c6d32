import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { DOWNLOAD_DAYS, ORDER_LINK_MINUTES } from "../../../../contract/rules/limits.ts";
import { anyOf } from "../../../platform/database/any-of.ts";
import { first, type Queries, type Transaction } from "../../../platform/database/index.ts";
import { files } from "../../files/index.ts";
import { productFiles } from "../../products/index.ts";
import { type Access, type AccessEnd, access } from "../access-tables.ts";
import { orderLines } from "../line-tables.ts";
import type { OrderLine } from "../lines/lines.ts";
import { orders } from "../tables.ts";

/** The end of a link that is made now. */
export const linkEnd = sql`now() + make_interval(days => ${DOWNLOAD_DAYS})`;

/** Returns the statement that offers the current files of their products with lines, which `lines` selects. */
export const insertAccessOf = (lines: SQL): SQL =>
  sql`insert into ${access} (order_id, line_id, file_id, product_file_id, name)
    select line.order_id, line.id, listed.file_id, listed.id, listed.name
    from ${lines} line join ${productFiles} listed on listed.product_id = line.product_id
    order by line.position, listed.position`;

/** Replaces the files that the buyer of an unpaid order will get with a line by the current ones of its product. */
export async function replaceAccess(tx: Transaction, { id }: Pick<OrderLine, "id">): Promise<void> {
  await tx.delete(access).where(eq(access.lineId, id));
  await tx.execute(insertAccessOf(sql`(select * from ${orderLines} where id = ${id})`));
}

/** Returns the access of orders by their ids. */
export async function listAccess(db: Queries, orderIds: readonly number[]): Promise<Map<number, Access[]>> {
  const rows = await db.select().from(access).where(anyOf(access.orderId, orderIds)).orderBy(access.id);
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

type NewLink = Pick<Access, "id" | "linkVersion"> & { tokenHash: Buffer };

/** Stores new links of accesses. They work for three days. */
export async function setLinks(
  tx: Transaction,
  links: readonly NewLink[],
  started: { startsAt?: SQL } = {},
): Promise<void> {
  const list = <T>(values: T[]) => sql.param(values);
  const made = sql`unnest(${list(links.map(({ id }) => id))}::bigint[], ${list(links.map(({ linkVersion }) => linkVersion))}::int[], ${list(links.map(({ tokenHash }) => tokenHash))}::bytea[]) as made (id, link_version, token_hash)`;
  await tx
    .update(access)
    .set({
      ...started,
      linkVersion: sql`made.link_version`,
      tokenHash: sql`made.token_hash`,
      linkExpiresAt: linkEnd,
    })
    .from(made)
    .where(eq(access.id, sql`made.id`));
}

/** Ends the access to lines of a locked order for good. Returns whether an access ended. */
export async function endAccess(
  tx: Transaction,
  lines: readonly OrderLine[],
  endedReason: AccessEnd,
): Promise<boolean> {
  const ids = lines.map(({ id }) => id);
  const { rowCount } = await tx
    .update(access)
    .set({ endedAt: sql`now()`, endedReason })
    .where(and(anyOf(access.lineId, ids), isNull(access.endedAt)));
  return rowCount !== 0;
}

/** Stores whether the access to lines of an order, or to all of them, stays although they are refunded. */
export async function setAccessKept(
  tx: Transaction,
  { order, lineIds, keep }: { order: { id: number }; lineIds: readonly number[] | null; keep: boolean },
): Promise<void> {
  const isOfLines = lineIds ? anyOf(access.lineId, lineIds) : undefined;
  await tx
    .update(access)
    .set({ keep })
    .where(and(eq(access.orderId, order.id), isOfLines));
}

/** Finds the access of a download link with its order and newest file; `expired` is computed with the database's clock. */
export async function findLinkedAccess(db: Queries, tokenHash: Buffer) {
  const [row] = await db
    .select({
      order: { id: orders.id, status: orders.status, mode: orders.mode },
      line: orderLines,
      access,
      newest: { fileId: productFiles.fileId, name: productFiles.name },
      expired: sql<boolean>`coalesce(${access.linkExpiresAt} <= now(), true)`,
    })
    .from(access)
    .innerJoin(orders, eq(orders.id, access.orderId))
    .innerJoin(orderLines, eq(orderLines.id, access.lineId))
    .leftJoin(productFiles, eq(productFiles.id, access.productFileId))
    .where(and(eq(access.tokenHash, tokenHash), isNotNull(access.startsAt)));
  if (!row?.access.fileId) return undefined;
  const { newest, ...found } = row;
  const bought = { fileId: row.access.fileId, name: row.access.name };
  return { ...found, bought, newest: newest ?? bought };
}

/** Returns the newest file of each access, by its id. */
export async function listNewestFiles(db: Queries, granted: readonly Access[]) {
  const ids = granted.map(({ id }) => id);
  if (ids.length === 0) return new Map<number, never>();
  const rows = await db
    .select({
      id: access.id,
      name: sql<string>`coalesce(${productFiles.name}, ${access.name}, ${files.name})`,
      size: files.size,
      sha256: files.sha256,
      isBought: sql<boolean>`${files.id} = ${access.fileId}`,
    })
    .from(access)
    .leftJoin(productFiles, eq(productFiles.id, access.productFileId))
    .innerJoin(files, eq(files.id, sql`coalesce(${productFiles.fileId}, ${access.fileId})`))
    .where(anyOf(access.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Finds the order of a download link that has not expired; `paidRecently` is computed with the database's clock. */
export const findOrderOfLink = (db: Queries, tokenHash: Buffer) =>
  db
    .select({
      id: orders.id,
      paidRecently: sql<boolean>`coalesce(${orders.paidAt} > now() - make_interval(mins => ${ORDER_LINK_MINUTES}), false)`,
    })
    .from(access)
    .innerJoin(orders, eq(orders.id, access.orderId))
    .where(
      and(eq(access.tokenHash, tokenHash), isNotNull(access.startsAt), sql`${access.linkExpiresAt} > now()`),
    )
    .then(first);

/**
 * Counts a download while access lasts: every one from the file's start, and a later part only if nothing is counted yet.
 * Locks the order, because its buyer may be withdrawing.
 */
export const countUse = (
  db: Queries,
  { id, orderId }: Pick<Access, "id" | "orderId">,
  part: { isStart: boolean },
) =>
  db
    .update(access)
    .set({ useCount: sql`${access.useCount} + 1` })
    .where(
      and(
        eq(access.id, id),
        eq(access.orderId, lockedOrder(db, orderId)),
        isNull(access.endedAt),
        part.isStart ? undefined : eq(access.useCount, 0),
      ),
    )
    .returning({ useCount: access.useCount })
    .then(first);

const lockedOrder = (db: Queries, id: number) =>
  db.select({ id: orders.id }).from(orders).where(eq(orders.id, id)).for("no key update");

/** Returns whether an access exists and has not ended. */
export const isLasting = async (db: Queries, id: number): Promise<boolean> =>
  (await db.$count(access, and(eq(access.id, id), isNull(access.endedAt)))) > 0;

/** The number of downloads of an order in a query of orders. */
export const downloadsOfOrder = sql<number>`${new QueryBuilder()
  .select({ total: sql`coalesce(sum(${access.useCount}), 0)` })
  .from(access)
  .where(eq(access.orderId, orders.id))}`.mapWith(Number);

/** The time until which a link of an order works, in a query of orders. */
export const lastLinkEnd: SQL = sql`${new QueryBuilder()
  .select({ last: sql`max(${access.linkExpiresAt})` })
  .from(access)
  .where(eq(access.orderId, orders.id))}`;
