import { inTransaction, type Queries, type Transaction } from "../../platform/database/index.ts";
import type { Subscription } from "../../platform/payments/port.ts";
import { isAlreadyRefreshed } from "../../platform/payments/revision.ts";
import { lockCreator, setSubscriptionActive } from "../creators/index.ts";
import type { BillingDeps } from "./deps.ts";
import {
  type CheckoutRow,
  findCheckout,
  findCreatorOfCustomer,
  findSubscription,
  listSubscriptions,
  saveSubscription,
  setCheckoutStatus,
  setSessionOnce,
} from "./repository.ts";

/** A read saves the state only when it has changed. A webhook always saves it, because the new revision invalidates older responses that are still in transit. */
type RefreshRequest = { trigger: "webhook" | "read"; creatorId?: number };

/**
 * Reads a subscription from the provider and applies its state. Concurrent calls in any order end in the provider's current
 * state, because a call saves its response only if no other call has saved one since the request was sent. No lock is held
 * during the request; a call that lost the race sends at most one more request.
 */
export async function refreshSubscription(
  deps: BillingDeps,
  id: string,
  request: RefreshRequest = { trigger: "webhook" },
): Promise<void> {
  let firstRevision: number | undefined;
  for (;;) {
    const known = await findSubscription(deps.db, id);
    const revision = known?.revision ?? 0;
    const since = firstRevision ?? revision;
    firstRevision = since;
    const received = await deps.payments.readSubscription(id);
    const isPlan = received?.productIds.includes(deps.productId) ?? false;
    if (!isPlan && !known) {
      return deps.log.info(
        { subscription: id },
        received ? "ignoring a subscription to another product" : "ignoring unknown subscription",
      );
    }
    const read =
      received && isPlan ? received : asEnded(id, received?.customerId ?? known?.customerId ?? null);
    const creatorId = known?.creatorId ?? request.creatorId ?? (await findOwner(deps.db, read));
    if (creatorId === undefined) return deps.log.info({ subscription: id }, "ignoring unknown subscription");

    const outcome = await inTransaction(deps.db, async (tx) => {
      if (!(await lockCreator(tx, creatorId))) return "no creator";
      const now = await findSubscription(tx, id);
      const written = now?.revision ?? 0;
      if (written !== revision) return isAlreadyRefreshed(written, since) ? "written" : "again";
      const isChanged = now?.status !== read.status || now.customerId !== read.customerId;
      if (!isChanged && request.trigger === "read") return "written";
      await saveSubscription(tx, read, creatorId);
      await syncPlan(tx, deps, creatorId);
      return "written";
    });
    if (outcome === "no creator" || (outcome === "written" && known)) return;
    // Events about the subscription were ignored until it was saved here, so it is read once more.
    if (outcome === "written") firstRevision = undefined;
  }
}

/** Returns the state of a subscription that the provider no longer knows or that is for another product: it gives no plan. Because it counts as ended, it is never cancelled from here: it may be another purchase of the customer. */
function asEnded(id: string, customerId: string | null): Subscription {
  return { id, status: "ended", customerId, reference: null, productIds: [] };
}

/** Updates the plan and returns whether all of a creator's subscriptions have ended. */
export async function hasEnded(deps: BillingDeps, creatorId: number): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    await lockCreator(tx, creatorId);
    const all = await syncPlan(tx, deps, creatorId);
    return all.every(({ status }) => status === "ended");
  });
}

/** Sets the plan according to the subscriptions. The caller has locked the creator. */
async function syncPlan(tx: Transaction, { pageInvalidations }: BillingDeps, creatorId: number) {
  const all = await listSubscriptions(tx, creatorId);
  const active = all.some(({ status }) => status === "active");
  await setSubscriptionActive(tx, { creatorId, pageInvalidations, active });
  return all;
}

async function findOwner(db: Queries, { reference, customerId }: Subscription): Promise<number | undefined> {
  const checkout = await findCheckout(db, { reference });
  return checkout?.creatorId ?? (customerId ? findCreatorOfCustomer(db, customerId) : undefined);
}

/** Reads a checkout from the provider and applies its state. */
export async function refreshCheckout(
  deps: BillingDeps,
  row: CheckoutRow,
  { sessionId, trigger }: { sessionId: string; trigger: RefreshRequest["trigger"] },
) {
  const checkout = await deps.payments.readCheckout(sessionId);
  if (!checkout) {
    await setCheckoutStatus(deps.db, row.id, "expired");
    return undefined;
  }
  await setSessionOnce(deps.db, row.id, sessionId);
  if (checkout.subscriptionId && checkout.status === "complete") {
    await refreshSubscription(deps, checkout.subscriptionId, { creatorId: row.creatorId, trigger });
  }
  // The status is saved last, because only open checkouts are read again after an error.
  if (checkout.status !== "open") await setCheckoutStatus(deps.db, row.id, checkout.status);
  return checkout;
}

/** Reads the checkout that an event names from the provider and applies its state; false when it was not started here. */
export async function onCheckoutEvent(
  deps: BillingDeps,
  { id: sessionId, reference }: { id: string; reference: string | null },
): Promise<boolean> {
  const row = await findCheckout(deps.db, { sessionId, reference });
  if (row) await refreshCheckout(deps, row, { sessionId, trigger: "webhook" });
  return row !== undefined;
}
