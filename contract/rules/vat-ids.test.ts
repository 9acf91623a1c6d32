import { expect, test } from "vitest";
import { textsOf } from "./texts-of.test-kit.ts";
import { VatId } from "./vat-ids.ts";

test.each([
  ["DE123456789", "DE123456789"],
  [" de 123 456 789 ", "DE123456789"],
  ["ATU12345678", "ATU12345678"],
  ["BE 0123.456.789", "BE0123456789"],
  ["FR-K7-123456789", "FRK7123456789"],
  ["NL123456789B01", "NL123456789B01"],
  ["IE1234567WA", "IE1234567WA"],
  ["SE123456789001", "SE123456789001"],
  ["EL123456789", "EL123456789"],
  ["XIGD123", "XIGD123"],
  // Outside the EU, too many forms exist to validate.
  ["CHE-123.456.789 MWST", "CHE123456789MWST"],
  ["GB 123 4567 89", "GB123456789"],
  ["", null],
  [" - ", null],
])("stores %j as %j", (typed, stored) => {
  expect(VatId.parse(typed)).toBe(stored);
});

test.each([
  ["DE12345678", "DE123456789"],
  ["DE1234567890", "DE123456789"],
  ["AT12345678", "ATU12345678"],
  ["FR12345678", "FRXX123456789"],
  ["SE123456789002", "SE123456789001"],
  ["<b>", "DE123456789"],
  ["12", "DE123456789"],
])("rejects %j with an example of its country", (typed, example) => {
  expect(textsOf(VatId, typed)[0]).toBe(`Enter a VAT ID such as ${example}, or leave it empty.`);
});

test("checks the length before the form", () => {
  expect(textsOf(VatId, "1".repeat(31))[0]).toBe("VAT ID must be at most 30 characters.");
  expect(VatId.safeParse(" ".repeat(1_000_000)).success).toBe(false);
});
