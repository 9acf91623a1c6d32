import { expect, test } from "vitest";
import { type Creator, ProfileInput } from "../../../contract/api/creators.ts";
import { SOCIAL_PLATFORMS } from "../../../contract/rules/platforms.ts";
import { aCreator } from "../../testing/console-entities.ts";
import { isDowngrade, nextPlatform, toFormValues, toProfile } from "./settings-draft.ts";

const creator = aCreator({
  handle: "mara",
  display_name: "Mara",
  payment_provider: "stripe",
  payment_account_id: "acct_1",
  socials: [{ platform: "website", url: "https://mara.example/" }],
});
const billed = { ...creator, plan: "creator", stripe_subscription_active: true } as const;

/** Returns the saved form values of a creator, with changes. */
const saved = (given: Creator, change: Record<string, unknown> = {}) =>
  toProfile(ProfileInput.parse({ ...toFormValues(given), ...change }), given);

test("saves a section's own fields, and the required ones of the others", () => {
  const bio = toProfile({ bio: "Ceramics" }, creator);
  expect(bio).toEqual({ handle: "mara", displayName: "Mara", bio: "Ceramics" });
  expect(toProfile({ handle: "anna" }, creator)).toEqual({ handle: "anna", displayName: "Mara" });
});

test("saves an unchanged profile without the plan", () => {
  const profile = {
    handle: "mara",
    displayName: "Mara",
    bio: null,
    avatarUrl: null,
    paymentProvider: "stripe",
    paymentAccountId: "acct_1",
    socials: creator.socials,
    language: "en",
    timeZone: "UTC",
  };
  expect(saved(creator)).toEqual(profile);
  expect(saved(billed)).toEqual(profile);
});

test("sends the plan only for a downgrade", () => {
  expect(saved(billed, { plan: "free" }).plan).toBe("free");
  expect(saved({ ...creator, plan: "creator" }, { plan: "free" }).plan).toBe("free");
  expect(saved(creator, { plan: "free" })).not.toHaveProperty("plan");
  expect(isDowngrade("creator", billed)).toBe(false);
  expect(isDowngrade(undefined, billed)).toBe(false);
});

test("saves a payment account only with a provider", () => {
  expect(saved(creator, { paymentProvider: "none" }).paymentAccountId).toBeNull();
  expect(saved(creator, { paymentProvider: "mollie", paymentAccountId: " org_1 " }).paymentAccountId).toBe(
    "org_1",
  );
});

test("starts a new link with the first unused platform", () => {
  expect(nextPlatform([])).toBe("instagram");
  expect(nextPlatform([{ platform: "instagram" }, { platform: "youtube" }])).toBe("tiktok");
  expect(nextPlatform(SOCIAL_PLATFORMS.map((platform) => ({ platform })))).toBe("website");
});
