import { expect } from "vitest";
import type { TestApp } from "./harness.ts";

/** Adds points, by default one, to each key of a limit that already has some. */
export async function addRateLimitPoints(
  site: TestApp,
  name: string,
  points: number,
  keys = 1,
): Promise<void> {
  const counted = await site.sql`update rate_limits set points = points + ${points}
    where key like ${`${name}:%`} returning 1`;
  expect(counted).toHaveLength(keys);
}

/** Resets every rate limit. */
export const deleteRateLimits = (site: TestApp) => site.sql`delete from rate_limits`;
