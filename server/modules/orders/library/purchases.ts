import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { LibraryGift } from "../../../../contract/pages/gift-models.ts";
import type { LibraryGroup } from "../../../../contract/pages/library-models.ts";
import type { Language } from "../../../../contract/rules/languages.ts";
import { LIBRARY_PAGE_SIZE } from "../../../../contract/rules/library-limits.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { containsWords } from "../../../platform/database/search-words.ts";
import { creators } from "../../creators/index.ts";
import { findAccess } from "../access/access.ts";
import { listAccess } from "../access/repository.ts";
import { orderLanguage } from "../emails/buyer-email-frame.ts";
import { gifts } from "../gift-tables.ts";
import { asReceiver } from "../gifts/receiver.ts";
import { listReceived } from "../gifts/repository.ts";
import { isWithdrawn, linesOfOrder, namesOfLines, shipmentOf, titleOf, typeOf } from "../lines/lines.ts";
import { listWithdrawable } from "../refunds/right-of-withdrawal.ts";
import { findOrder, isPurchaseOf, type OrderRow } from "../repository.ts";
import { orders } from "../tables.ts";

const isTest = sql<boolean>`${orders.mode} is distinct from 'live'`;

/** Matches part of a product, of the creator's name or of the receipt's number. */
const contains = (search: string): SQL | undefined =>
  search === ""
    ? undefined
    : containsWords(
        sql`searchable(concat_ws(E'\\n', ${namesOfLines}, ${orders.number}, ${creators.displayName}))`,
        search,
      );

/**
 * Returns one page of an email's purchases by creator, the latest first, those without real money last.
 * `total` counts those that the search finds.
 */
export async function listPurchases(
  db: Queries,
  { email, search, from, now }: { email: string; search: string; from: number; now: Date },
): Promise<{ total: number; all: number; groups: LibraryGroup[] }> {
  const found = and(isPurchaseOf(email), contains(search));
  const latest = sql`max(${orders.paidAt}) over (partition by ${isTest}, ${orders.creatorId})`;
  const [rows, [counts]] = await Promise.all([
    db
      .select({
        order: orders,
        lines: linesOfOrder,
        gift: gifts,
        isTest,
        creator: { handle: creators.handle, displayName: creators.displayName },
      })
      .from(orders)
      .leftJoin(creators, eq(creators.id, orders.creatorId))
      .leftJoin(gifts, eq(gifts.orderId, orders.id))
      .where(found)
      .orderBy(isTest, desc(latest), orders.creatorId, desc(orders.paidAt), desc(orders.id))
      .limit(LIBRARY_PAGE_SIZE)
      .offset(from),
    db
      .select({
        all: sql<number>`count(*)::int`,
        total: sql<number>`(count(*) filter (where ${contains(search) ?? sql`true`}))::int`,
      })
      .from(orders)
      .leftJoin(creators, eq(creators.id, orders.creatorId))
      .where(isPurchaseOf(email)),
  ]);
  const access = await listAccess(
    db,
    rows.map(({ order }) => order.id),
  );
  const groups: (LibraryGroup & { creatorId: number | null })[] = [];
  for (const { order, lines, gift, creator, ...row } of rows) {
    const last = groups.at(-1);
    const purchase = { ...order, lines, gift, access: access.get(order.id) ?? [] };
    const listed = await presentPurchase(db, purchase, now);
    if (last && last.creatorId === order.creatorId && last.isTest === row.isTest) last.orders.push(listed);
    else
      groups.push({
        creatorId: order.creatorId,
        creator: creator && { handle: creator.handle, display_name: creator.displayName },
        isTest: row.isTest,
        orders: [listed],
      });
  }
  return { total: 0, all: 0, ...counts, groups: groups.map(({ creatorId: _, ...group }) => group) };
}

async function presentPurchase(db: Queries, order: Omit<OrderRow, "creator">, now: Date) {
  return {
    id: order.id,
    product: titleOf(order),
    type: typeOf(order),
    number: order.number,
    paid_at: (order.paidAt ?? order.createdAt).toISOString(),
    amount_cents: order.amountCents,
    currency: order.currency,
    status: order.status,
    mode: order.mode,
    ...(order.importedId !== null && { is_imported: true as const }),
    is_withdrawn: isWithdrawn(order),
    can_withdraw: listWithdrawable(order, now).length > 0,
    has_download: (await findAccess(db, order)).open.length > 0,
    shipped_at: shipmentOf(order).shippedAt?.toISOString() ?? null,
  };
}

/** Returns the latest gifts to an email. */
export async function listGifts(db: Queries, email: string): Promise<LibraryGift[]> {
  const listed: LibraryGift[] = [];
  for (const { orderId } of await listReceived(db, email)) {
    const order = await findOrder(db, { orderId });
    if (!order?.gift?.sentAt) continue;
    listed.push({
      id: orderId,
      product: titleOf(order),
      from: order.gift.name,
      sent_at: order.gift.sentAt.toISOString(),
      has_download: (await findAccess(db, asReceiver(order))).open.length > 0,
    });
  }
  return listed;
}

/** Returns the language of an email's latest purchase, otherwise of its latest gift, or English without any. */
export async function findBuyerLanguage(db: Queries, email: string): Promise<Language> {
  const [bought] = await db
    .select({
      language: sql<Language | null>`coalesce(${orders.language}, ${creators.language})`.mapWith(
        creators.language,
      ),
    })
    .from(orders)
    .leftJoin(creators, eq(creators.id, orders.creatorId))
    .where(isPurchaseOf(email))
    .orderBy(desc(orders.paidAt), desc(orders.id))
    .limit(1);
  if (bought) return bought.language ?? "en";
  const [received] = await listReceived(db, email);
  const gift = received && (await findOrder(db, received));
  return gift ? orderLanguage(gift) : "en";
}
