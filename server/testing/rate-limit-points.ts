import { expect } from "vitest";
import type { TestApp } from "./harness.ts";

/** Counts so many more points of each key that a limit has counted, by default one. */
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

/** Lets every limit begin anew. */
export const deleteRateLimits = (site: TestApp) => site.sql`delete from rate_limits`;
