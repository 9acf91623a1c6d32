import type { ProfileInput } from "../../../contract/creators.ts";
import { type Database, inTransaction, type Transaction } from "../../platform/database/index.ts";
import { toStoredUrl } from "../../platform/own-url.ts";
import type { PageInvalidations } from "../../platform/page-invalidation.ts";
import { creatorNotFound, handleTaken, planNeedsPayment, subscriptionStillActive } from "./errors.ts";
import {
  type CreatorRow,
  findCreatorByHandle,
  findCreatorById,
  lockCreator,
  quarantineFormerHandle,
  updateCreator,
} from "./repository.ts";
import { effectivePlan } from "./rules.ts";

export type CreatorDeps = {
  db: Database;
  pageInvalidations: PageInvalidations;
  publicUrl: string;
  /** Ends at the provider what the creator pays for the plan; throws 503 when that cannot be done now. */
  endSubscription(creatorId: number): Promise<void>;
};

/** How often what is paid for in the very moment of leaving the plan is ended. */
const MAX_ATTEMPTS = 3;

/** The creator of the id; throws 404. */
export async function getCreator(deps: CreatorDeps, creatorId: number | null): Promise<CreatorRow> {
  const row = creatorId === null ? undefined : await findCreatorById(deps.db, creatorId);
  if (!row) throw creatorNotFound();
  return row;
}

/** Saves a profile; fields left out stay. `plan` takes only the way down, anything else is paid for. Throws 403, 404, 409, 503. */
export async function saveProfile(
  deps: CreatorDeps,
  { creatorId, input }: { creatorId: number | null; input: ProfileInput },
): Promise<CreatorRow> {
  if (creatorId === null) throw creatorNotFound();
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (input.plan === "free") await endPlan(deps, creatorId, input.handle);
    const saved = await inTransaction(deps.db, async (tx) => {
      const current = await lockCreator(tx, creatorId);
      if (!current) throw creatorNotFound();
      if (input.plan === "creator" && current.plan !== "creator") throw planNeedsPayment();
      // Paid for a moment ago: that has to be ended first.
      if (input.plan === "free" && current.subscriptionActive) return undefined;
      const saved = await writeProfile(tx, deps, { creatorId, input });
      if (saved.handle !== current.handle) {
        await quarantineFormerHandle(tx, { creatorId, former: current.handle, current: saved.handle });
      }
      return saved;
    });
    if (saved) return saved;
  }
  throw subscriptionStillActive();
}

async function writeProfile(
  tx: Transaction,
  { publicUrl, pageInvalidations }: CreatorDeps,
  { creatorId, input }: { creatorId: number; input: ProfileInput },
): Promise<CreatorRow> {
  const saved = await updateCreator(tx, creatorId, {
    handle: input.handle,
    displayName: input.displayName,
    bio: input.bio,
    avatarUrl: input.avatarUrl === undefined ? undefined : toStoredUrl(input.avatarUrl, publicUrl),
    socials: input.socials,
    paymentProvider: input.paymentProvider,
    paymentAccountId: input.paymentAccountId,
    ...(input.plan === "free" ? { plan: "free" as const, planPaid: false } : {}),
  });
  if (!saved) throw creatorNotFound();
  await pageInvalidations.publish(tx, creatorId);
  return saved;
}

/** Whoever leaves the plan pays no more. That is asked of the provider first, so that nothing is saved while it is away, and not before the rest can be saved. */
async function endPlan(deps: CreatorDeps, creatorId: number, handle: string): Promise<void> {
  const current = await getCreator(deps, creatorId);
  if (effectivePlan(current) === "free") return;
  const holder = await findCreatorByHandle(deps.db, handle);
  if (holder && holder.id !== creatorId) throw handleTaken();
  await deps.endSubscription(creatorId);
}
