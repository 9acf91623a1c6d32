import { describe, expect, test } from "vitest";
import { clientSubnet, createMemoryRateLimiter } from "./rate-limiter.ts";

describe("a client is counted by its network", () => {
  test.for(["192.0.2.1", "someone@example.org", "", "unknown"])("%j is one by itself", (key) => {
    expect(clientSubnet(key)).toBe(key);
  });

  test("however an IPv6 address is written, its first half counts", () => {
    const spellings = [
      "2001:db8:1:2::1",
      "2001:db8:1:2:ffff:ffff:ffff:ffff",
      "2001:0DB8:0001:0002:0:0:0:1",
      "2001:db8:1:2::192.0.2.1",
      "2001:db8:1:2::1%eth0",
    ];
    expect([...new Set(spellings.map(clientSubnet))]).toHaveLength(1);
    expect(clientSubnet("2001:db8:1:3::1")).not.toBe(clientSubnet("2001:db8:1:2::1"));
    expect(clientSubnet("::1")).not.toBe(clientSubnet("2001:db8::1"));
  });

  test("an IPv4 address in IPv6 clothes is that address, however it is written", () => {
    for (const key of [
      "::ffff:192.0.2.1",
      "::FFFF:192.0.2.1",
      "0:0:0:0:0:ffff:192.0.2.1",
      "::ffff:c000:201",
    ]) {
      expect(clientSubnet(key), key).toBe("192.0.2.1");
    }
  });
});

describe("an allowance", () => {
  const use = { name: "login", key: "192.0.2.1", points: 3, seconds: 60 };

  test("is spent call by call, and then says how long to wait", async () => {
    const limits = createMemoryRateLimiter();
    for (let count = 0; count < 3; count++) await limits.consume(use);
    const refusal = await limits.consume(use).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 429, code: "too_often" });
    const { retryAfter } = refusal as { retryAfter: number };
    expect(retryAfter).toBeGreaterThan(50);
    expect(retryAfter).toBeLessThanOrEqual(60);
  });

  test("belongs to one client and one purpose", async () => {
    const limits = createMemoryRateLimiter();
    for (let count = 0; count < 3; count++) await limits.consume(use);
    await limits.consume({ ...use, key: "192.0.2.2" });
    await limits.consume({ ...use, name: "register" });
  });
});
