import { z } from "zod";
import {
  boundedList,
  DisplayName,
  fieldMessages,
  IsoTime,
  objectBody,
  optionalCode,
  optionalText,
} from "../rules/fields.ts";
import { Handle } from "../rules/handles.ts";
import { Language } from "../rules/languages.ts";
import { limits } from "../rules/limits.ts";
import { TimeZone } from "../rules/local-time.ts";
import { SOCIAL_PLATFORMS } from "../rules/platforms.ts";
import { socialLinkError, toSocialUrl } from "../rules/socials.ts";
import { nameText, urlText } from "../rules/text-fields.ts";
import { optionalUrl, urlTooLong } from "../rules/url-fields.ts";
import { versionBy } from "../rules/versions.ts";
import { defineMessages } from "../texts.ts";
import { Announcement } from "./announcements.ts";
import { PublicSeller } from "./public-seller.ts";
import { route } from "./route.ts";
import { PendingDocument } from "./site-documents.ts";

const messages = defineMessages("creators", {
  plan: "Choose a plan.",
  provider: "Choose a payment provider.",
  platform: "Choose a platform for each social link.",
  socials: "Social links must be a list of platforms and addresses.",
  socialUrl: "Each social link must be a name or an address.",
  tooManySocials: "Add at most {max} social links.",
});

export const Plan = z.enum(["free", "creator"], { error: messages.plan });
export type Plan = z.infer<typeof Plan>;
export const PaymentProvider = z.enum(["none", "stripe", "mollie"], {
  error: messages.provider,
});
export type PaymentProvider = z.infer<typeof PaymentProvider>;
export const SocialPlatform = z.enum(SOCIAL_PLATFORMS, { error: messages.platform });
export type SocialPlatform = z.infer<typeof SocialPlatform>;

export const Social = z.object({ platform: SocialPlatform, url: z.string() });
export type Social = z.infer<typeof Social>;

/** The profile fields visible to the creator and visitors. Every field added here becomes public. */
const PublicProfile = z.object({
  id: z.number(),
  handle: z.string(),
  display_name: z.string(),
  bio: z.string().nullable(),
  avatar_url: z.string().nullable(),
  plan: Plan,
  stripe_subscription_active: z.boolean(),
  tips_enabled: z.boolean(),
  socials: z.array(Social),
  /** The language of the creator's texts, as a BCP 47 tag. */
  language: Language,
});

/** A creator as returned to its owner. */
export const Creator = PublicProfile.extend({
  user_id: z.string(),
  email: z.string(),
  email_verified_at: IsoTime.nullable(),
  is_admin: z.boolean(),
  stripe_account_id: z.string().nullable(),
  payment_provider: PaymentProvider,
  payment_account_id: z.string().nullable(),
  time_zone: z.string(),
  /** A suspension by administrators. `page`: visitors do not see the page. `account`: nothing can be changed either. */
  suspension: z.enum(["page", "account"]).nullable(),
  /** When the account is erased at its user's request. The page is offline until then. */
  deletion_at: IsoTime.nullable(),
  /** When the user took over an account that a stranger had registered. Null once the user has kept or deleted its contents, and for all other accounts. */
  reclaimed_at: IsoTime.nullable(),
  /** The operator's documents that the user has to accept before using the console. Only in the response of `me`, and missing without any. */
  pending_documents: z.array(PendingDocument).optional(),
  /** The URL of the page on its main domain. Only in the responses of `me` and of a save, and missing without such a domain. */
  page_url: z.string().optional(),
});
export type Creator = z.infer<typeof Creator>;

/** Computes the version of the fields in the profile's form. */
export const profileVersion = versionBy(
  Creator.pick({
    handle: true,
    display_name: true,
    bio: true,
    avatar_url: true,
    plan: true,
    payment_provider: true,
    payment_account_id: true,
    socials: true,
    time_zone: true,
    language: true,
  }),
);

