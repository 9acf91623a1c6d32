import { setTimeout as delay } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { matchesPassword } from "./passwords.ts";

let running = 0;
let most = 0;
vi.mock("@node-rs/argon2", () => ({
  hash: async () => "hash",
  verify: async () => {
    running += 1;
    most = Math.max(most, running);
    await delay(1);
    running -= 1;
    return true;
  },
}));

test("of a flood of passwords two are hashed at once, a hundred wait, and the rest are rejected", async () => {
  const flood = await Promise.allSettled(
    Array.from({ length: 130 }, (_, index) => matchesPassword("hash", `password ${index}`)),
  );
  const rejected = flood.filter((result) => result.status === "rejected");
  expect(rejected).toHaveLength(28);
  expect(rejected[0]?.reason).toMatchObject({ status: 503, retryAfter: expect.any(Number) });
  expect(most).toBe(2);
  expect(await matchesPassword("hash", "the next one")).toBe(true);
});
