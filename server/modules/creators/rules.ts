import type { Plan } from "../../../contract/api/creators.ts";
import { isReservedHandle } from "../../../contract/rules/handles.ts";
import { limits } from "../../../contract/rules/limits.ts";
import type { Suspension } from "../../../contract/rules/moderation.ts";
import type { Plans } from "../../../contract/rules/plans.ts";

/** Returns the plan whose limits apply. An active subscription counts as the Creator plan. */
export const effectivePlan = (creator: { plan: Plan; subscriptionActive: boolean }): Plan =>
  creator.plan === "creator" || creator.subscriptionActive ? "creator" : "free";

/**
 * Returns whether a creator may not email readers or take signups, because an administrator has stopped the
 * emails or suspended the page.
 */
export function isSendingStopped(creator: {
  sendingStopped: boolean;
  suspension: Suspension | null;
}): boolean {
  return creator.sendingStopped || creator.suspension !== null;
}

/**
 * Returns whether a creator may cause emails to others: the page is neither offline nor suspended, and no
 * administrator has stopped the emails.
 */
export function maySend({
  offlineSince,
  ...stopped
}: {
  sendingStopped: boolean;
  suspension: Suspension | null;
  offlineSince: Date | null;
}): boolean {
  return offlineSince === null && !isSendingStopped(stopped);
}

export const tileLimit = (creator: { plan: Plan; subscriptionActive: boolean }, { free }: Plans): number =>
  effectivePlan(creator) === "creator" ? Number.POSITIVE_INFINITY : free.tiles;

type PlanFacts = { plan: Plan; planPaid: boolean; subscriptionActive: boolean };

/**
 * Returns the plan after a subscription became active or inactive. A paid plan ends with the subscription, a
 * manual plan stays.
 */
export function planForSubscription(subscriptionActive: boolean, { plan, planPaid }: PlanFacts): PlanFacts {
  if (subscriptionActive) {
    return { plan: "creator", planPaid: planPaid || plan === "free", subscriptionActive };
  }
  return planPaid
    ? { plan: "free", planPaid: false, subscriptionActive }
    : { plan, planPaid, subscriptionActive };
}

/** Returns the platform fee of a sale in basis points. */
export const platformFeeBps = (creator: { plan: Plan; subscriptionActive: boolean }, plans: Plans): number =>
  plans[effectivePlan(creator)].feeBps;

const MAX_ATTEMPTS = 50;

/**
 * Suggests handles, best first, for a user who has not chosen one. Derives them from the first name that yields a
 * handle, then appends numbers, then random digits. Does not check whether they are taken.
 */
export function* suggestHandles(names: readonly (string | null)[], random = Math.random): Generator<string> {
  const base = names.map(toHandle).find(isLongEnough) ?? "creator";
  if (!isReservedHandle(base)) yield base;
  const stem = base.slice(0, limits.handle.max - 10);
  for (let number = 2; number < MAX_ATTEMPTS; number++) yield `${stem}-${number}`;
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) yield `${stem}-${Math.floor(random() * 1e9)}`;
}

/** Returns whether a handle can be derived from a name, which needs Latin letters or digits. */
export const yieldsHandle = (name: string): boolean => isLongEnough(toHandle(name));

const isLongEnough = (handle: string): boolean => handle.length >= limits.handle.min;

function toHandle(name: string | null): string {
  return (name ?? "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, limits.handle.max)
    .replace(/-$/, "");
}
