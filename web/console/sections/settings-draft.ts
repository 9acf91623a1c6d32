import { z } from "zod";
import {
  type Creator,
  type Plan,
  ProfileInput,
  type SocialPlatform,
} from "../../../contract/api/creators.ts";
import { SOCIAL_PLATFORMS } from "../../../contract/rules/platforms.ts";
import { hasCreatorPlan } from "../../../contract/rules/rules.ts";

/** The values that the forms hold. */
export type SettingsFormValues = ReturnType<typeof toFormValues>;

/** Validates a part of the settings like the server, with every field of it required. */
export function settingsInput<const Name extends keyof SettingsFormValues>(
  fields: Readonly<Record<Name, string>>,
): z.ZodType<Partial<ProfileInput>, Pick<SettingsFormValues, Name>> {
  const names = Object.fromEntries(Object.keys(fields).map((name) => [name, true])) as Partial<
    Record<keyof ProfileInput, true>
  >;
  return z
    .custom<Pick<SettingsFormValues, Name>>()
    .transform((draft): unknown => draft)
    .pipe(ProfileInput.pick(names));
}

type PlanFacts = Pick<Creator, "plan" | "stripe_subscription_active">;

/** Returns the form values of a saved profile. */
export function toFormValues(creator: Creator) {
  return {
    handle: creator.handle,
    displayName: creator.display_name,
    bio: creator.bio ?? "",
    avatarUrl: creator.avatar_url ?? "",
    plan: (hasCreatorPlan(creator) ? "creator" : "free") as Plan,
    paymentProvider: creator.payment_provider,
    paymentAccountId: creator.payment_account_id ?? "",
    socials: creator.socials.map(({ platform, url }) => ({ platform, url })),
    language: creator.language,
    timeZone: creator.time_zone,
  };
}

/** Returns the changed fields of a profile and the required ones, so that other fields saved in another tab stay. Contains the plan only for a downgrade, and an account only with a provider. */
export function toProfile(change: Partial<ProfileInput>, creator: Creator): z.input<typeof ProfileInput> {
  const { plan, ...changes } = change;
  return {
    handle: creator.handle,
    displayName: creator.display_name,
    ...changes,
    ...(changes.paymentProvider === "none" ? { paymentAccountId: null } : {}),
    ...(isDowngrade(plan, creator) ? { plan: "free" as const } : {}),
  };
}

/** True if the chosen plan ends the Creator plan. */
export function isDowngrade(chosen: Plan | undefined, creator: PlanFacts): boolean {
  return chosen === "free" && hasCreatorPlan(creator);
}

/** Returns the first platform without a link. */
export function nextPlatform(taken: readonly { platform: SocialPlatform }[]): SocialPlatform {
  const free = SOCIAL_PLATFORMS.find((platform) => taken.every((link) => link.platform !== platform));
  return free ?? "website";
}
