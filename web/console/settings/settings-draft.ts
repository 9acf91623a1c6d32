import { z } from "zod";
import {
  type Creator,
  PaymentProvider,
  Plan,
  ProfileInput,
  SocialPlatform,
} from "../../../contract/creators.ts";
import { SOCIAL_PLATFORMS } from "../../../contract/socials.ts";

/** The profile as the form holds it, and as it is kept when the session ends under it. */
export const SettingsDraft = z.object({
  handle: z.string(),
  displayName: z.string(),
  bio: z.string(),
  avatarUrl: z.string(),
  plan: Plan,
  paymentProvider: PaymentProvider,
  paymentAccountId: z.string(),
  socials: z.array(z.object({ platform: SocialPlatform, url: z.string() })),
});
export type SettingsFormValues = z.infer<typeof SettingsDraft>;

/** Checks the form as the server checks a save, but with no field left out. */
export const SettingsInput = z
  .custom<SettingsFormValues>()
  .transform((draft): z.input<typeof ProfileInput> => draft)
  .pipe(ProfileInput);

type PlanFacts = Pick<Creator, "plan" | "stripe_subscription_active">;

/** True for who has the Creator plan, by paying or by hand. */
export function hasCreatorPlan({ plan, stripe_subscription_active }: PlanFacts): boolean {
  return plan === "creator" || stripe_subscription_active;
}

/** The form's values for a saved profile. */
export function toFormValues(creator: Creator): SettingsFormValues {
  return {
    handle: creator.handle,
    displayName: creator.display_name,
    bio: creator.bio ?? "",
    avatarUrl: creator.avatar_url ?? "",
    plan: hasCreatorPlan(creator) ? "creator" : "free",
    paymentProvider: creator.payment_provider,
    paymentAccountId: creator.payment_account_id ?? "",
    socials: creator.socials.map(({ platform, url }) => ({ platform, url })),
  };
}

/** What is saved of a checked form: the plan only when it is given up, an account only at a provider. */
export function toProfile(input: ProfileInput, creator: PlanFacts): z.input<typeof ProfileInput> {
  const { plan, ...profile } = input;
  return {
    ...profile,
    paymentAccountId: profile.paymentProvider === "none" ? null : profile.paymentAccountId,
    ...(isDowngrade(plan, creator) ? { plan: "free" as const } : {}),
  };
}

/** True when the chosen plan takes something away. */
export function isDowngrade(chosen: Plan | undefined, creator: PlanFacts): boolean {
  return chosen === "free" && hasCreatorPlan(creator);
}

/** The platform that a new link most likely is for: the first that has none. */
export function nextPlatform(taken: readonly { platform: SocialPlatform }[]): SocialPlatform {
  const free = SOCIAL_PLATFORMS.find((platform) => taken.every((link) => link.platform !== platform));
  return free ?? "website";
}
