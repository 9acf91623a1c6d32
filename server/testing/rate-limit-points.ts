import { expect } from "vitest";
import type { TestApp } from "./harness.ts";

/** Adds points to every key of a limit that already has points. Expects `expectedKeys` such keys. */
export async function addRateLimitPoints(
  site: TestApp,
  name: string,
  points: number,
  expectedKeys = 1,
): Promise<void> {
  const counted = await site.sql`update rate_limits set points = points + ${points}
    where key like ${`${name}:%`} returning 1`;
  expect(counted).toHaveLength(expectedKeys);
}

/** Resets every rate limit. */
export const deleteRateLimits = (site: TestApp) => site.sql`delete from rate_limits`;
