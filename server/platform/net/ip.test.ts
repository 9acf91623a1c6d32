import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forAll } from "../../../contract/rules/for-all.test-kit.ts";
import { clientSubnet, isInternalIP, isNetwork, isPublicIP, unmapIPv4 } from "./ip.ts";

describe("the key of a client", () => {
  test.for(["192.0.2.1", "someone@example.org", "", "unknown"])("keeps %j unchanged", (key) => {
    expect(clientSubnet(key)).toBe(key);
  });

  test("returns the /64 of an IPv6 in any notation", () => {
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

  test("returns the IPv4 of an IPv4-mapped IPv6 in any notation", () => {
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

test.for([
  ["192.0.2.1", true],
  ["10.0.0.0/8", true],
  ["2001:db8::/32", true],
  ["::1/128", true],
  ["10.0.0.0/08", true],
  ["10.0.0.0/0", false],
  ["10.0.0.0/33", false],
  ["::1/129", false],
  ["10.0.0.0/", false],
  ["10.0.0.0/8/8", false],
  ["10.0.0.0/8.5", false],
  ["10.0.0/8", false],
  ["everybody", false],
  ["", false],
] as const)("recognises %j as an IP or network: %s", ([text, expected]) => {
  expect(isNetwork(text)).toBe(expected);
});

test.for([
  ["127.0.0.1", true],
  ["::1", true],
  ["::ffff:10.1.2.3", true],
  ["100.64.0.1", true],
  ["fd00::1", true],
  ["8.8.8.8", false],
  ["2003::1", false],
  ["10.1", false],
  ["", false],
] as const)("recognises %j as on this machine or its own network: %s", ([ip, expected]) => {
  expect(isInternalIP(ip)).toBe(expected);
});

test("treats an IPv4 like the same IPv4 mapped to IPv6", () => {
  forAll(fc.ipV4(), (ip) => {
    expect(unmapIPv4(`::ffff:${ip}`)).toBe(ip);
    expect(isPublicIP(ip)).toBe(isPublicIP(`::ffff:${ip}`));
  });
});
