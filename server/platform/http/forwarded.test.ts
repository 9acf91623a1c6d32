import { expect, test } from "vitest";
import { stripPorts, trustedPart } from "./forwarded.ts";

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["203.0.113.9:51324", "203.0.113.9"],
  ["198.51.100.7, 203.0.113.9:51324", "198.51.100.7, 203.0.113.9"],
  ["[2001:db8::1]:443,10.0.0.1", "2001:db8::1, 10.0.0.1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["::ffff:203.0.113.9", "::ffff:203.0.113.9"],
  ["unknown:80, _hidden", "unknown:80, _hidden"],
  ["", ""],
])("removes the ports of %o: %o", (given, addresses) => {
  expect(stripPorts(given)).toBe(addresses);
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["garbage, 203.0.113.9, 10.0.0.1", "203.0.113.9, 10.0.0.1"],
  ["1.2.3.4, garbage7", ""],
  ["1.2.3.4, unknown, 2001:db8::1", "2001:db8::1"],
  ["1.2.3", ""],
  ["", ""],
])("trusts of %o only %o", (given, trusted) => {
  expect(trustedPart(given)).toBe(trusted);
});
