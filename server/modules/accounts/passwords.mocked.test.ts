import { setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test, vi } from "vitest";

let running = 0;
let most = 0;
const verify = async () => {
  running += 1;
  most = Math.max(most, running);
  await delay(1);
  running -= 1;
  return true;
};

// Another test file of the same worker may have loaded the module with the real library.
vi.resetModules();
vi.doMock("@node-rs/argon2", () => ({ hash: async () => "hash", verify }));
const { matchPassword } = await import("./passwords.ts");
afterAll(() => {
  vi.doUnmock("@node-rs/argon2");
  vi.resetModules();
});

test("hashes two passwords at a time, lets a hundred wait and rejects further ones", async () => {
  const flood = await Promise.allSettled(
    Array.from({ length: 130 }, (_, index) => matchPassword("hash", `password ${index}`)),
  );
  const rejected = flood.filter((result) => result.status === "rejected");
  expect(rejected).toHaveLength(28);
  expect(rejected[0]?.reason).toMatchObject({ status: 503, retryAfter: expect.any(Number) });
  expect(most).toBe(2);
  expect(await matchPassword("hash", "the next one")).toBe("normalized");
});
