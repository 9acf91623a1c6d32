import { describe, expect, test } from "vitest";
import { createMemoryRateLimiter } from "./memory-rate-limiter.ts";

describe("a limit", () => {
  const use = { name: "login", key: "192.0.2.1", points: 3, seconds: 60 };

  test("rejects with 429 and the time to wait after the last point", async () => {
    const limits = createMemoryRateLimiter();
    for (let count = 0; count < 3; count++) await limits.consume(use);
    const rejection = await limits.consume(use).catch((error: unknown) => error);
    expect(rejection).toMatchObject({ status: 429, code: "too_often" });
    const { retryAfter } = rejection as { retryAfter: number };
    expect(retryAfter).toBeGreaterThan(50);
    expect(retryAfter).toBeLessThanOrEqual(60);
  });

  test("counts each client and each purpose separately", async () => {
    const limits = createMemoryRateLimiter();
    for (let count = 0; count < 3; count++) await limits.consume(use);
    await limits.consume({ ...use, key: "192.0.2.2" });
    await limits.consume({ ...use, name: "register" });
  });
});
