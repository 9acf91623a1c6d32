import { type Database, inTransaction } from "../../platform/database/index.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import { deleteUser, lockUser } from "../accounts/index.ts";
import { findCreatorByUser, lockCreatorForDeletion, quarantineHandle } from "../creators/index.ts";
import { deleteFiles, listFilesOf, listOrphans } from "../files/index.ts";
import {
  anonymizeBuyer,
  anonymizeCreator,
  queueOrderExport,
  releaseFiles,
  saveOrderExport,
} from "../orders/index.ts";
import { findSeller } from "../sellers/index.ts";
import { withAdmin } from "./admin-transaction.ts";
import { recordAction } from "./audit.ts";
import type { AdminDeps } from "./deps.ts";
import {
  cannotDeleteSelf,
  lastAdmin,
  PAYMENTS_NOT_CLOSED,
  subscriptionStillActive,
  userNotFound,
} from "./errors.ts";
import { endSubscriptionOf } from "./service.ts";

/** Deletes a user with all data and files, once no payment of a sale is open. Paid orders are anonymised after those of real money were emailed to a creator with a verified email, and files that buyers can still download stay until the links expire. Throws 404, 409, 503. */
export async function deleteAccount(
  deps: AdminDeps,
  { actorId, id }: { actorId: string; id: string },
): Promise<void> {
  if (id === actorId) throw cannotDeleteSelf();
  await closePaymentsOf(deps, { actorId, id });
  await endSubscriptionOf(deps, { actorId, id });
  await withAdmin({ db: deps.db, actorId }, async (tx, admins) => {
    const user = await lockUser(tx, id);
    if (!user) throw userNotFound();
    if (user.isAdmin && admins.size === 1) throw lastAdmin();
    const found = await findCreatorByUser(tx, id);
    const creator = found && (await lockCreatorForDeletion(tx, found.id));
    if (creator?.subscriptionActive) throw subscriptionStillActive();
    let ordersExport: Awaited<ReturnType<typeof saveOrderExport>> = null;
    if (creator) {
      await deps.pageInvalidations.publish(tx, creator.id);
      await quarantineHandle(tx, creator.handle);
      ordersExport = user.emailVerifiedAt ? await saveOrderExport(tx, creator.id) : null;
      await anonymizeCreator(tx, { creatorId: creator.id, seller: await findSeller(tx, creator.id) });
      const free = await releaseFiles(tx, await listFilesOf(tx, creator.id));
      await deleteFiles(tx, deps.jobs, free);
    }
    await anonymizeBuyer(tx, user.email);
    // Queued emails and their error messages contain the email, too.
    await deps.jobs.eraseEmail(tx, { email: user.email, recipientFields: ["to", "email"] });
    if (ordersExport) await queueOrderExport(tx, deps, { ...ordersExport, to: user.email });
    await deleteUser(tx, id);
    // The deletion of the user waits for a campaign that is inserting its recipients, so the recipients are anonymised after it.
    await deps.audience.eraseEmail(tx, user.email);
    await deps.marketing.eraseEmail(tx, user.email);
    const before = { is_admin: user.isAdmin, plan: creator?.plan ?? null };
    await recordAction(tx, { actorId, action: "user.deleted", subjectId: id, before });
  });
}

/** Makes the payments unpayable that buyers have open with a user who is about to be deleted. Runs outside of any transaction, because it sends requests to the provider. */
async function closePaymentsOf(
  { db, orders }: AdminDeps,
  { actorId, id }: { actorId: string; id: string },
): Promise<void> {
  const creator = await withAdmin({ db, actorId }, (tx) => findCreatorByUser(tx, id));
  if (creator) await withProviderTimeout(PAYMENTS_NOT_CLOSED, () => orders.closePaymentsOf(creator.id));
}

/** Deletes the files of deleted users that no buyer can download any more. */
export async function deleteReleasedFiles({ db, jobs }: { db: Database; jobs: Jobs }): Promise<void> {
  let orphans = await listOrphans(db, "");
  while (orphans.length > 0) {
    const some = orphans;
    await inTransaction(db, async (tx) => deleteFiles(tx, jobs, await releaseFiles(tx, some)));
    orphans = await listOrphans(db, some.at(-1) ?? "");
  }
}
