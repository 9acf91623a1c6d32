import { z } from "zod";
import { booleanField, fieldMessages, objectBody } from "../rules/fields.ts";
import { draftUrl, optionalUrl } from "../rules/url-fields.ts";
import { PageNumber, pagination } from "./admin.ts";
import { AltField } from "./image-fields.ts";
import { Campaign, draftContent, emailContent, marketingMessages, sendAgain } from "./marketing.ts";
import { IdParams, route } from "./route.ts";

const hasWholeCta = ({ ctaLabel, ctaUrl }: { ctaLabel?: string | null; ctaUrl?: string | null }) =>
  Boolean(ctaLabel) === Boolean(ctaUrl);

/** The picture of an email, an upload of its creator, with its description. */
const image = {
  imageUrl: optionalUrl({ noun: "Image" }).nullish(),
  imageAlt: AltField.optional(),
};

/** A creator's email to their audience: text with the formatting of descriptions, and at most one picture and one button. */
export const CreatorEmail = objectBody({ ...emailContent, ...image }).refine(hasWholeCta, {
  error: marketingMessages.ctaPair,
  path: ["ctaLabel"],
});
export type CreatorEmail = z.infer<typeof CreatorEmail>;

/** An email to send. `letterId` is the id of its draft, which sending deletes. */
export const CreatorEmailInput = objectBody({
  ...emailContent,
  ...image,
  ...sendAgain,
  letterId: z.number({ error: fieldMessages.body }).int().positive().optional(),
}).refine(hasWholeCta, { error: marketingMessages.ctaPair, path: ["ctaLabel"] });
export type CreatorEmailInput = z.infer<typeof CreatorEmailInput>;

/** An unfinished email. */
const CreatorEmailDraft = objectBody({
  ...draftContent,
  imageUrl: draftUrl("Image").optional(),
  imageAlt: AltField.optional(),
});

/** The creator's sending limits. */
export const Sending = z.object({
  /** The number of members who would receive an email now. */
  recipients: z.number(),
  /** Why the creator cannot send: their email is unverified, an administrator has stopped their emails, or the installation sends none. */
  blocked: z.enum(["unverified", "stopped", "offline", "off"]).nullable(),
  /** The maximum number of recipients within 24 hours on the creator's plan. */
  daily_recipients: z.number(),
  recipients_left: z.number(),
  /** The number of emails that can still be sent within 24 hours. */
  emails_left: z.number(),
  /** The reply address: the email of the account or of the seller details, or null. */
  reply_to: z.string().nullable(),
  /** The confirmed email of the account, or null. */
  account_email: z.string().nullable(),
  replies_to_account: z.boolean(),
  /** The time zone of schedules. */
  time_zone: z.string(),
});
export type Sending = z.infer<typeof Sending>;

export const CreatorCampaign = Campaign.omit({ template: true, audience: true }).extend({
  /** Why the email stopped midway or reached nobody, or null without such a problem. */
  problem: z.string().nullable(),
  /** Readers who unsubscribed after this email. */
  unsubscribed: z.number(),
  /** Clicks on its links. Repeated clicks of a reader and clicks of unknown link checkers count. */
  clicks: z.number(),
  /** The URL of its page. */
  url: z.string(),
  /** True if the creator's list links to the page and search engines may index it. */
  published: z.boolean(),
});
export type CreatorCampaign = z.infer<typeof CreatorCampaign>;

/** A sent email with its links. */
export const SentEmail = CreatorCampaign.extend({
  body: z.string(),
  cta_label: z.string().nullable(),
  cta_url: z.string().nullable(),
  image_url: z.string().nullable(),
  image_alt: z.string(),
  links: z.array(z.object({ url: z.string(), clicks: z.number() })),
});
export type SentEmail = z.infer<typeof SentEmail>;

export const EMAIL_BODY_LIMIT = 160 * 1024;
const BODY_LIMIT = EMAIL_BODY_LIMIT;
const example = { subject: "Two new glazes", body: "Both are food safe, and in the shop from Friday." };

export const audienceCampaignRoutes = {
  sending: route("GET", "/api/audience/sending", "creator", {
    scopes: ["audience:read"],
    summary: "Limits for emails of the creator to the audience",
    responses: { 200: Sending },
  }),
  saveReplies: route("POST", "/api/audience/replies", "creator", {
    summary: "Choose whether readers answer to the confirmed email of the account",
    body: objectBody({ toAccount: booleanField("Answers") }),
    responses: { 200: Sending },
    example: { toAccount: true },
    errors: { 409: ["audience.unverified"] },
  }),
  campaigns: route("GET", "/api/audience/campaigns", "creator", {
    scopes: ["audience:read"],
    summary: "Emails to the audience with their progress, newest first",
    query: z.object({ page: PageNumber }),
    responses: { 200: z.object({ campaigns: z.array(CreatorCampaign), ...pagination }) },
  }),
  preview: route("POST", "/api/audience/campaigns/preview", "creator", {
    scopes: ["audience:read"],
    summary: "Preview an email to the audience",
    bodyLimit: BODY_LIMIT,
    body: CreatorEmailDraft,
    example,
    limit: { points: 120, seconds: 60, localPoints: 120 },
    responses: { 200: z.object({ subject: z.string(), html: z.string(), text: z.string() }) },
  }),
  test: route("POST", "/api/audience/campaigns/test", "creator", {
    summary: "Send an email to the creator as a test",
    bodyLimit: BODY_LIMIT,
    body: CreatorEmail,
    example,
    limit: { points: 30, seconds: 3600 },
    responses: { 202: null },
    errors: { 409: ["audience.unverified", "audience.stopped", "audience.offline", "audience.off"] },
  }),
  send: route("POST", "/api/audience/campaigns", "creator", {
    recent: true,
    summary: "Send an email to the audience",
    bodyLimit: BODY_LIMIT,
    body: CreatorEmailInput,
    example,
    limit: { points: 30, seconds: 3600 },
    responses: { 202: z.object({ queued: z.number() }) },
    errors: {
      409: [
        "audience.unverified",
        "audience.stopped",
        "audience.offline",
        "audience.off",
        "audience.empty",
        "audience.daily_emails",
        "audience.daily_recipients",
        "audience.letter_gone",
        "marketing.sent_already",
      ],
    },
  }),
  campaign: route("GET", "/api/audience/campaigns/:id", "creator", {
    scopes: ["audience:read"],
    summary: "Email to the audience with its figures",
    params: IdParams,
    responses: { 200: z.object({ campaign: SentEmail }) },
  }),
  publish: route("PATCH", "/api/audience/campaigns/:id", "creator", {
    scopes: ["audience:write"],
    summary: "Publish the page of an email, or make it unlisted again",
    params: IdParams,
    body: objectBody({ published: booleanField("Published") }),
    example: { published: true },
    responses: { 200: z.object({ campaign: CreatorCampaign }) },
  }),
};
