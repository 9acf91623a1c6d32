import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { forAll } from "../../../contract/rules/for-all.test-kit.ts";
import { mmdbCountries } from "./adapters/mmdb.ts";
import type { FindCountry } from "./index.ts";

let findCountry: FindCountry;

beforeAll(async () => {
  findCountry = await mmdbCountries();
});

describe("the country of an IP", () => {
  test.each([
    ["8.8.8.8", "US"],
    ["80.128.0.1", "DE"],
    ["2001:4860:4860::8888", "US"],
    ["2003::1", "DE"],
    ["::ffff:80.128.0.1", "DE"],
    ["::FFFF:5080:1", "DE"],
  ])("returns the country of %s: %s", (address, country) => {
    expect(findCountry(address)).toBe(country);
  });

  test.each([
    "10.1.2.3",
    "127.0.0.1",
    "169.254.1.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "::1",
    "::",
    "fd00::1",
    "fe80::1",
    "fe80::1%eth0",
    "::ffff:192.168.1.1",
    "2001:db8::1",
    "",
    "nobody",
    "1.2.3",
    "8.8.8.8, 9.9.9.9",
  ])("returns no country for %j", (address) => {
    expect(findCountry(address)).toBeNull();
  });

  test("returns two letters or null for every IP", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        const country = findCountry(address);
        if (country !== null) expect(country).toMatch(/^[A-Z]{2}$/);
      }),
      { numRuns: 2000 },
    );
  });

  test("returns the country of the IPv4 for an IPv4-mapped IPv6", () => {
    forAll(fc.ipV4(), (address) => {
      expect(findCountry(`::ffff:${address}`)).toBe(findCountry(address));
    });
  });
});
