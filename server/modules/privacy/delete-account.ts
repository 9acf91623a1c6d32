import type { Transaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { erasePayerEmail } from "../../platform/payments/payer-emails.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import { deleteUser, languageOf, lockUser } from "../accounts/index.ts";
import { eraseResponses } from "../api-keys/index.ts";
import {
  type CreatorRow,
  findCreatorByUser,
  lockCreatorForDeletion,
  quarantineHandle,
} from "../creators/index.ts";
import { deleteFiles, listFilesOf } from "../files/index.ts";
import {
  anonymizeBuyer,
  anonymizeCreator,
  queueOrderExport,
  releaseFiles,
  saveOrderExport,
} from "../orders/index.ts";
import { findSeller } from "../sellers/index.ts";
import { deleteWebhooksOf } from "../webhook-events/index.ts";
import type { PrivacyDeps } from "./deps.ts";
import { errors, messages } from "./errors.ts";

export type DeletionActor = {
  /**
   * Runs `work` in a transaction, or throws if the actor may not delete the account. `admins` holds the ids
   * of all remaining administrators.
   */
  run<T>(work: (tx: Transaction, admins: ReadonlySet<string>) => Promise<T>): Promise<T>;
  /**
   * Runs just before the deletion, in its transaction, with the user locked. An error cancels the deletion.
   */
  beforeErasing?(tx: Transaction, erased: Erased): Promise<void>;
};

/**
 * Deletes a user with all data and files after closing the creator's open payments. Safe to repeat after an
 * interruption. Throws 404 for an unknown user, 409 for the last administrator, and 503 if the payments or the
 * subscription cannot be ended.
 */
export async function deleteAccount(deps: PrivacyDeps, { id, actor }: { id: string; actor: DeletionActor }) {
  const known = await actor.run((tx) => findCreatorByUser(tx, id));
  if (known) await endSales(deps, known);
  await actor.run(async (tx, admins) => {
    const user = await lockUser(tx, id).then(orNotFound("User"));
    if (admins.has(id) && admins.size === 1) throw errors.lastAdmin();
    const found = await findCreatorByUser(tx, id);
    const creator = found && (await lockCreatorForDeletion(tx, found.id));
    if (creator?.subscriptionActive) throw errors.planStillPaid();
    await actor.beforeErasing?.(tx, { user, creator });
    await eraseUser(tx, deps, { user, creator });
  });
}

/**
 * Closes the open payments of a creator's buyers and ends the plan's subscription. Runs outside of any
 * transaction, because it calls the provider.
 */
export async function endSales(
  { orders, endSubscription }: Pick<PrivacyDeps, "orders" | "endSubscription">,
  { id }: Pick<CreatorRow, "id">,
): Promise<void> {
  await withProviderTimeout(messages.paymentsOpen, () => orders.closePaymentsOf(id));
  await endSubscription(id);
}

/** The locked rows to delete. */
export type Erased = {
  user: NonNullable<Awaited<ReturnType<typeof lockUser>>>;
  creator: Awaited<ReturnType<typeof lockCreatorForDeletion>>;
};

/**
 * Deletes a user with all data and files, and anonymises the creator's orders. A creator with a verified email
 * receives an export of the orders that were paid with real money. Files that buyers can still download stay
 * until their links expire.
 */
export async function eraseUser(tx: Transaction, deps: PrivacyDeps, { user, creator }: Erased) {
  const { email } = user;
  let ordersExport: Awaited<ReturnType<typeof saveOrderExport>> = null;
  if (creator) {
    await deps.pageInvalidations.publish(tx, creator.id);
    await quarantineHandle(tx, creator.handle);
    ordersExport = user.emailVerifiedAt ? await saveOrderExport(tx, creator.id) : null;
    await anonymizeCreator(tx, { creatorId: creator.id, seller: await findSeller(tx, creator.id) });
    await deps.audience.eraseCreator(tx, creator.id);
    await deps.marketing.eraseCreator(tx, creator.id);
    await deleteWebhooksOf(tx, creator.id);
    const free = await releaseFiles(tx, await listFilesOf(tx, creator.id));
    await deleteFiles(tx, deps.jobs, free);
  }
  await deps.eraseReports(tx, { creatorId: creator?.id ?? null, email });
  await deps.eraseWaitingEmail(tx, email);
  await anonymizeBuyer(tx, email);
  await erasePayerEmail(tx, email);
  await eraseResponses(tx, email);
  // Queued emails and their error messages contain the email, too.
  await deps.jobs.eraseEmail(tx, { email, recipientFields: ["to", "email"] });
  if (ordersExport)
    await queueOrderExport(tx, deps, { ...ordersExport, to: email, language: languageOf(user) ?? undefined });
  await deleteUser(tx, user.id);
  // A campaign that is inserting its recipients delays `deleteUser`. Only afterwards are all of its
  // recipients visible here.
  await deps.audience.eraseEmail(tx, email);
  await deps.marketing.eraseEmail(tx, email);
}
