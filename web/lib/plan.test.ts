import { expect, test } from "vitest";
import { DEFAULT_PLANS } from "../../contract/rules/plans.ts";
import {
  activationLabel,
  planLabel,
  planStatus,
  platformFeeBps,
  reachedTileLimit,
  tileSlotsLeft,
  upgradeLabel,
} from "./plan.ts";

const free = { plan: "free", stripe_subscription_active: false } as const;
const granted = { plan: "creator", stripe_subscription_active: false } as const;
const billed = { plan: "creator", stripe_subscription_active: true } as const;

test("unlocks everything with active billing", () => {
  expect(planStatus(billed, 60, DEFAULT_PLANS)).toBe(
    "Creator plan active — unlimited tiles and full analytics unlocked.",
  );
  expect(planLabel(billed)).toBe("Creator (s)");
  expect(tileSlotsLeft(billed, 60, DEFAULT_PLANS)).toBeNull();
  expect(platformFeeBps(billed, DEFAULT_PLANS)).toBe(0);
});

test("treats an active subscription as the Creator plan before the plan has changed", () => {
  expect(planStatus({ plan: "free", stripe_subscription_active: true }, 5, DEFAULT_PLANS)).toMatch(
    /^Creator plan active/,
  );
});

test("asks for billing on a plan granted by an administrator", () => {
  expect(planStatus(granted, 2, DEFAULT_PLANS)).toBe(
    "Creator plan (manual) — connect Stripe to unlock billing and remove limits.",
  );
  expect(planLabel(granted)).toBe("Creator (m)");
  expect(tileSlotsLeft(granted, 60, DEFAULT_PLANS)).toBeNull();
});

test("counts down the tile slots of the free plan", () => {
  expect(planStatus(free, 0, DEFAULT_PLANS)).toBe("5 tile slots remaining on the Free plan.");
  expect(planStatus(free, 3, DEFAULT_PLANS)).toBe("2 tile slots remaining on the Free plan.");
  expect(planLabel(free)).toBe("Free");
  expect(platformFeeBps(free, DEFAULT_PLANS)).toBe(500);
});

test("follows the operator's plans", () => {
  const plans = { free: { tiles: 12, feeBps: 250 }, creator: { ...DEFAULT_PLANS.creator, feeBps: 100 } };
  expect(planStatus(free, 2, plans)).toBe("10 tile slots remaining on the Free plan.");
  expect([platformFeeBps(free, plans), platformFeeBps(billed, plans)]).toEqual([250, 100]);
});

test.each([5, 6, 60])("counts the free plan as full with %i tiles", (tiles) => {
  expect(planStatus(free, tiles, DEFAULT_PLANS)).toBe(
    "Free plan tile limit reached. Upgrade for unlimited tiles and remove branding.",
  );
  expect(tileSlotsLeft(free, tiles, DEFAULT_PLANS)).toBe(0);
});

test("reports the page limit before the plan limit", () => {
  const limitOf = (creator: Parameters<typeof reachedTileLimit>[0], all: number, blocks = 0) =>
    reachedTileLimit(creator, { all, blocks }, DEFAULT_PLANS);
  expect(limitOf(free, 4)).toBeNull();
  expect(limitOf(free, 14, 10)).toBeNull();
  expect(limitOf(free, 14, 9)).toBe("plan, except blocks");
  expect(limitOf(free, 5)).toBe("plan, except blocks");
  expect(limitOf(free, 15, 10)).toBe("plan");
  expect(limitOf(billed, 999)).toBeNull();
  for (const creator of [free, granted, billed]) expect(limitOf(creator, 1000)).toBe("page");
});

test("labels the upgrade link by the plan, not by the subscription", () => {
  expect(upgradeLabel(free)).toBe("Upgrade to Creator");
  expect(upgradeLabel(granted)).toBe("Complete activation");
  expect(upgradeLabel(billed)).toBe("Complete activation");
});

test("names the next step of each plan in its activation label", () => {
  expect(activationLabel(free)).toBe("Upgrade with Stripe");
  expect(activationLabel(granted)).toBe("Complete activation");
  expect(activationLabel(billed)).toBe("Plan active");
});
