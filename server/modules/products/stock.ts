import type { Transaction } from "../../platform/database/index.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import type { PageInvalidations } from "../../platform/page-invalidation.ts";
import { announceSoldOut } from "./product-webhooks.ts";
import { readStock, returnUnit, takeUnit } from "./repository.ts";

type StockDeps = { jobs: Pick<Jobs, "enqueue">; pageInvalidations: PageInvalidations };

/** `unlimited`: stock is not counted, so nothing has to be released. */
export type Reservation = "reserved" | "unlimited" | "sold_out";

/**
 * Reserves a unit of a product for the transaction's payment. It stays taken once paid, and is released if
 * the payment ends unpaid. A purged product is sold out.
 */
export async function reserveStock(
  tx: Transaction,
  { jobs, pageInvalidations }: StockDeps,
  productId: number,
): Promise<Reservation> {
  const row = await takeUnit(tx, productId);
  // Uncounted stock takes no lock, so that many buyers do not wait for each other.
  if (!row) return (await readStock(tx, productId))?.stock === null ? "unlimited" : "sold_out";
  if (row.stock === 0) {
    await pageInvalidations.publish(tx, row.creatorId);
    await announceSoldOut(tx, jobs, { creatorId: row.creatorId, id: productId });
  }
  return "reserved";
}

/** Releases a unit that an unpaid payment had `reserved`, after the payment has ended. */
export async function releaseStock(
  tx: Transaction,
  { pageInvalidations }: Pick<StockDeps, "pageInvalidations">,
  productId: number,
) {
  const row = await returnUnit(tx, productId);
  if (row?.stock === 1) await pageInvalidations.publish(tx, row.creatorId);
}
