import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { AnnouncementInput } from "../api/announcements.ts";
import { AppearancePatch } from "../api/appearance.ts";
import { CreatorEmail } from "../api/audience-campaigns.ts";
import { CampaignLinkInput } from "../api/campaign-links.ts";
import { ProfileInput } from "../api/creators.ts";
import { DiscountInput } from "../api/discounts.ts";
import { toErrorDetails } from "../api/errors.ts";
import { MarketingInput } from "../api/marketing.ts";
import { ProductInput } from "../api/products.ts";
import { SellerInput } from "../api/sellers.ts";
import { TileInput } from "../api/tiles.ts";
import { textsOf } from "./texts-of.test-kit.ts";
import { VatId } from "./vat-ids.ts";

/** Returns a schema's message for one field. */
function saysOf(schema: z.ZodType, field: string, value: unknown): string | undefined {
  const { error } = schema.safeParse({ [field]: value });
  return toErrorDetails(error?.issues ?? []).fieldErrors[field]?.[0];
}

const tileWith = (schema: z.ZodType) => (value: string) => {
  const tile = { type: "content", title: "A", url: value };
  return toErrorDetails(schema.safeParse(tile).error?.issues ?? []).fieldErrors.url?.[0];
};
const field = (schema: z.ZodType, name: string) => (value: string) => saysOf(schema, name, value);

const noun = (name: string) => `${name} must be a valid URL (include http:// or https://).`;
/** Each URL field with its name and its message for other text. */
const URL_FIELDS: [string, (value: string) => string | undefined, string][] = [
  ["Destination URL", tileWith(TileInput), "Destination URL must include http:// or https://"],
  ["Image", field(TileInput, "imageUrl"), noun("Image")],
  ["Image", field(ProductInput, "mediaUrl"), noun("Image")],
  ["Image", field(CreatorEmail, "imageUrl"), noun("Image")],
  ["Avatar", field(ProfileInput, "avatarUrl"), noun("Avatar")],
  ["Link", field(AnnouncementInput, "url"), noun("Link")],
  ["Terms", field(SellerInput, "termsUrl"), noun("Terms")],
  ["CTA link", field(MarketingInput, "ctaUrl"), "The CTA link must include http:// or https://."],
  ["Background image", field(AppearancePatch, "backgroundUrl"), noun("Background image")],
  ["Cover image", field(AppearancePatch, "coverUrl"), noun("Cover image")],
];

describe.for(URL_FIELDS)("the URL of %s", ([name, says, form]) => {
  test.for([
    ["no scheme", "example.com", form],
    ["another scheme", "javascript:alert(1)", form],
    [
      "two schemes",
      "https://https://example.com",
      "begins with http:// or https:// twice. Remove one of them.",
    ],
    [
      "an invisible character",
      "https://exa\u200bmple.com",
      "has an invisible character in it. Type that part again.",
    ],
    [
      "its length",
      `https://example.com/?q=${"a".repeat(2_100)}`,
      "is too long: at most 2,048 characters. A short link helps.",
    ],
    [
      "the length of its escapes",
      `https://example.com/${"文".repeat(300)}`,
      "is too long: at most 2,048 characters. A short link helps.",
    ],
  ])("is rejected with the reason: %s", ([, value = "", message = ""]) => {
    expect(says(value)).toBe(message === form ? form : `${name} ${message}`);
  });

  test("accepts a URL with invisible characters around it", () => {
    expect(says("\u200b\u200ehttps://example.com/\u2060\u202e")).toBeUndefined();
  });
});

test("reports a URL without a host", () => {
  expect(tileWith(TileInput)("https://")).toBe(
    "Destination URL must have a host after http:// or https://, such as https://example.com.",
  );
});

describe.for([
  ["The start", TileInput, "startsAt"],
  ["The end", AnnouncementInput, "endsAt"],
  ["Start", DiscountInput, "startsAt"],
  ["End", CampaignLinkInput, "endsAt"],
] as const)("a time as %s of its input", ([name, schema, key]) => {
  test.for([
    ["its notation", "tomorrow", "must be a date and a time, such as 2026-11-27T18:00."],
    ["a day alone", "2026-11-27", "must be a date and a time, such as 2026-11-27T18:00."],
    [
      "a day that does not exist",
      "2027-02-30T10:00",
      "must be a date of the calendar with a time from 00:00 to 23:59.",
    ],
    [
      "an hour that does not exist",
      "2027-02-03T25:00",
      "must be a date of the calendar with a time from 00:00 to 23:59.",
    ],
    ["its year", "1999-12-31T10:00", "must be from 2000 to 2099."],
  ])("is rejected with the reason: %s", ([, value, message]) => {
    expect(saysOf(schema, key, value)).toBe(`${name} ${message}`);
  });
});

test.for([
  ["DE12345678", "Enter a VAT ID such as DE123456789, or leave it empty."],
  ["ATX12345678", "Enter a VAT ID such as ATU12345678, or leave it empty."],
  ["?", "Enter a VAT ID such as DE123456789, or leave it empty."],
  ["1".repeat(31), "VAT ID must be at most 30 characters."],
  [7, "VAT ID must be text."],
] as const)("rejects the VAT ID %j with %s", ([value, message]) => {
  expect(textsOf(VatId, value)).toEqual([message]);
});

test.for(["DE 123 456 789", "DE–123–456–789", "ＤＥ１２３４５６７８９", "de١٢٣٤٥٦٧٨٩", "DE123\u200b456789"])(
  "reads the VAT ID %j as DE123456789",
  (typed) => {
    expect(VatId.parse(typed)).toBe("DE123456789");
  },
);

test.for(["AB", "A".repeat(33), "SUMMER 10", "ÄPFEL", 7])(
  "rejects the discount code %j with the whole rule",
  (code) => {
    expect(saysOf(DiscountInput, "code", code)).toBe("Code must be 4 to 32 letters, digits or hyphens.");
  },
);
