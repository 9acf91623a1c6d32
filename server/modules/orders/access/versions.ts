import type { BoughtVersion } from "../../../../contract/api/product-versions.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { listVersions } from "../../products/index.ts";
import type { OrderRow } from "../repository.ts";
import { findAccess } from "./access.ts";

/** Returns the versions of the files that can be opened since a time, by default the payment, newest first. */
export async function listNewVersions(
  db: Queries,
  order: OrderRow,
  since: Date | null = order.paidAt,
): Promise<BoughtVersion[]> {
  if (!since) return [];
  const { open: files, ofLine } = await findAccess(db, order);
  const open = order.lines.filter((line) => ofLine(line).open.length > 0);
  const names = new Map(
    open.flatMap(({ productId, name }) => (productId === null ? [] : [[productId, name] as const])),
  );
  const fileIds = files.flatMap(({ productFileId }) => productFileId ?? []);
  const versions = await listVersions(db, { productIds: [...names.keys()], fileIds, since });
  const isOne = order.lines.length === 1;
  return versions.map(({ productId, number, note, createdAt }) => ({
    name: isOne ? null : (names.get(productId) ?? null),
    number,
    note,
    created_at: createdAt.toISOString(),
  }));
}
