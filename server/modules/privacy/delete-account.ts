import type { Transaction } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import { lockUser } from "../accounts/index.ts";
import { type CreatorRow, findCreatorByUser, lockCreatorForDeletion } from "../creators/index.ts";
import type { PrivacyDeps } from "./deps.ts";
import { type Erased, eraseUser } from "./erase-user.ts";
import { errors, messages } from "./errors.ts";

/** Who deletes an account. */
export type DeletionActor = {
  /** Runs a transaction in which the actor may delete it; `admins` holds the ids of all administrators who stay. Throws when the actor may not. */
  run<T>(work: (tx: Transaction, admins: ReadonlySet<string>) => Promise<T>): Promise<T>;
  /** Called in the transaction that deletes a locked user, before it does; what it throws leaves everything as it is. */
  beforeErasing?(tx: Transaction, erased: Erased): Promise<void>;
};

/** Deletes a user with all data and files, once no payment of a sale is open. A repeat after an interruption continues. Throws 404, 409, 503. */
export async function deleteAccount(
  deps: PrivacyDeps,
  { id, actor }: { id: string; actor: DeletionActor },
): Promise<void> {
  const known = await actor.run((tx) => findCreatorByUser(tx, id));
  if (known) await endSales(deps, known);
  await actor.run(async (tx, admins) => {
    const user = await lockUser(tx, id);
    if (!user) throw notFound("User");
    if (admins.has(id) && admins.size === 1) throw errors.lastAdmin();
    const found = await findCreatorByUser(tx, id);
    const creator = found && (await lockCreatorForDeletion(tx, found.id));
    if (creator?.subscriptionActive) throw errors.planStillPaid();
    await actor.beforeErasing?.(tx, { user, creator });
    await eraseUser(tx, deps, { user, creator });
  });
}

/** Makes the payments unpayable that buyers have open with a creator, and ends the plan's subscription. Runs outside of any transaction, because it sends requests to the provider. */
export async function endSales(
  { orders, endSubscription }: Pick<PrivacyDeps, "orders" | "endSubscription">,
  { id }: Pick<CreatorRow, "id">,
): Promise<void> {
  await withProviderTimeout(messages.paymentsOpen, () => orders.closePaymentsOf(id));
  await endSubscription(id);
}
