import type { HandleCheck, ProfileInput } from "../../../contract/api/creators.ts";
import { Handle } from "../../../contract/rules/handles.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { httpErrors } from "../../platform/http/app-error.ts";
import type { Precondition } from "../../platform/http/precondition.ts";
import { type KeyViewer, requireConfirmed, type Viewer } from "../../platform/http/viewer.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import { toStoredUrl } from "../../platform/own-url.ts";
import { requireHandleAllowed, requireLinksAllowed } from "../blocks/index.ts";
import { errors } from "./errors.ts";
import { enqueuePayoutChanged } from "./payout-mail.ts";
import {
  type CreatorRow,
  findCreatorByHandle,
  findCreatorById,
  findTakenHandles,
  lockCreator,
  quarantineFormerHandle,
  updateCreator,
} from "./repository.ts";
import { effectivePlan, suggestHandles, yieldsHandle } from "./rules.ts";

export type CreatorDeps = Pick<Infrastructure, "clock" | "db" | "mails" | "pageInvalidations"> & {
  publicUrl: string;
  /** Cancels a creator's subscriptions and open checkouts at the provider. Throws 503. */
  endSubscription(creatorId: number): Promise<void>;
};

/** The maximum number of attempts for a downgrade. An attempt fails if a checkout is paid during it. */
const MAX_ATTEMPTS = 3;

export async function getCreator(deps: CreatorDeps, creatorId: number | null): Promise<CreatorRow> {
  const row = creatorId === null ? undefined : await findCreatorById(deps.db, creatorId);
  if (!row) throw errors.missing();
  return row;
}

/** Returns whether a handle is free for a new page or for the page of `creatorId`, and the first free handle derived from it. */
export async function checkHandle(
  { db }: Pick<CreatorDeps, "db">,
  { wanted, creatorId }: { wanted: string; creatorId: number | null },
): Promise<HandleCheck> {
  const handle = Handle.safeParse(wanted).data;
  const candidates = [...(handle ? [handle] : []), ...(yieldsHandle(wanted) ? suggestHandles([wanted]) : [])];
  if (candidates.length === 0) return { available: false, suggestion: null };
  const taken = await findTakenHandles(db, candidates, creatorId);
  return {
    available: handle !== undefined && !taken.has(handle),
    suggestion: candidates.find((candidate) => !taken.has(candidate)) ?? null,
  };
}

type ProfileSave = {
  viewer: Viewer | KeyViewer;
  input: ProfileInput;
  precondition: Precondition<CreatorRow>;
};

/**
 * Saves a profile. Omitted fields stay unchanged. Throws 400 for a blocked handle or link, 403 for an upgrade,
 * which must be paid for, or for a new payout destination without recent authentication, 404, 409 for a taken
 * handle or a change made elsewhere, and 503.
 */
export async function saveProfile(deps: CreatorDeps, { viewer, input, precondition }: ProfileSave) {
  const { creatorId } = viewer;
  if (creatorId === null) throw errors.missing();
  // A plan ended by this call does not count as changed elsewhere.
  let ended: Pick<CreatorRow, "plan"> | undefined;
  const requireUnchanged = (row: CreatorRow) => precondition({ ...row, ...ended });
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (input.plan === "free") {
      const before = await endPlan(deps, { viewer, creatorId, input, precondition: requireUnchanged });
      ended ??= before;
    }
    const saved = await inTransaction(deps.db, async (tx) => {
      const current = await lockCreator(tx, creatorId);
      if (!current) throw errors.missing();
      requireUnchanged(current);
      if (input.plan === "creator" && current.plan !== "creator") throw errors.planNeedsPayment();
      if (changesPayments(input, current)) requireConfirmed(viewer);
      if (input.handle !== current.handle) await requireHandleAllowed(tx, input.handle);
      const socials = input.socials?.map(({ url }) => ({ field: "socials", url })) ?? [];
      const isNewAvatar =
        input.avatarUrl && toStoredUrl(input.avatarUrl, deps.publicUrl) !== current.avatarUrl;
      const avatar = isNewAvatar ? [{ field: "avatarUrl", url: input.avatarUrl }] : [];
      await requireLinksAllowed(tx, [...socials, ...avatar]);
      // A checkout was paid in the meantime. Its subscription must be cancelled first.
      if (input.plan === "free" && current.subscriptionActive) return undefined;
      const saved = await writeProfile(tx, deps, { creatorId, input });
      if (changesPayments(input, current)) {
        const to = viewer.emailVerifiedAt ? viewer.email : null;
        await enqueuePayoutChanged(tx, deps, { to, change: "profile" });
      }
      if (saved.handle !== current.handle) {
        await quarantineFormerHandle(tx, { creatorId, former: current.handle, current: saved.handle });
      }
      return saved;
    });
    if (saved) return saved;
  }
  throw errors.planStillPaid();
}

/** Returns whether the payout destination changes. */
function changesPayments(input: ProfileInput, current: CreatorRow): boolean {
  const { paymentProvider = current.paymentProvider, paymentAccountId = current.paymentAccountId } = input;
  return paymentProvider !== current.paymentProvider || paymentAccountId !== current.paymentAccountId;
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
    timeZone: input.timeZone,
    language: input.language,
    ...(input.plan === "free" ? { plan: "free" as const, planPaid: false } : {}),
  });
  if (!saved) throw errors.missing();
  await pageInvalidations.publish(tx, creatorId);
  return saved;
}

/**
 * Cancels the subscription of a creator who downgrades. Returns the plan that has ended. Runs before the
 * profile is saved, so that an unavailable provider leaves it unchanged, and only if the profile can be
 * saved.
 */
async function endPlan(
  deps: CreatorDeps,
  { viewer, creatorId, input, precondition }: ProfileSave & { creatorId: number },
): Promise<Pick<CreatorRow, "plan"> | undefined> {
  const current = await getCreator(deps, creatorId);
  precondition(current);
  if (changesPayments(input, current)) requireConfirmed(viewer);
  if (viewer.key && current.plan !== "free") throw httpErrors.closedToKeys();
  if (effectivePlan(current) === "free") return undefined;
  const holder = await findCreatorByHandle(deps.db, input.handle);
  if (holder && holder.id !== creatorId) throw errors.handleTaken();
  await deps.endSubscription(creatorId);
  return { plan: current.plan };
}
