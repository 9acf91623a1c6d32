import { setTimeout as delay } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { withTimeout } from "./timeout.ts";

const never = new Promise<never>(() => {});
const fail = () => {
  throw new Error("too late");
};

test("returns the outcome of work that finishes in time", async () => {
  expect(await withTimeout(Promise.resolve("done"), 1_000, fail)).toBe("done");
  await expect(withTimeout(Promise.reject(new Error("broken")), 1_000, fail)).rejects.toThrow("broken");
});

test("returns the timeout's value or error for work that takes longer", async () => {
  expect(await withTimeout(never, 5, () => null)).toBeNull();
  await expect(withTimeout(never, 5, fail)).rejects.toThrow("too late");
});

test("ignores a failure after the timeout", async () => {
  const onUnhandled = vi.fn();
  process.once("unhandledRejection", onUnhandled);
  const late = delay(20).then(() => Promise.reject(new Error("nobody waits")));
  expect(await withTimeout(late, 5, () => "timed out")).toBe("timed out");
  await delay(40);
  process.off("unhandledRejection", onUnhandled);
  expect(onUnhandled).not.toHaveBeenCalled();
});
