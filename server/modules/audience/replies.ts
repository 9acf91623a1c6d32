import { type Database, inTransaction, type Queries } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import { findOwner } from "../accounts/index.ts";
import { type CreatorRow, updateCreator } from "../creators/index.ts";
import { findSeller } from "../sellers/index.ts";
import { errors } from "./errors.ts";

/**
 * Returns the reply address of a creator's emails: the confirmed email of the account if the creator chose it, otherwise
 * the email of the seller details, or null.
 */
export async function findReplyAddress(
  db: Queries,
  { id, repliesToAccount }: Pick<CreatorRow, "id" | "repliesToAccount">,
): Promise<string | null> {
  const account = repliesToAccount ? (await findOwner(db, id)).email : null;
  return account ?? (await findSeller(db, id))?.email ?? null;
}

/** Stores whether readers answer to the email of the account. Throws 409 if it is not confirmed, and 404. */
export async function saveReplies(
  db: Database,
  { creatorId, toAccount }: { creatorId: number; toAccount: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (toAccount && (await findOwner(tx, creatorId)).email === null) throw errors.unverified();
    const saved = await updateCreator(tx, creatorId, { repliesToAccount: toAccount });
    if (!saved) throw notFound("Creator");
  });
}
