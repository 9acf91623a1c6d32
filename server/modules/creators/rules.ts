import type { Plan } from "../../../contract/creators.ts";
import { isReservedHandle } from "../../../contract/handles.ts";
import { FREE_PLAN_TILES, limits, PLATFORM_FEE_BPS } from "../../../contract/limits.ts";

/** What the plan allows; a subscription that is paid for counts as the Creator plan. */
export function effectivePlan(creator: { plan: Plan; subscriptionActive: boolean }): Plan {
  return creator.plan === "creator" || creator.subscriptionActive ? "creator" : "free";
}

/** How many tiles a page may hold. */
export function tileLimit(creator: { plan: Plan; subscriptionActive: boolean }): number {
  return effectivePlan(creator) === "creator" ? Number.POSITIVE_INFINITY : FREE_PLAN_TILES;
}

type PlanFacts = { plan: Plan; planPaid: boolean; subscriptionActive: boolean };

/** The plan once a subscription is known to be paid for, or not: what came by paying goes with it, what was given stays. */
export function planForSubscription(subscriptionActive: boolean, { plan, planPaid }: PlanFacts): PlanFacts {
  if (subscriptionActive) {
    return { plan: "creator", planPaid: planPaid || plan === "free", subscriptionActive };
  }
  return planPaid
    ? { plan: "free", planPaid: false, subscriptionActive }
    : { plan, planPaid, subscriptionActive };
}

/** Basis points of a sale that the platform keeps. */
export function platformFeeBps(creator: { plan: Plan; subscriptionActive: boolean }): number {
  return PLATFORM_FEE_BPS[effectivePlan(creator)];
}

const MAX_ATTEMPTS = 50;

/** Handles for somebody who has not chosen one, best first: made from the first wish that gives any letters, then with numbers, at last by chance. */
export function* suggestHandles(wishes: readonly (string | null)[], random = Math.random): Generator<string> {
  const base = wishes.map(toHandle).find((handle) => handle.length >= limits.handle.min) ?? "creator";
  if (!isReservedHandle(base)) yield base;
  const stem = base.slice(0, limits.handle.max - 10);
  for (let number = 2; number < MAX_ATTEMPTS; number++) yield `${stem}-${number}`;
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) yield `${stem}-${Math.floor(random() * 1e9)}`;
}

function toHandle(wish: string | null): string {
  return (wish ?? "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, limits.handle.max)
    .replace(/-$/, "");
}
