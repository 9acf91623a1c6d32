import { notFound } from "../../platform/http/app-error.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import { lockUser } from "../accounts/index.ts";
import { findCreatorByUser, lockCreatorForDeletion } from "../creators/index.ts";
import { withAdmin } from "./admin-transaction.ts";
import { recordAction } from "./audit.ts";
import type { AdminDeps } from "./deps.ts";
import { errors, messages } from "./errors.ts";
import { endSubscriptionOf } from "./service.ts";

/** Deletes a user with all data and files, once no payment of a sale is open. Throws 404, 409, 503. */
export async function deleteAccount(
  deps: AdminDeps,
  { actorId, id }: { actorId: string; id: string },
): Promise<void> {
  if (id === actorId) throw errors.oneself();
  await closePaymentsOf(deps, { actorId, id });
  await endSubscriptionOf(deps, { actorId, id });
  await withAdmin({ db: deps.db, actorId }, async (tx, admins) => {
    const user = await lockUser(tx, id);
    if (!user) throw notFound("User");
    if (user.isAdmin && admins.size === 1) throw errors.lastAdmin();
    const found = await findCreatorByUser(tx, id);
    const creator = found && (await lockCreatorForDeletion(tx, found.id));
    if (creator?.subscriptionActive) throw errors.planStillPaid();
    await deps.privacy.eraseUser(tx, { user, creator });
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
  if (creator) await withProviderTimeout(messages.paymentsOpen, () => orders.closePaymentsOf(creator.id));
}
