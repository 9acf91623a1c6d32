import { and, arrayOverlaps, desc, eq, gt, sql } from "drizzle-orm";
import type { ProductFile } from "../../../contract/api/product-files.ts";
import { type ArchivedVersion, MAX_LISTED_VERSIONS } from "../../../contract/api/product-versions.ts";
import { anyOf } from "../../platform/database/any-of.ts";
import { first, type Queries, type Transaction } from "../../platform/database/index.ts";
import type { ListedFile } from "./files.ts";
import { productVersions } from "./version-tables.ts";

/** Records one version of a locked product if a file that stays has other bytes. Returns its number, or undefined without one. */
export async function recordVersion(
  tx: Transaction,
  productId: number,
  change: { before: readonly ProductFile[]; files: readonly ListedFile[]; note: string | null },
): Promise<number | undefined> {
  const pathBefore = new Map(change.before.map(({ id, path }) => [id, path]));
  const fileIds = change.files.flatMap(({ id, path }) => {
    const before = id === null ? undefined : pathBefore.get(id);
    return id === null || before === undefined || before === path ? [] : [id];
  });
  if (fileIds.length === 0) return undefined;
  const number = sql`(select coalesce(max(made.number), 1) + 1 from product_versions made
    where made.product_id = ${productId})`;
  const [row] = await tx
    .insert(productVersions)
    .values({ productId, number, fileIds, note: change.note })
    .returning({ number: productVersions.number });
  return row?.number;
}

/** Returns the versions since a time that changed any of these files of products, newest first. */
export async function listVersions(
  db: Queries,
  { productIds, fileIds, since }: { productIds: readonly number[]; fileIds: readonly number[]; since: Date },
) {
  if (productIds.length === 0 || fileIds.length === 0) return [];
  return db
    .select()
    .from(productVersions)
    .where(
      and(
        anyOf(productVersions.productId, productIds),
        arrayOverlaps(productVersions.fileIds, [...fileIds]),
        gt(productVersions.createdAt, since),
      ),
    )
    .orderBy(desc(productVersions.createdAt), desc(productVersions.number))
    .limit(MAX_LISTED_VERSIONS);
}

/** Returns when buyers of a product can be told of a version again, or null if now. */
export async function findNextNotice(db: Queries, productId: number): Promise<Date | null> {
  const next = sql<Date | null>`max(${productVersions.announcedAt}) + interval '1 day'`.mapWith(
    productVersions.announcedAt,
  );
  const [row] = await db
    .select({ next })
    .from(productVersions)
    .where(
      and(
        eq(productVersions.productId, productId),
        gt(productVersions.announcedAt, sql`now() - interval '1 day'`),
      ),
    );
  return row?.next ?? null;
}

/** Returns all versions of a product, newest first. */
export const listVersionsOf = (db: Queries, productId: number) =>
  db
    .select()
    .from(productVersions)
    .where(eq(productVersions.productId, productId))
    .orderBy(desc(productVersions.number))
    .limit(MAX_LISTED_VERSIONS);

/** Returns the versions of each of these products for an archive, newest first. */
export async function listArchivedVersions(
  db: Queries,
  productIds: readonly number[],
): Promise<Map<number, ArchivedVersion[]>> {
  const isRecent = sql`${productVersions.number} > (select max(made.number) from product_versions made
    where made.product_id = ${productVersions.productId}) - ${MAX_LISTED_VERSIONS}`;
  const rows = await db
    .select()
    .from(productVersions)
    .where(and(anyOf(productVersions.productId, productIds), isRecent))
    .orderBy(desc(productVersions.number));
  const found = new Map<number, ArchivedVersion[]>();
  for (const { productId, number, note, fileIds, createdAt, announcedAt } of rows) {
    const listed = found.get(productId) ?? [];
    listed.push({
      ...{ number, note, file_ids: fileIds },
      created_at: createdAt.toISOString(),
      announced_at: announcedAt?.toISOString() ?? null,
    });
    found.set(productId, listed);
  }
  return found;
}

type NewVersion = Omit<typeof productVersions.$inferSelect, "productId">;

/** Adds the versions of an imported product. A time in the future becomes the present. */
export async function importVersions(
  tx: Transaction,
  productId: number,
  versions: readonly NewVersion[],
): Promise<void> {
  if (versions.length === 0) return;
  const past = (time: Date) => sql`least(${time.toISOString()}::timestamptz, now())`;
  await tx.insert(productVersions).values(
    versions.map(({ createdAt, announcedAt, ...version }) => ({
      ...{ ...version, productId },
      createdAt: past(createdAt),
      announcedAt: announcedAt && past(announcedAt),
    })),
  );
}

export const findVersion = (db: Queries, key: { productId: number; number: number }) =>
  db.select().from(productVersions).where(isVersion(key)).then(first);

/** Saves the time of an announcement of a locked product. */
export const setAnnounced = (tx: Transaction, key: { productId: number; number: number }) =>
  tx.update(productVersions).set({ announcedAt: sql`now()` }).where(isVersion(key));

const isVersion = ({ productId, number }: { productId: number; number: number }) =>
  and(eq(productVersions.productId, productId), eq(productVersions.number, number));
