import { setTimeout as delay } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { withTimeout } from "./timeout.ts";

const never = new Promise<never>(() => {});
const fail = () => {
  throw new Error("too late");
};

test("work that finishes in time decides the outcome", async () => {
  expect(await withTimeout(Promise.resolve("done"), 1_000, fail)).toBe("done");
  await expect(withTimeout(Promise.reject(new Error("broken")), 1_000, fail)).rejects.toThrow("broken");
});

test("work that takes longer results in a value or an error", async () => {
  expect(await withTimeout(never, 5, () => null)).toBeNull();
  await expect(withTimeout(never, 5, fail)).rejects.toThrow("too late");
});

test("a failure after the timeout is ignored", async () => {
  const onUnhandled = vi.fn();
  process.once("unhandledRejection", onUnhandled);
  const late = delay(20).then(() => Promise.reject(new Error("nobody waits")));
  expect(await withTimeout(late, 5, () => "timed out")).toBe("timed out");
  await delay(40);
  process.off("unhandledRejection", onUnhandled);
  expect(onUnhandled).not.toHaveBeenCalled();
});
