import { and, desc, eq, isNotNull, like, notInArray, sql } from "drizzle-orm";
import { MAX_FORMER_SLUGS } from "../../../contract/rules/limits.ts";
import { FALLBACK_SLUG, freeSlug, slugOf } from "../../../contract/rules/slugs.ts";
import { isNotDeleted } from "../../platform/database/deleted-rows.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { formerSlugs, products } from "./tables.ts";

type SlugOfCreator = { creatorId: number; slug: string };

/**
 * Returns a slug for a new product that none of the creator's current or former products has. The caller has
 * locked the creator.
 */
export async function chooseSlug(tx: Transaction, { creatorId, name }: { creatorId: number; name: string }) {
  // Slugs contain no wildcards of `like`.
  const start = Array.from(slugOf(name) || FALLBACK_SLUG)
    .slice(0, 8)
    .join("");
  const current = tx
    .select({ slug: products.slug })
    .from(products)
    .where(and(eq(products.creatorId, creatorId), like(products.slug, `${start}%`), isNotDeleted(products)));
  const former = tx
    .select({ slug: formerSlugs.slug })
    .from(formerSlugs)
    .where(and(eq(formerSlugs.creatorId, creatorId), isNotNull(formerSlugs.productId)));
  const [live, redirected] = [await current, await former];
  return freeSlug(name, new Set([...live, ...redirected].map(({ slug }) => slug)));
}

/**
 * Returns the slug for a restored or imported product: its own, or a similar one if another product uses or
 * redirects it. The caller has locked the creator.
 */
export async function freeSlugFor(
  tx: Transaction,
  { creatorId, slug, name }: SlugOfCreator & { name: string },
): Promise<string> {
  const live = and(eq(products.creatorId, creatorId), eq(products.slug, slug), isNotDeleted(products));
  const redirected = and(
    eq(formerSlugs.creatorId, creatorId),
    eq(formerSlugs.slug, slug),
    isNotNull(formerSlugs.productId),
  );
  const isTaken = (await tx.$count(products, live)) > 0 || (await tx.$count(formerSlugs, redirected)) > 0;
  return isTaken ? chooseSlug(tx, { creatorId, name }) : slug;
}

/** Records a former slug, which then redirects to the product. A `null` product was deleted. */
export async function retireSlug(
  tx: Transaction,
  { creatorId, slug, productId }: SlugOfCreator & { productId: number | null },
): Promise<void> {
  // Use the statement's time, because the transaction's would not order several changes.
  const retiredAt = sql`clock_timestamp()`;
  await tx
    .insert(formerSlugs)
    .values({ creatorId, slug, productId, retiredAt })
    .onConflictDoUpdate({
      target: [formerSlugs.creatorId, formerSlugs.slug],
      set: { productId, retiredAt },
    });
  // Without a limit, one account could store any number of slugs.
  const own = eq(formerSlugs.creatorId, creatorId);
  const latest = tx
    .select({ slug: formerSlugs.slug })
    .from(formerSlugs)
    .where(own)
    .orderBy(desc(formerSlugs.retiredAt))
    .limit(MAX_FORMER_SLUGS);
  await tx.delete(formerSlugs).where(and(own, notInArray(formerSlugs.slug, latest)));
}

/** Deletes a former slug that a product uses again. */
export async function claimSlug(tx: Transaction, { creatorId, slug }: SlugOfCreator): Promise<void> {
  await tx.delete(formerSlugs).where(and(eq(formerSlugs.creatorId, creatorId), eq(formerSlugs.slug, slug)));
}

/**
 * Returns the current slug of a former slug's product. Null if that product was deleted, or undefined if no
 * product had the slug.
 */
export async function findCurrentSlug(db: Queries, { creatorId, slug }: SlugOfCreator) {
  const [row] = await db
    .select({ slug: products.slug })
    .from(formerSlugs)
    .leftJoin(products, and(eq(products.id, formerSlugs.productId), isNotDeleted(products)))
    .where(and(eq(formerSlugs.creatorId, creatorId), eq(formerSlugs.slug, slug)));
  return row?.slug;
}
