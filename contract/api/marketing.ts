import { z } from "zod";
import {
  boundedList,
  Email,
  fieldMessages,
  IsoTime,
  maxLengthText,
  objectBody,
  oneLine,
  optionalText,
  withoutDirectionControls,
} from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { draftUrl, optionalUrl } from "../rules/url-fields.ts";
import { defineMessages } from "../texts.ts";
import { PageNumber, pagination } from "./admin.ts";
import { MarketingTemplate } from "./marketing-templates.ts";
import { IdParams, route } from "./route.ts";

export const marketingMessages = defineMessages("marketing", {
  audience: "Choose an audience.",
  to: "Enter 1 to {max} valid email addresses.",
  oneOf: "Choose either addresses or an audience.",
  ctaUrl: "The CTA link must include http:// or https://.",
  ctaPair: "Add both fields for the CTA button or clear them to hide it",
  state: "Choose a state: queued, sent, failed or skipped.",
  again: "Again must be true or false.",
});
const TO = marketingMessages.to(limits.marketingRecipients);

/** All users with a page and a verified email, or the users on one plan. */
export const Audience = z.enum(["all", "free", "creator"], { error: marketingMessages.audience });
export type Audience = z.infer<typeof Audience>;

const { marketingSubject, marketingBody } = limits;

/** The fields of every email to many recipients. */
export const emailContent = {
  subject: maxLengthText("Subject", marketingSubject.max)
    .overwrite(withoutDirectionControls)
    .min(marketingSubject.min, {
      error: fieldMessages.tooShort({ noun: "Subject", min: marketingSubject.min }),
    })
    .regex(...oneLine("Subject")),
  body: maxLengthText("Body", marketingBody.max).min(marketingBody.min, {
    error: fieldMessages.tooShort({ noun: "Body", min: marketingBody.min }),
  }),
  ctaLabel: maxLengthText("CTA label", limits.marketingCtaLabel.max)
    .overwrite(withoutDirectionControls)
    .regex(...oneLine("CTA label"))
    .transform((label) => label || null)
    .nullish(),
  ctaUrl: optionalUrl({ noun: "CTA link", form: marketingMessages.ctaUrl }).nullish(),
};

/** Confirms that an email sent within the last day is to be sent again. */
export const sendAgain = { again: z.boolean({ error: marketingMessages.again }).optional() };

/** A marketing email, either to addresses (`to`) or to an `audience`. */
export const MarketingInput = objectBody({
  to: z
    .union(
      [
        Email.transform((address) => [address]),
        boundedList(Email, limits.marketingRecipients.max, { type: TO, tooMany: TO }).refine(
          (addresses) => addresses.length > 0,
          { error: TO },
        ),
      ],
      { error: TO },
    )
    .optional(),
  audience: Audience.optional(),
  ...emailContent,
  template: MarketingTemplate,
  ...sendAgain,
})
  .refine(({ to, audience }) => to !== undefined || audience !== undefined, {
    error: TO,
    path: ["to"],
    // Runs even if fields are missing, so that all errors are reported together.
    when: ({ value, issues }) =>
      typeof value === "object" && value !== null && !issues.some(({ path }) => path?.[0] === "to"),
  })
  .refine(({ to, audience }) => to === undefined || audience === undefined, {
    error: marketingMessages.oneOf,
    path: ["to"],
  })
  .refine((mail) => Boolean(mail.ctaLabel) === Boolean(mail.ctaUrl), {
    error: marketingMessages.ctaPair,
    path: ["ctaLabel"],
  });
export type MarketingInput = z.infer<typeof MarketingInput>;

/** An unfinished email, in which any field may be missing. Its button shows once both of the button's fields are valid. */
export const draftContent = {
  subject: maxLengthText("Subject", marketingSubject.max).default(""),
  body: maxLengthText("Body", marketingBody.max).default(""),
  ctaLabel: optionalText("CTA label", limits.marketingCtaLabel.max).optional(),
  ctaUrl: draftUrl("CTA link").optional(),
};

const MarketingDraft = objectBody({ ...draftContent, template: MarketingTemplate });

export const Campaign = z.object({
  id: z.number(),
  subject: z.string(),
  template: MarketingTemplate,
  /** Null for single emails. */
  audience: Audience.nullable(),
  created_at: IsoTime,
  total: z.number(),
  queued: z.number(),
  sent: z.number(),
  failed: z.number(),
  skipped: z.number(),
});
export type Campaign = z.infer<typeof Campaign>;

/** `skipped`: unsubscribed or deleted before the email was sent. */
export const RecipientState = z.enum(["queued", "sent", "failed", "skipped"], {
  error: marketingMessages.state,
});
export type RecipientState = z.infer<typeof RecipientState>;

export const Recipient = z.object({
  id: z.number(),
  /** Null once the user was deleted. */
  address: z.string().nullable(),
  state: RecipientState,
  reason: z.string().nullable(),
  settled_at: IsoTime.nullable(),
});
export type Recipient = z.infer<typeof Recipient>;

export const marketingRoutes = {
  send: route("POST", "/api/admin/marketing/email", "admin", {
    summary: "Send a marketing email",
    // Large enough for the longest list of recipients with the longest emails.
    bodyLimit: 1536 * 1024,
    body: MarketingInput,
    example: {
      template: "announcement",
      subject: "Two new glazes",
      body: "Both are food safe, and in the shop from Friday.",
      audience: "all",
    },
    responses: { 202: z.object({ queued: z.number() }) },
    // An email to an audience, to several recipients, or to many single recipients in a row needs a recent proof.
    errors: { 403: ["account.confirm"], 409: ["marketing.sent_already"] },
  }),
  /** The email exactly as the signed-in user would receive it. */
  preview: route("POST", "/api/admin/marketing/preview", "admin", {
    summary: "Preview a marketing email",
    bodyLimit: 160 * 1024,
    body: MarketingDraft,
    example: { template: "announcement", subject: "Two new glazes", body: "Both are food safe." },
    responses: { 200: z.object({ subject: z.string(), html: z.string(), text: z.string() }) },
  }),
  audience: route("GET", "/api/admin/marketing/audience", "admin", {
    summary: "Count the recipients of an audience",
    query: z.object({ audience: Audience }),
    responses: { 200: z.object({ count: z.number() }) },
  }),
  campaigns: route("GET", "/api/admin/marketing/campaigns", "admin", {
    summary: "Marketing campaigns with their progress, newest first",
    query: z.object({ page: PageNumber }),
    responses: { 200: z.object({ campaigns: z.array(Campaign), ...pagination }) },
  }),
  campaign: route("GET", "/api/admin/marketing/campaigns/:id", "admin", {
    summary: "Marketing campaign with its recipients",
    params: IdParams,
    query: z.object({ page: PageNumber, state: RecipientState.optional() }),
    responses: { 200: z.object({ campaign: Campaign, recipients: z.array(Recipient), ...pagination }) },
  }),
};
