import { randomUUID } from "node:crypto";
import { and, eq, exists, isNotNull, isNull, ne, not, or, sql } from "drizzle-orm";
import { anyOf } from "../../../platform/database/any-of.ts";
import type { Queries, Transaction } from "../../../platform/database/index.ts";
import type { CreatorRow } from "../../creators/index.ts";
import { startAccess } from "../access/links.ts";
import { insertAccessOf, listAccess } from "../access/repository.ts";
import { access } from "../access-tables.ts";
import type { OrderDeps } from "../deps.ts";
import { orderEvents } from "../detail-tables.ts";
import { orderEmailChanges } from "../email-change-tables.ts";
import { orderLines, type SoldProduct } from "../line-tables.ts";
import { orders } from "../tables.ts";

/** A sale at another service. `note` names the service and the day for the order's history. */
export type ImportedSale = {
  importedId: string;
  email: string;
  currency: string;
  note: string;
  sold: readonly SoldProduct[];
};
type Imported = { creator: CreatorRow; sales: readonly ImportedSale[] };

/** The maximum of orders of a statement. */
const BATCH_SIZE = 500;

/**
 * Adds sales as paid orders of 0 and starts the access of their buyers, in a transaction that has locked the creator.
 * The payment's email, notice, webhook, receipt number, stock and statistics are left out, because nothing was sold here.
 * Returns the ids of the orders.
 */
export async function importOrders(
  tx: Transaction,
  deps: OrderDeps,
  { creator, sales }: Imported,
): Promise<number[]> {
  const seller = await deps.sellers.findSeller(tx, creator.id);
  const added: number[] = [];
  for (const batch of inBatches(sales)) {
    const inserted = await insertOrders(tx, deps, { creator, seller, sales: batch });
    const ids = inserted.map(({ id }) => id);
    await insertLines(tx, inserted);
    await tx.execute(
      insertAccessOf(sql`(select * from ${orderLines} where ${anyOf(orderLines.orderId, ids)})`),
    );
    const granted = await listAccess(tx, ids);
    const paid = inserted.map((order) => ({ ...order, access: granted.get(order.id) ?? [] }));
    await startAccess(tx, deps, ...paid);
    await tx
      .insert(orderEvents)
      .values(
        inserted.map(({ id, note }) => ({ orderId: id, by: "creator", what: "imported", note }) as const),
      );
    added.push(...ids);
  }
  return added;
}

type New = Imported & { seller: (typeof orders.$inferInsert)["seller"] };

/** Inserts orders from arrays, because a statement of all columns of hundreds of orders takes seconds to build. */
async function insertOrders(tx: Transaction, { tokens }: OrderDeps, { creator, seller, sales }: New) {
  const bySeed = new Map(sales.map((sale) => [randomUUID() as string, sale]));
  const seeds = [...bySeed.keys()];
  const { rows } = await tx.execute<{ id: string; seed: string }>(sql`
    insert into ${orders} (seed, imported_id, currency, buyer_email, checkout_token_hash, order_token_hash,
      creator_id, language, seller, without_tile, is_free_copy, creator_verified, amount_cents, fee_bps, fee_cents,
      provider, mode, status, paid_at)
    select sale.*, ${creator.id}::bigint, ${creator.language}, ${seller && JSON.stringify(seller)}::jsonb, true, true, true, 0, 0, 0,
      'free', 'live', 'paid', now()
    from unnest(${sql.param(seeds)}::uuid[], ${sql.param(sales.map(({ importedId }) => importedId))}::text[],
      ${sql.param(sales.map(({ currency }) => currency))}::text[], ${sql.param(sales.map(({ email }) => email))}::text[],
      ${sql.param(seeds.map((seed) => tokens.hash(tokens.checkout(seed))))}::bytea[],
      ${sql.param(seeds.map((seed) => tokens.hash(tokens.order(seed))))}::bytea[]) as sale
    returning id, seed`);
  return rows.flatMap(({ id, seed }) => {
    const sale = bySeed.get(seed);
    return sale ? [{ id: Number(id), seed, sold: sale.sold, note: sale.note }] : [];
  });
}

type Sold = { id: number; sold: readonly SoldProduct[] };

async function insertLines(tx: Transaction, inserted: readonly Sold[]): Promise<void> {
  const lines = inserted.flatMap(({ id, sold }) =>
    sold.map(({ fileIds: _, ...line }, position) => ({ ...line, orderId: id, position })),
  );
  await tx.execute(sql`
    insert into ${orderLines} (order_id, position, product_id, bundle_id, bundle_name, name, type, media_url, accent_id,
      item_cents, amount_cents)
    select line.*, 0, 0 from json_to_recordset(${JSON.stringify(lines)}) as line("orderId" bigint, "position" smallint,
      "productId" bigint, "bundleId" bigint, "bundleName" text, "name" text, "type" text, "mediaUrl" text, "accentId" bigint)`);
}

function* inBatches<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += BATCH_SIZE) yield rows.slice(at, at + BATCH_SIZE);
}

/** Returns which of these sales a creator has imported. */
export async function findImported(
  db: Queries,
  { creatorId, importedIds }: { creatorId: number; importedIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ importedId: orders.importedId })
    .from(orders)
    .where(and(eq(orders.creatorId, creatorId), anyOf(orders.importedId, importedIds)));
  return new Set(rows.flatMap(({ importedId }) => importedId ?? []));
}

/**
 * Deletes imported orders of a creator that nobody has used or changed: without downloads, emails and corrections.
 * Returns their number and that of the others.
 */
export async function removeImported(
  tx: Transaction,
  { creatorId, ids }: { creatorId: number; ids: readonly number[] },
): Promise<{ removed: number; kept: number }> {
  const own = and(eq(orders.creatorId, creatorId), isNotNull(orders.importedId), anyOf(orders.id, ids));
  // Downloads lock the order. The next statement sees those that were counted before.
  const locked = await tx.select({ id: orders.id }).from(orders).where(own).orderBy(orders.id).for("update");
  const used = tx
    .select({ id: access.id })
    .from(access)
    .where(and(eq(access.orderId, orders.id), or(sql`${access.useCount} > 0`, isNotNull(access.endedAt))));
  const events = tx
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orders.id), ne(orderEvents.what, "imported")));
  const corrections = tx
    .select({ id: orderEmailChanges.id })
    .from(orderEmailChanges)
    .where(eq(orderEmailChanges.orderId, orders.id));
  const isUnchanged = and(
    eq(orders.status, "paid"),
    isNull(orders.linksMailedAt),
    ...[used, events, corrections].map((changes) => not(exists(changes))),
  );
  const { rowCount } = await tx.delete(orders).where(and(own, isUnchanged));
  const removed = rowCount ?? 0;
  return { removed, kept: locked.length - removed };
}
