import { expect, test } from "vitest";
import {
  DIGITAL_AND_SERVICE_CONSENT,
  DIGITAL_CONSENT,
  DIGITAL_PART_CONSENT,
  requiredConsent,
  SERVICE_CONSENT,
  SERVICE_PART_CONSENT,
} from "./consent.ts";

const order = {
  kinds: ["file"],
  totalCents: 1000,
  seller: { is_trader: true },
} as const;

test("requires consent for a paid file of a business", () => {
  expect(requiredConsent(order)).toBe(DIGITAL_CONSENT);
});

test.for([
  ["something free", { totalCents: 0 }],
  ["something shipped", { kinds: ["goods"] as const }],
  ["a tip", { kinds: [] }],
  ["a private person", { seller: { is_trader: false } }],
  ["a creator without seller details", { seller: null }],
] as const)("requires no consent for %s", ([, change]) => {
  expect(requiredConsent({ ...order, ...change })).toBeNull();
});

test("asks to give up the right of withdrawal from files alone when they are sold with goods", () => {
  expect(requiredConsent({ ...order, kinds: ["goods", "file"] })).toBe(DIGITAL_PART_CONSENT);
  expect(requiredConsent({ ...order, kinds: ["goods", "service"] })).toBe(SERVICE_PART_CONSENT);
});

test("requires separate consent for a service, and both consents for a file with a service", () => {
  expect(requiredConsent({ ...order, kinds: ["service"] })).toBe(SERVICE_CONSENT);
  expect(requiredConsent({ ...order, kinds: ["service", "file"] })).toBe(DIGITAL_AND_SERVICE_CONSENT);
});

test("requires a new id for a changed text", () => {
  const texts = [
    DIGITAL_CONSENT,
    DIGITAL_PART_CONSENT,
    SERVICE_CONSENT,
    SERVICE_PART_CONSENT,
    DIGITAL_AND_SERVICE_CONSENT,
  ];
  expect(texts.map(({ id, text }) => [id, text])).toEqual([
    [
      "digital-delivery-1",
      "Deliver it now. I agree that delivery starts at once and I know that I thereby lose my right to withdraw from the contract.",
    ],
    [
      "digital-part-1",
      "Deliver the files now. I agree that their delivery starts at once and I know that I thereby lose my right to withdraw from them.",
    ],
    [
      "service-1",
      "The service may begin within the 14 days for withdrawal. I ask for that and I know that I lose my right to withdraw once it has been provided in full.",
    ],
    [
      "service-part-1",
      "The service may begin within the 14 days for withdrawal. I ask for that and I know that I lose my right to withdraw from it once it has been provided in full.",
    ],
    [
      "digital-delivery-and-service-1",
      "Deliver the files now. I agree that their delivery starts at once and I know that I thereby lose my right to withdraw from them. The service may begin within the 14 days for withdrawal. I ask for that and I know that I lose my right to withdraw from it once it has been provided in full.",
    ],
  ]);
});
