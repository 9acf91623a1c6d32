import { expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "../database/index.ts";
import { createReadiness } from "./health.ts";

test("reports a silent database before monitors give up", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const db = { execute: () => new Promise(() => {}) } as unknown as Pick<Database, "execute">;
  const checked = createReadiness(db)
    .check()
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await checked).toMatchObject({ status: 503, code: "unavailable" });
});