/** The public fields of a creator. Every field added here becomes public. */
export const PublicCreator = PublicProfile.extend({
  has_payment_account: z.boolean(),
  /** How products are sold: in the mock checkout, for money, or not at all. */
  sells: z.enum(["mock", "real", "off"]),
  /** Null until the creator has saved seller details. */
  seller: PublicSeller.nullable(),
  /** The announcement, or null if there is none or it has ended. */
  announcement: Announcement.nullable(),
});
export type PublicCreator = z.infer<typeof PublicCreator>;

/** A social link as entered. Without a platform or URL it is dropped. Otherwise its URL is stored. */
const SocialInput = z
  .object(
    {
      platform: z.union([z.literal(""), SocialPlatform], { error: messages.platform }).nullish(),
      url: urlText(messages.socialUrl, limits.url.max, urlTooLong("Link")).nullish(),
    },
    { error: messages.socials },
  )
  .transform(({ platform, url: typed }, context): Social | null => {
    if (!platform || !typed) return null;
    const url = toSocialUrl(platform, typed);
    if (url !== null) return { platform, url };
    context.addIssue({ code: "custom", path: ["url"], message: socialLinkError(platform, typed) });
    return z.NEVER;
  });

/** Changes to a profile. Missing fields do not change. */
export const ProfileInput = objectBody({
  handle: Handle,
  displayName: DisplayName,
  bio: optionalText("Bio", limits.bio.max).optional(),
  avatarUrl: optionalUrl({ noun: "Avatar" }).nullable().optional(),
  socials: boundedList(SocialInput, limits.socials.max, {
    type: messages.socials,
    tooMany: messages.tooManySocials(limits.socials),
  })
    .transform((socials) => withoutRepeats(socials.filter((social) => social !== null)))
    .optional(),
  paymentProvider: PaymentProvider.optional(),
  paymentAccountId: optionalCode("Payment account", limits.paymentAccountId.max).optional(),
  plan: Plan.optional(),
  timeZone: TimeZone.optional(),
  language: Language.optional(),
});
export type ProfileInput = z.infer<typeof ProfileInput>;

function withoutRepeats(socials: Social[]): Social[] {
  return [...new Map(socials.map((social) => [`${social.platform} ${social.url}`, social])).values()];
}

const CreatorResponse = z.object({ creator: Creator });

const HANDLE_RULE = fieldMessages.handle(limits.handle);

export const HandleCheck = z.object({
  /** True for a valid, free and unreserved handle. */
  available: z.boolean(),
  /** The requested handle if it is free, otherwise a similar free handle, or null if none can be derived. */
  suggestion: z.string().nullable(),
});
export type HandleCheck = z.infer<typeof HandleCheck>;

export const creatorRoutes = {
  /** The signed-in user's own creator. */
  me: route("GET", "/api/creators/me", "signed-in", {
    scopes: ["page:read"],
    summary: "Creator profile of the signed-in user",
    responses: { 200: CreatorResponse },
    errors: { 404: ["creators.missing"] },
  }),
  /** Helps to choose a handle. Only the registration decides whether the handle is taken. */
  checkHandle: route("GET", "/api/handles", "public", {
    summary: "Whether a handle is free, with a free handle derived from a handle or a name",
    query: z.object({
      wanted: nameText(HANDLE_RULE, limits.displayName.max),
    }),
    responses: { 200: HandleCheck },
    limit: { points: 120, seconds: 60 },
    example: { wanted: "Anna Bell" },
  }),
  /** Saves the profile. `plan` accepts only a downgrade. */
  save: route("POST", "/api/creators/me", "signed-in", {
    scopes: ["page:write"],
    summary: "Save the profile",
    bodyLimit: 384 * 1024,
    body: ProfileInput,
    responses: { 200: CreatorResponse },
    example: { handle: "anna", displayName: "Anna", bio: "Ceramics from the coast." },
    errors: {
      // A recent proof is needed if the provider or the account of the payments changes.
      403: ["creators.plan_needs_payment", "account.confirm"],
      409: ["creators.handle_taken", "changed"],
      503: ["payments.unavailable", "unavailable"],
      429: ["blocks.unverified_links"],
    },
  }),
};
