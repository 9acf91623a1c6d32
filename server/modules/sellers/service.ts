import type { Seller, SellerInput } from "../../../contract/api/sellers.ts";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import type { Precondition } from "../../platform/http/precondition.ts";
import type { PageInvalidations } from "../../platform/page-invalidation.ts";
import { requireLinksAllowed } from "../blocks/index.ts";
import { lockCreator } from "../creators/index.ts";
import { presentSeller } from "./presenter.ts";
import { findSellerRow, saveSellerRow } from "./repository.ts";

export type SellerDeps = { db: Database; pageInvalidations: PageInvalidations };

/** Returns the seller details of a creator, or null if none are saved. */
export async function findSeller(db: Queries, creatorId: number): Promise<Seller | null> {
  const row = await findSellerRow(db, creatorId);
  return row ? presentSeller(row) : null;
}

/**
 * Saves the seller details of a creator. Throws 400 for a blocked link, 404 if the creator was deleted in the
 * meantime.
 */
export async function saveSeller(
  deps: SellerDeps,
  {
    creatorId,
    input,
    precondition,
  }: { creatorId: number; input: SellerInput; precondition: Precondition<Seller | null> },
): Promise<Seller> {
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockCreator(tx, creatorId))) throw notFound("Creator");
    const former = await findSeller(tx, creatorId);
    precondition(former);
    if (input.termsUrl !== former?.terms_url) await requireTermsAllowed(tx, input);
    const row = await saveSellerRow(tx, creatorId, input);
    await deps.pageInvalidations.publish(tx, creatorId);
    return presentSeller(row);
  });
}

/**
 * Imports the seller details of an archive. Returns false if the creator has some already. Requires a
 * transaction that has locked the creator. Throws 400 for a blocked link.
 */
export async function importSeller(
  tx: Transaction,
  { creatorId, input }: { creatorId: number; input: SellerInput },
): Promise<boolean> {
  if (await findSellerRow(tx, creatorId)) return false;
  await requireTermsAllowed(tx, input);
  await saveSellerRow(tx, creatorId, input);
  return true;
}

const requireTermsAllowed = (tx: Transaction, { termsUrl }: SellerInput): Promise<void> =>
  requireLinksAllowed(tx, [{ field: "termsUrl", url: termsUrl }]);
