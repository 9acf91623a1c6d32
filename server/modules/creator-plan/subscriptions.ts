import { paths } from "../../../contract/rules/paths.ts";
import { inTransaction, type Queries, type Transaction } from "../../platform/database/index.ts";
import type { Subscription } from "../../platform/payments/port.ts";
import { syncFromProvider } from "../../platform/payments/sync-from-provider.ts";
import { lockCreator, setSubscriptionActive } from "../creators/index.ts";
import type { CreatorPlanDeps } from "./deps.ts";
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

/**
 * A read saves the state only when it has changed.
 * A webhook always saves it, because the new revision invalidates older responses that are still in transit.
 */
type RefreshRequest = {
  trigger: "webhook" | "read";
  creatorId?: number;
  /** True if the creator or an administrator ends it. They need no email. */
  isIntended?: true;
};

/** Reads a subscription from the provider and applies its state. */
export async function refreshSubscription(
  deps: CreatorPlanDeps,
  id: string,
  request: RefreshRequest = { trigger: "webhook" },
): Promise<void> {
  const { db, log, payments, productId, isPlanSold } = deps;
  const find = async (queries: Queries) => {
    const row = await findSubscription(queries, id);
    return { revision: row?.revision ?? 0, row };
  };
  const synced = await syncFromProvider(db, {
    find: () => find(db),
    async request({ row }) {
      const received = isPlanSold ? await payments.readSubscription(id) : undefined;
      const isPlan = received?.productIds.includes(productId) ?? false;
      if (!isPlan && !row) {
        const ignored = received ? "a subscription to another product" : "unknown subscription";
        log.info({ subscription: id }, `ignoring ${ignored}`);
        return undefined;
      }
      const read =
        received && isPlan ? received : asEnded(id, received?.customerId ?? row?.customerId ?? null);
      const creatorId = row?.creatorId ?? request.creatorId ?? (await findOwner(db, read));
      if (creatorId !== undefined) return { read, creatorId };
      log.info({ subscription: id }, "ignoring unknown subscription");
      return undefined;
    },
    lock: async (tx, _stored, { creatorId }) => ((await lockCreator(tx, creatorId)) ? find(tx) : undefined),
    async save(tx, stored, { read, creatorId }) {
      const { row } = stored;
      const isChanged = row?.status !== read.status || row.customerId !== read.customerId;
      if (!isChanged && request.trigger === "read") return stored;
      await saveSubscription(tx, read, creatorId);
      const { isLost } = await syncPlan(tx, deps, creatorId);
      if (isLost && !request.isIntended) await queuePlanEnded(tx, deps, { ...read, creatorId });
      return stored;
    },
  });
  // While the subscription was unknown here, its events were ignored. Read it once more after the first save.
  if (synced && !synced.row) await refreshSubscription(deps, id, request);
}

/**
 * Returns an ended state for a subscription that the provider does not know, or that is for another product.
 * It gives no plan, and is never cancelled here, because it may be another purchase of the customer.
 */
const asEnded = (id: string, customerId: string | null): Subscription => ({
  id,
  status: "ended",
  customerId,
  reference: null,
  productIds: [],
});

/** Updates the plan. Returns whether all of a creator's subscriptions have ended. */
export async function hasEnded(deps: CreatorPlanDeps, creatorId: number): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    await lockCreator(tx, creatorId);
    const { all } = await syncPlan(tx, deps, creatorId);
    return all.every(({ status }) => status === "ended");
  });
}

/** Sets the plan that follows from the subscriptions. The caller has locked the creator. */
async function syncPlan(tx: Transaction, { pageInvalidations }: CreatorPlanDeps, creatorId: number) {
  const all = await listSubscriptions(tx, creatorId);
  const active = all.some(({ status }) => status === "active");
  const isLost = await setSubscriptionActive(tx, { creatorId, pageInvalidations, active });
  return { all, isLost };
}

/** Emails a creator about the end of the plan, once for each state of the subscription. */
async function queuePlanEnded(
  tx: Transaction,
  { mails, findOwner: findEmail }: CreatorPlanDeps,
  { id, creatorId }: { id: string; creatorId: number },
) {
  const { email } = await findEmail(tx, creatorId);
  const revision = (await findSubscription(tx, id))?.revision;
  if (email === null) return;
  await mails.enqueueEmail(tx, {
    to: email,
    mail: { mail: "plan-ended", links: { main: { to: "page", path: paths.upgrade() } } },
    cause: `subscription ${id} revision ${revision}`,
  });
}

async function findOwner(db: Queries, { reference, customerId }: Subscription): Promise<number | undefined> {
  const checkout = await findCheckout(db, { reference });
  return checkout?.creatorId ?? (customerId ? findCreatorOfCustomer(db, customerId) : undefined);
}

/** Reads a checkout from the provider and applies its state. */
export async function refreshCheckout(
  deps: CreatorPlanDeps,
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
  // Save the status last, because only open checkouts are read again after an error.
  if (checkout.status !== "open") await setCheckoutStatus(deps.db, row.id, checkout.status);
  return checkout;
}

/**
 * Reads an event's checkout from the provider and applies its state. Returns false if this installation did
 * not start it.
 */
export async function onCheckoutEvent(
  deps: CreatorPlanDeps,
  { id: sessionId, reference }: { id: string; reference: string | null },
): Promise<boolean> {
  const row = await findCheckout(deps.db, { sessionId, reference });
  if (row) await refreshCheckout(deps, row, { sessionId, trigger: "webhook" });
  return row !== undefined;
}
