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

/** Who only looks writes nothing down that stands there already. After an event the answer is written in any case: it outdates older ones that are still on their way. */
type RefreshRequest = { trigger: "something happened" | "somebody looks"; creatorId?: number };

/**
 * Asks the provider how a subscription stands and lets that take effect. Whatever order this is called in, and however often,
 * the last one to write has asked after all that was written before, so the provider's state stands in the end. Nothing is
 * locked while the provider is asked; whoever others were quicker than asks once more at most.
 */
export async function refreshSubscription(
  deps: BillingDeps,
  id: string,
  request: RefreshRequest = { trigger: "something happened" },
): Promise<void> {
  let startedAt: number | undefined;
  for (;;) {
    const known = await findSubscription(deps.db, id);
    const revision = known?.revision ?? 0;
    const since = startedAt ?? revision;
    startedAt = since;
    const said = await deps.payments.readSubscription(id);
    const isPlan = said?.productIds.includes(deps.productId) ?? false;
    if (!isPlan && !known) {
      return deps.log.info(
        { subscription: id },
        said ? "ignoring a subscription to another product" : "ignoring unknown subscription",
      );
    }
    const read = said && isPlan ? said : asEnded(id, said?.customerId ?? known?.customerId ?? null);
    const creatorId = known?.creatorId ?? request.creatorId ?? (await findOwner(deps.db, read));
    if (creatorId === undefined) return deps.log.info({ subscription: id }, "ignoring unknown subscription");

    const outcome = await inTransaction(deps.db, async (tx) => {
      if (!(await lockCreator(tx, creatorId))) return "nobody";
      const now = await findSubscription(tx, id);
      const written = now?.revision ?? 0;
      if (written !== revision) return isAlreadyRefreshed(written, since) ? "written" : "again";
      const isNews = now?.status !== read.status || now.customerId !== read.customerId;
      if (!isNews && request.trigger === "somebody looks") return "written";
      await saveSubscription(tx, read, creatorId);
      await syncPlan(tx, deps, creatorId);
      return "written";
    });
    if (outcome === "nobody" || (outcome === "written" && known)) return;
    // Before it stood here, events about it found nobody and were let go: what they told of is asked for now.
    if (outcome === "written") startedAt = undefined;
  }
}

/** What the provider no longer knows, or what has become a subscription to another product, gives no plan any more. As ended it is never cancelled from here: it may be somebody's other subscription. */
function asEnded(id: string, customerId: string | null): Subscription {
  return { id, status: "ended", customerId, reference: null, productIds: [] };
}

/** True when nothing is left that a creator pays for or might pay for again; the plan says so by then. */
export async function hasEnded(deps: BillingDeps, creatorId: number): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    await lockCreator(tx, creatorId);
    const all = await syncPlan(tx, deps, creatorId);
    return all.every(({ status }) => status === "ended");
  });
}

/** Gives or takes the plan as the subscriptions say. The creator is locked by then. */
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

/** Asks the provider what became of a checkout and lets that take effect. */
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
  // Last: while it counts as open it is looked at again.
  if (checkout.status !== "open") await setCheckoutStatus(deps.db, row.id, checkout.status);
  return checkout;
}
