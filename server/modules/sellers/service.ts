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

/** Returns the seller details of a creator, or null before they are saved. */
export async function findSeller(db: Queries, creatorId: number): Promise<Seller | null> {
  const row = await findSellerRow(db, creatorId);
  return row ? presentSeller(row) : null;
}

/** Saves the seller details of a creator. Throws 400 for a blocked link, 404 when the creator was deleted meanwhile. */
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

/** Saves the seller details of an archive if the creator has none, in a transaction that has locked the creator; false otherwise. Throws 400 for a blocked link. */
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
