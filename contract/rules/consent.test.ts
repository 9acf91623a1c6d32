import { expect, test } from "vitest";
import { DIGITAL_CONSENT, requiredConsent } from "./consent.ts";

const order = {
  productTypes: ["digital"],
  totalCents: 1000,
  seller: { is_trader: true },
} as const;

test("requires consent for a paid file of a business", () => {
  expect(requiredConsent(order)).toBe(DIGITAL_CONSENT);
});

test.for([
  ["something free", { totalCents: 0 }],
  ["something shipped", { productTypes: ["physical"] as const }],
  ["a tip", { productTypes: ["tip"] as const }],
  ["a private person", { seller: { is_trader: false } }],
  ["a creator without seller details", { seller: null }],
] as const)("requires no consent for %s", ([, change]) => {
  expect(requiredConsent({ ...order, ...change })).toBeNull();
});

test("requires consent for a file that is sold together with goods", () => {
  expect(requiredConsent({ ...order, productTypes: ["physical", "digital"] })).toBe(DIGITAL_CONSENT);
});

test("requires a new id for a changed text", () => {
  expect(DIGITAL_CONSENT).toEqual({
    id: "digital-delivery-1",
    language: "en",
    text: "Deliver it now. I agree that delivery starts at once and I know that I thereby lose my right to withdraw from the contract.",
  });
});
