import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newsConsent, requiredConsent } from "./consent.ts";
import { type Language, TRANSLATED } from "./languages.ts";
import { LEGAL_TEXTS } from "./legal-texts/index.ts";

const order = {
  kinds: ["file"],
  totalCents: 1000,
  seller: { is_trader: true },
  language: "en",
} as const;

test("requires consent for a paid file of a business", () => {
  expect(requiredConsent(order)).toEqual({
    id: "digital-delivery-1",
    language: "en",
    text: "Deliver it now. I agree that delivery starts at once and I know that I thereby lose my right to withdraw from the contract.",
  });
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
  expect(requiredConsent({ ...order, kinds: ["goods", "file"] })?.id).toBe("digital-part-1");
  expect(requiredConsent({ ...order, kinds: ["goods", "service"] })?.id).toBe("service-part-1");
});

test("requires separate consent for a service, and both consents for a file with a service", () => {
  expect(requiredConsent({ ...order, kinds: ["service"] })?.id).toBe("service-1");
  expect(requiredConsent({ ...order, kinds: ["service", "file"] })).toEqual({
    id: "digital-delivery-and-service-1",
    language: "en",
    text: "Deliver the files now. I agree that their delivery starts at once and I know that I thereby lose my right to withdraw from them. The service may begin within the 14 days for withdrawal. I ask for that and I know that I lose my right to withdraw from it once it has been provided in full.",
  });
});

describe("in the language of the page", () => {
  const translated = TRANSLATED as Language[];
  const before = [...translated];
  beforeEach(() => void translated.push("de", "ar"));
  afterEach(() => void translated.splice(0, translated.length, ...before));

  test("has its own id, and is English in a language without legal texts", () => {
    expect(requiredConsent({ ...order, language: "de-AT" })).toMatchObject({
      id: "digital-delivery-1.de",
      language: "de",
      text: expect.stringContaining("Widerrufsrecht"),
    });
    expect(newsConsent("ar")).toMatchObject({ id: "creator-news-1.ar", language: "ar" });
    expect(newsConsent("cy")).toMatchObject({ id: "creator-news-1", language: "en" });
  });

  test("is one text with both agreements for a file with a service", () => {
    const both = requiredConsent({ ...order, kinds: ["service", "file"], language: "de" });
    expect(both?.id).toBe("digital-delivery-and-service-1.de");
    expect(both?.text).toMatch(/^Die Dateien jetzt liefern\..*Die Dienstleistung kann/);
  });
});

test("has legal texts in the languages in which somebody has read them", () => {
  const languages = LEGAL_TEXTS.map(({ language }) => language);
  const read = ["en", "ar", "de", "es", "fr", "it", "nl", "pl", "pt-BR"];
  expect(languages).toEqual(expect.arrayContaining(read));
});
