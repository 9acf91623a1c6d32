import type { Transaction } from "../../platform/database/index.ts";
import type { PageInvalidations } from "../../platform/page-invalidation.ts";
import { readStock, returnPiece, takePiece } from "./repository.ts";

type StockDeps = { pageInvalidations: PageInvalidations };

/** `unlimited`: stock is not counted, so there is nothing to release. */
export type Reservation = "reserved" | "unlimited" | "sold_out";

/** Reserves a unit of a product until the transaction's payment has ended; a paid one stays taken. A purged product is sold out. */
export async function reserveStock(
  tx: Transaction,
  { pageInvalidations }: StockDeps,
  productId: number,
): Promise<Reservation> {
  const row = await takePiece(tx, productId);
  // Uncounted stock takes no lock, so that many can buy at once.
  if (!row) return (await readStock(tx, productId))?.stock === null ? "unlimited" : "sold_out";
  if (row.stock === 0) await pageInvalidations.publish(tx, row.creatorId);
  return "reserved";
}

/** Releases a unit that was `reserved` by an unpaid payment that has ended. */
export async function releaseStock(tx: Transaction, { pageInvalidations }: StockDeps, productId: number) {
  const row = await returnPiece(tx, productId);
  if (row?.stock === 1) await pageInvalidations.publish(tx, row.creatorId);
}
