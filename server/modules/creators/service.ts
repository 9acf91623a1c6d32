import type { ProfileInput } from "../../../contract/creators.ts";
import { type Database, inTransaction } from "../../platform/database/index.ts";
import { toStoredUrl } from "../../platform/own-url.ts";
import type { PageChanges } from "../../platform/page-changes.ts";
import { creatorMissing, planNeedsPayment } from "./errors.ts";
import { type CreatorRow, findCreatorById, lockCreator, updateCreator } from "./repository.ts";

export type CreatorDeps = { db: Database; pageChanges: PageChanges; publicUrl: string };

/** The creator of the id; throws 404. */
export async function getCreator(deps: CreatorDeps, creatorId: number | null): Promise<CreatorRow> {
  const row = creatorId === null ? undefined : await findCreatorById(deps.db, creatorId);
  if (!row) throw creatorMissing();
  return row;
}

/** Saves a profile; fields left out stay. `plan` takes only the way down, anything else is paid for. Throws 403, 404, 409. */
export async function saveProfile(
  deps: CreatorDeps,
  { creatorId, input }: { creatorId: number | null; input: ProfileInput },
): Promise<CreatorRow> {
  if (creatorId === null) throw creatorMissing();
  return inTransaction(deps.db, async (tx) => {
    const current = await lockCreator(tx, creatorId);
    if (!current) throw creatorMissing();
    if (input.plan === "creator" && current.plan !== "creator") throw planNeedsPayment();
    const saved = await updateCreator(tx, creatorId, {
      handle: input.handle,
      displayName: input.displayName,
      bio: input.bio,
      avatarUrl: input.avatarUrl === undefined ? undefined : toStoredUrl(input.avatarUrl, deps.publicUrl),
      socials: input.socials,
      paymentProvider: input.paymentProvider,
      paymentAccountId: input.paymentAccountId,
      ...(input.plan === "free" ? { plan: "free" as const, subscriptionActive: false } : {}),
    });
    if (!saved) throw creatorMissing();
    await deps.pageChanges.announce(tx, creatorId);
    return saved;
  });
}
