import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { onViolation } from "../../platform/database/errors.ts";
import { first, firstOrThrow, type Queries, type Transaction } from "../../platform/database/index.ts";
import { creators } from "../creators/index.ts";
import { products } from "../products/index.ts";
import { errors } from "./errors.ts";
import { campaignLinks } from "./tables.ts";

type Row = typeof campaignLinks.$inferSelect;
export type CampaignLinkRow = Row & { isEnded: boolean };
type Values = Omit<typeof campaignLinks.$inferInsert, "creatorId">;
export type Owned = { creatorId: number; id: number };

const owned = ({ creatorId, id }: Owned) =>
  and(eq(campaignLinks.id, id), eq(campaignLinks.creatorId, creatorId));
/** Uses the database's clock, which all nodes share. */
const isEnded = sql<boolean>`coalesce(${campaignLinks.endsAt} <= now(), false)`;

export const listCampaignLinks = (db: Queries, creatorId: number): Promise<CampaignLinkRow[]> =>
  select(db, eq(campaignLinks.creatorId, creatorId)).orderBy(desc(campaignLinks.id));

export const findCampaignLink = (db: Queries, owner: Owned) => select(db, owned(owner)).then(first);

export const lockCampaignLink = (tx: Transaction, owner: Owned) =>
  select(tx, owned(owner)).for("update").then(first);

function select(db: Queries, condition: SQL | undefined) {
  return db
    .select({
      id: campaignLinks.id,
      creatorId: campaignLinks.creatorId,
      name: campaignLinks.name,
      title: campaignLinks.title,
      source: campaignLinks.source,
      productId: campaignLinks.productId,
      endsAt: campaignLinks.endsAt,
      createdAt: campaignLinks.createdAt,
      isEnded,
    })
    .from(campaignLinks)
    .where(condition)
    .$dynamic();
}

export const countCampaignLinks = (db: Queries, creatorId: number): Promise<number> =>
  db.$count(campaignLinks, eq(campaignLinks.creatorId, creatorId));

/** Inserts a link. Throws 409 if the creator has a link with this name. */
export async function insertCampaignLink(db: Queries, creatorId: number, values: Values): Promise<number> {
  const row = await db
    .insert(campaignLinks)
    .values({ ...values, creatorId })
    .returning({ id: campaignLinks.id })
    .catch(onViolation("campaign_links_name_unique", errors.nameTaken))
    .then(firstOrThrow("insert returned no campaign link"));
  return row.id;
}

export const updateCampaignLink = (tx: Transaction, owner: Owned, values: Partial<Values>) =>
  tx.update(campaignLinks).set(values).where(owned(owner));

/** Deletes a link. Returns false if the creator has none with this id. */
export async function deleteCampaignLink(db: Queries, owner: Owned): Promise<boolean> {
  const { rowCount } = await db.delete(campaignLinks).where(owned(owner));
  return rowCount === 1;
}

/**
 * The target of a campaign link. `source` is null once the link has ended. `slug` is null unless the link's
 * product is for sale.
 */
export type CampaignTarget = { source: string | null; slug: string | null };

/**
 * Returns the target of a named link, or undefined if no creator has the handle. An unknown name leads to the
 * page.
 */
export const findCampaignTarget = (db: Queries, { handle, name }: { handle: string; name: string }) =>
  db
    .select({
      source: sql<string | null>`case when not ${isEnded} then ${campaignLinks.source} end`,
      slug: sql<string | null>`case when not ${isEnded} then ${products.slug} end`,
    })
    .from(creators)
    .leftJoin(campaignLinks, and(eq(campaignLinks.creatorId, creators.id), eq(campaignLinks.name, name)))
    .leftJoin(
      products,
      and(
        eq(products.id, campaignLinks.productId),
        eq(products.active, true),
        sql`${products.deletedAt} is null`,
      ),
    )
    .where(eq(creators.handle, handle.toLowerCase()))
    .then(first);

/** Returns the id of a link that has not ended, or null for an unknown name. */
export async function findLiveCampaignId(
  db: Queries,
  { creatorId, name }: { creatorId: number; name: string },
): Promise<number | null> {
  const [row] = await db
    .select({ id: campaignLinks.id })
    .from(campaignLinks)
    .where(and(eq(campaignLinks.creatorId, creatorId), eq(campaignLinks.name, name), sql`not ${isEnded}`));
  return row?.id ?? null;
}
