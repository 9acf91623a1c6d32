import type { Transaction } from "../../platform/database/index.ts";
import { deleteUser, type lockUser } from "../accounts/index.ts";
import { type lockCreatorForDeletion, quarantineHandle } from "../creators/index.ts";
import { deleteFiles, listFilesOf } from "../files/index.ts";
import {
  anonymizeBuyer,
  anonymizeCreator,
  queueOrderExport,
  releaseFiles,
  saveOrderExport,
} from "../orders/index.ts";
import { findSeller } from "../sellers/index.ts";
import type { PrivacyDeps } from "./deps.ts";

/** What is deleted; the caller has locked both. */
export type Erased = {
  user: NonNullable<Awaited<ReturnType<typeof lockUser>>>;
  creator: Awaited<ReturnType<typeof lockCreatorForDeletion>>;
};

/**
 * Deletes a user with all data and files.
 * Paid orders are anonymised after those of real money were emailed to a creator with a verified email, and files that buyers can still download stay until the links expire.
 */
export async function eraseUser(
  tx: Transaction,
  deps: PrivacyDeps,
  { user, creator }: Erased,
): Promise<void> {
  const { email } = user;
  let ordersExport: Awaited<ReturnType<typeof saveOrderExport>> = null;
  if (creator) {
    await deps.pageInvalidations.publish(tx, creator.id);
    await quarantineHandle(tx, creator.handle);
    ordersExport = user.emailVerifiedAt ? await saveOrderExport(tx, creator.id) : null;
    await anonymizeCreator(tx, { creatorId: creator.id, seller: await findSeller(tx, creator.id) });
    const free = await releaseFiles(tx, await listFilesOf(tx, creator.id));
    await deleteFiles(tx, deps.jobs, free);
  }
  await deps.eraseReports(tx, { creatorId: creator?.id ?? null, email });
  await anonymizeBuyer(tx, email);
  // Queued emails and their error messages contain the email, too.
  await deps.jobs.eraseEmail(tx, { email, recipientFields: ["to", "email"] });
  if (ordersExport) await queueOrderExport(tx, deps, { ...ordersExport, to: email });
  await deleteUser(tx, user.id);
  // The deletion of the user waits for a campaign that is inserting its recipients, so the recipients are anonymised after it.
  await deps.audience.eraseEmail(tx, email);
  await deps.marketing.eraseEmail(tx, email);
}
