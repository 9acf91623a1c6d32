import type { FastifyRequest } from "fastify";
import { describe, expect, test } from "vitest";
import { isOwnOrigin, rejectForeignOrigin } from "./origin.ts";

const SITE = "https://tessera.example";

describe("accepts a page as one of this site", () => {
  test("if its scheme, host and port are the same", () => {
    expect(isOwnOrigin(SITE, SITE)).toBe(true);
  });

  test.for([
    "http://tessera.example",
    "https://tessera.example:8443",
    "https://evil.example",
    "https://tessera.example.evil.example",
    "https://eviltessera.example",
    "https://shop.tessera.example",
    "null",
    "",
  ])("but not %j", (origin) => {
    expect(isOwnOrigin(origin, SITE)).toBe(false);
  });

  test("by any local host name at the same port", () => {
    for (const name of ["localhost", "127.0.0.1", "[::1]"]) {
      expect(isOwnOrigin(`http://${name}:3000`, "http://localhost:3000"), name).toBe(true);
      expect(isOwnOrigin(`http://${name}:4000`, "http://localhost:3000"), name).toBe(false);
      expect(isOwnOrigin(`https://${name}:3000`, "http://localhost:3000"), name).toBe(false);
    }
    expect(isOwnOrigin("http://localhost:3000", SITE)).toBe(false);
  });
});

describe("a request that changes something", () => {
  const rejected = (headers: Record<string, string>) => {
    try {
      rejectForeignOrigin({ headers, log: { warn() {} } } as unknown as FastifyRequest, SITE);
      return false;
    } catch (error) {
      expect(error).toMatchObject({ status: 403, code: "foreign_origin" });
      return true;
    }
  };

  test.for([
    [{ origin: "https://evil.example" }],
    [{ origin: "null" }],
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
    [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }],
  ])("is rejected from a page with %j", ([headers]) => {
    expect(rejected(headers as Record<string, string>)).toBe(true);
  });

  test.for([
    [{}],
    [{ origin: SITE }],
    [{ origin: SITE, "sec-fetch-site": "same-origin" }],
    [{ "sec-fetch-site": "same-origin" }],
    [{ "sec-fetch-site": "none" }],
  ])("passes with %j", ([headers]) => {
    expect(rejected(headers as Record<string, string>)).toBe(false);
  });
});
