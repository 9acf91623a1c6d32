import { type Database, inTransaction, type Queries } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import { findOwner } from "../accounts/index.ts";
import { findCreatorById, updateCreator } from "../creators/index.ts";
import { findSeller } from "../sellers/index.ts";
import { errors } from "./errors.ts";

/** Returns the address that answers to a creator's emails go to: the confirmed one of the account if the creator chose it, otherwise that of the seller details, or null. */
export async function findReplyAddress(db: Queries, creatorId: number): Promise<string | null> {
  const creator = await findCreatorById(db, creatorId);
  const account = creator?.repliesToAccount ? (await findOwner(db, creatorId)).email : null;
  return account ?? (await findSeller(db, creatorId))?.email ?? null;
}

/** Chooses whether answers go to the email of the account. Throws 409 if it is not confirmed, and 404. */
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
