import type { ProviderName } from "../../../contract/rules/order-states.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { PageInvalidations } from "../../platform/page-invalidation.ts";
import { lockCreator, updateCreator } from "./repository.ts";
import { planForSubscription } from "./rules.ts";

type Change = { creatorId: number; pageInvalidations: PageInvalidations };

/**
 * Saves whether a subscription is active, and the plan that follows from it. Returns whether the creator has
 * lost the plan. The caller has locked the creator.
 */
export async function setSubscriptionActive(
  tx: Transaction,
  { creatorId, pageInvalidations, active }: Change & { active: boolean },
): Promise<boolean> {
  const current = await lockCreator(tx, creatorId);
  if (!current) return false;
  const next = planForSubscription(active, current);
  const isSame =
    next.plan === current.plan &&
    next.planPaid === current.planPaid &&
    next.subscriptionActive === current.subscriptionActive;
  if (isSame) return false;
  await updateCreator(tx, creatorId, next);
  await pageInvalidations.publish(tx, creatorId);
  return current.plan === "creator" && next.plan === "free";
}

/**
 * Saves the connected account, or null after its removal, which turns tips off. An account that can receive
 * payments also selects its provider.
 */
export async function setPayoutAccount(
  tx: Transaction,
  {
    creatorId,
    pageInvalidations,
    accountId,
    paymentProvider,
  }: Change & { accountId: string | null; paymentProvider?: ProviderName | undefined },
): Promise<void> {
  const tipsEnd = accountId === null ? { tipsEnabled: false } : {};
  await updateCreator(tx, creatorId, { stripeAccountId: accountId, paymentProvider, ...tipsEnd });
  await pageInvalidations.publish(tx, creatorId);
}

/** Turns the tip button of the page on or off. */
export async function setTipsEnabled(
  tx: Transaction,
  { creatorId, pageInvalidations, enabled }: Change & { enabled: boolean },
): Promise<void> {
  await updateCreator(tx, creatorId, { tipsEnabled: enabled });
  await pageInvalidations.publish(tx, creatorId);
}

/** Allows or forbids slow payment methods. Payments in progress keep their methods. */
export async function setDelayedPaymentsEnabled(
  tx: Transaction,
  { creatorId, enabled }: { creatorId: number; enabled: boolean },
): Promise<void> {
  await updateCreator(tx, creatorId, { delayedPaymentsEnabled: enabled });
}
