import { and, arrayOverlaps, desc, gt, sql } from "drizzle-orm";
import type { ProductFile } from "../../../contract/api/product-files.ts";
import { anyOf } from "../../platform/database/any-of.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import type { ListedFile } from "./files.ts";
import { productVersions } from "./version-tables.ts";

/** The newest versions that a reader gets. Nobody reads more changes at once. */
const MAX_LISTED = 100;

/** Records one version of a locked product if a file that stays has other bytes. */
export async function recordVersion(
  tx: Transaction,
  productId: number,
  change: { before: readonly ProductFile[]; files: readonly ListedFile[]; note: string | null },
): Promise<void> {
  const pathBefore = new Map(change.before.map(({ id, path }) => [id, path]));
  const fileIds = change.files.flatMap(({ id, path }) => {
    const before = id === null ? undefined : pathBefore.get(id);
    return id === null || before === undefined || before === path ? [] : [id];
  });
  if (fileIds.length === 0) return;
  const number = sql`(select coalesce(max(made.number), 1) + 1 from product_versions made
    where made.product_id = ${productId})`;
  await tx.insert(productVersions).values({ productId, number, fileIds, note: change.note });
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
    .limit(MAX_LISTED);
}
