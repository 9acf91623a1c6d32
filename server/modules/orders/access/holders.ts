import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../../platform/database/index.ts";
import { isListed } from "../../marketing/index.ts";

/** A version of a product, whose changed files somebody may own. */
export type HeldVersion = {
  creatorId: number;
  productId: number;
  number: number;
  fileIds: readonly number[];
  createdAt: Date;
};

/** A person who owns a file: the receiver of a sent gift, or the buyer of an order without one. */
export type Holder = { email: string; emailHash: Buffer; orderId: number };

/**
 * Selects who holds access to the changed files of a product since before a version, one row for each order.
 * Leaves out imported sales, because nobody has confirmed their emails, orders that are refunded in full, withdrawn, disputed, restricted or erased,
 * gifts that are not sent, and everybody who has unsubscribed from the product, its creator or the installation.
 */
function holdersOf({ creatorId, productId, fileIds, createdAt }: HeldVersion, more: SQL = sql``): SQL {
  const since = sql`${createdAt.toISOString()}::timestamptz`;
  const files = sql`array(select json_array_elements_text(${JSON.stringify(fileIds)}::json)::bigint)`;
  const hash = sql`held.hash`;
  return sql`select held.* from (
    select orders.id as order_id, person.email, sha256(convert_to(lower(person.email), 'UTF8')) as hash
    from access join order_lines line on line.id = access.line_id join orders on orders.id = access.order_id
      left join gifts gift on gift.order_id = orders.id
      cross join lateral (select case when gift.id is null then orders.buyer_email else gift.to_email end as email,
        case when gift.id is null then orders.paid_at else gift.sent_at end as since) person
    where access.product_file_id = any(${files}) and line.product_id = ${productId}
      and access.starts_at is not null and access.file_id is not null and access.ended_at is null
      and orders.status in ('paid', 'partially_refunded') and orders.restricted_at is null and orders.imported_id is null
      and line.withdrawn_at is null and (line.amount_cents = 0 or line.refunded_cents < line.amount_cents)
      and person.email is not null and person.since < ${since} ${more}
  ) held where not ${isListed({ creatorId }, hash)} and not ${isListed({ creatorId: null }, hash)}
    and not exists (select from product_news_ends ended where ended.product_id = ${productId} and ended.email_hash = held.hash)`;
}

const untold = ({ productId, number }: HeldVersion): SQL =>
  sql`not exists (select from version_notices told
    where told.product_id = ${productId} and told.number = ${number} and told.email_hash = holder.hash)`;

/** Counts the people who hold access to the changed files of a version and were not told of it. */
export async function countHolders(db: Queries, version: HeldVersion): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(
    sql`select count(distinct holder.hash) as count from (${holdersOf(version)}) holder where ${untold(version)}`,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Lists these people once each, in the order of the hashes of their emails, with their latest order. */
export async function listHolders(
  db: Queries,
  version: HeldVersion,
  { after, limit }: { after: Buffer; limit: number },
): Promise<Holder[]> {
  const { rows } = await db.execute<{ email: string; hash: Buffer; order_id: string }>(sql`
    select distinct on (holder.hash) holder.* from (${holdersOf(version)}) holder
    where holder.hash > ${after} and ${untold(version)} order by holder.hash, holder.order_id desc limit ${limit}`);
  return rows.map(({ email, hash, order_id }) => ({ email, emailHash: hash, orderId: Number(order_id) }));
}

/** Returns whether somebody still holds access by an order, told or not. */
export async function isHolder(db: Queries, version: HeldVersion, orderId: number): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from (${holdersOf(version, sql`and orders.id = ${orderId}`)}) holder limit 1`,
  );
  return rows.length > 0;
}
